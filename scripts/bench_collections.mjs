// `npm run bench:collections`: runs synth, prepare, train and evaluate on every collection and records time and memory;
// then one file of ordinary size with few configurations, training speed by form, and the largest program with and
// without segments.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isQuick, outputFolder } from './quick.mjs';
import { markdownTable, printTable, writePage } from './table.mjs';

const program = join(import.meta.dirname, '../build/hlorank');
const layoutForms = (epochs) => ({
  default: [],
  table: ['--form', 'table', '--epochs', epochs],
  late: ['--form', 'late', '--epochs', epochs],
  early: ['--form', 'early', '--set', 'layers=2,width=32', '--epochs', epochs],
});
const tileForms = {
  default: [],
  late: ['--form', 'late', '--epochs', 30, '--set', 'batch=1', '--rate', 0.001],
  early: ['--form', 'early'],
};
// Synthetic collections, which imitate those of TpuGraphs. The xla collections have as many programs as TpuGraphs; nlp
// has fewer, because its programs resemble each other.
const collections = [
  { name: 'layout:xla:random', synth: ['--programs', 84], forms: layoutForms(80) },
  { name: 'layout:xla:default', synth: ['--programs', 84], forms: layoutForms(80) },
  { name: 'layout:nlp:random', synth: ['--programs', 60], forms: layoutForms(30) },
  { name: 'layout:nlp:default', synth: ['--programs', 60], forms: layoutForms(30) },
  { name: 'tile:xla', synth: ['--programs', 1000], forms: tileForms },
  { name: 'layout:xla:random', synth: ['--programs', 84, '--transfer'], forms: layoutForms(80), title: 'transfer' },
];
const oneForms = {
  default: [],
  free: ['--form', 'free'],
  table: ['--form', 'table', '--epochs', 200],
  late: ['--form', 'late', '--epochs', 200],
  early: ['--form', 'early', '--set', 'layers=2,width=32', '--epochs', 200],
};
const large = ['--form', 'early', '--set', 'tables=off', '--most', 2000, '--epochs', 60];

const { values: given, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: 'string' }, seeds: { type: 'string', default: '1' } },
});
const markdown = isQuick ? outputFolder('page.md') : given.markdown;
const seeds = Array.from({ length: Number(given.seeds) }, (_, i) => i + 1);
const isRequested = (name) => !requested.length || requested.some((beginning) => name.startsWith(beginning));
const sections = [...collections.map(({ name, title }) => title ?? name), 'one', 'speed', 'largest'];
const unknown = requested.filter((beginning) => !sections.some((name) => name.startsWith(beginning)));
if (unknown.length || !seeds.length) {
  const usage = 'usage: npm run bench:collections -- [--quick] [--markdown FILE] [--seeds N] [NAME...]';
  const fault = unknown.length ? `nothing begins with ${unknown.join(', ')}` : '--seeds must be 1 or more';
  console.error(`bench:collections: ${fault}\n${usage}; NAMEs: ${sections.join(' ')}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'collections-'));

/** Returns command-line options. In a quick run, replaces the values of the options that are keys of `values`. */
const shorten = (options, values) => (isQuick ? options.map((option, i) => values[options[i - 1]] ?? option) : options);
const epochs = (options) =>
  options.includes('--epochs') || !isQuick ? shorten(options, { '--epochs': 1 }) : [...options, '--epochs', 1];

/** Runs hlorank and returns its standard output, run time in seconds and peak memory in MB. Throws if it fails. */
function hlorank(...args) {
  const started = process.hrtime.bigint();
  const timed = spawnSync(program, args.map(String), { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (timed.status !== 0) throw new Error(`hlorank ${args.join(' ')} failed:\n${timed.stderr}`);
  return {
    seconds: Number(process.hrtime.bigint() - started) * 1e-9,
    megabytes: Number(/peak memory (\d+) MB/.exec(timed.stdout + timed.stderr)?.[1] ?? NaN),
    stdout: timed.stdout,
  };
}
/** Path of the prepared program in a folder that contains exactly one. */
const preparedIn = (store) =>
  join(
    store,
    readdirSync(store, { recursive: true }).find((name) => name.endsWith('.prepared')),
  );
/** Returns the names of the cost laws in a file truth.json of `hlorank synth`; none for tiles. */
function lawsOf(path) {
  const truth = JSON.parse(readFileSync(path, 'utf8'));
  const programs = Object.values(truth.collections).flatMap((collection) => collection.programs);
  return [...new Set(programs.map(({ law }) => law ?? ''))];
}
const average = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
/** Formats the mean of the numbers, with their range if there are several. */
function meanText(numbers, digits, factor = 1) {
  if (numbers.some((one) => one === undefined)) return '';
  const [middle, least, most] = [average(numbers), Math.min(...numbers), Math.max(...numbers)].map((one) =>
    (factor * one).toFixed(digits),
  );
  return numbers.length > 1 ? `${middle} (${least} to ${most})` : middle;
}
const percent = (share) => (share === undefined || Number.isNaN(share) ? '' : (100 * share).toFixed(1));
const optionsText = (options) => (options.length ? `\`${options.join(' ')}\`` : 'none');
const cost = ({ seconds, megabytes }) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s, ${megabytes} MB`;
const pages = [];
function report(title, words, header, rows) {
  printTable(title, header, rows);
  pages.push(`## ${title}`, words, markdownTable(header, rows));
}

function benchCollections() {
  const rows = [];
  const kinds = isQuick ? [collections[0], ...collections.slice(-2)] : collections;
  for (const { name, synth, forms, title } of kinds.filter(({ name, title }) => isRequested(title ?? name))) {
    const made = join(folder, `made-${title ?? ''}${name.replaceAll(':', '-')}`);
    const store = join(made, 'store');
    hlorank('synth', '-o', made, '--collection', name, ...shorten(synth, { '--programs': 4 }));
    const prepared = hlorank('prepare', join(made, 'npz'), '-o', store);
    const law = lawsOf(join(made, 'truth.json')).join(', ');
    for (const [form, options] of Object.entries(forms)) {
      const data = join(store, ...name.split(':'));
      const runs = seeds.map((seed) => {
        const run = join(made, `${form}-${seed}`);
        const trained = hlorank('train', data, '-o', run, '--seed', seed, ...epochs(options));
        const splits = ['test', 'valid'].map((split) => join(data, split));
        const { stdout } = hlorank('evaluate', run, ...splits, '--truth', join(made, 'truth.json'), '--json');
        const { collections: figures } = JSON.parse(stdout);
        const [test, valid] = ['test', 'valid'].map((split) => figures.find((one) => one.split === split));
        return { trained, test, valid };
      });
      const share = (split) => runs.map((run) => run[split].tau.mean / run[split].baselines.reachable.tau);
      const trained = Object.fromEntries(
        ['seconds', 'megabytes'].map((figure) => [figure, Math.round(average(runs.map((run) => run.trained[figure])))]),
      );
      rows.push([
        title ? `${name}, ${title}` : name,
        law,
        optionsText(options),
        meanText(share('test'), 1, 100),
        meanText(share('valid'), 1, 100),
        meanText(
          runs.map(({ test }) => test.tau.mean),
          3,
        ),
        meanText(
          runs.map(({ test }) => (test.slowdown5 ?? test.slowdown10).mean),
          1,
          100,
        ),
        meanText(
          runs.map(({ test }) => test.transferAccuracy),
          1,
          100,
        ),
        cost(prepared),
        cost(trained),
      ]);
      console.error(`▸ ${rows.at(-1).join(' · ')}`);
    }
    rmSync(made, { recursive: true });
  }
  if (!rows.length) return;
  report(
    'Five collections, and transfer',
    '*law*: the function by which a configuration gets its run time ([synth.md](synth.md)). *test*, *valid*: tau as a share of the attainable tau, in %, on held-out programs (the epoch is selected on `valid`). *tau*: of `test`. *slower*: how much slower, in %, the best of the first five (tiles) or ten (layouts) is than the best of all. *transfer*: transfer pairs in order, in %. *prepare*, *train*: wall time and peak memory, one thread.',
    ['', 'law', 'options', 'test', 'valid', 'tau', 'slower', 'transfer', 'prepare', 'train'],
    rows,
  );
}

function benchOneFile() {
  const made = join(folder, 'one');
  hlorank('synth', '-o', made, '--single', isQuick ? 700 : 40_000);
  const store = join(made, 'store');
  const prepared = hlorank('prepare', join(made, 'npz'), '-o', store);
  const file = preparedIn(store);
  const truth = JSON.parse(readFileSync(join(made, 'truth.json'), 'utf8'));
  const [{ reachable_tau: attainable }] = Object.values(truth.collections)[0].programs;
  const rows = [];
  for (const [form, options] of Object.entries(oneForms)) {
    const run = join(made, form);
    const trained = hlorank('train', file, '-o', run, '--most', 500, '--test', 0.05, ...epochs(options));
    const { mean } = JSON.parse(hlorank('evaluate', run, file, '--truth', join(made, 'truth.json'), '--json').stdout);
    rows.push([form, optionsText(options), mean.tau.toFixed(3), percent(mean.tau / attainable), cost(trained)]);
    console.error(`▸ ${rows.at(-1).join(' · ')}`);
  }
  report(
    'One file from 500 configurations',
    `\`synth --single 40000\`: 372 nodes, 26 configurable, 40,000 configurations (prepared in ${cost(prepared)}); trained on 500 of them, sampled uniformly, and evaluated on all. Attainable tau: ${attainable.toFixed(3)}.`,
    ['', 'options', 'tau', '% of attainable', 'train'],
    rows,
  );
}

/**
 * Measures training: {step: seconds per step, rate: configurations per second, megabytes: peak memory}. Subtracts a
 * short run from a long one, so that the constant times of start and evaluation cancel.
 */
function speedOf(file, folderOfRun, options, configurations) {
  const [short, long] = isQuick ? [1, 3] : [20, 220];
  const [few, many] = [short, long].map((length) =>
    hlorank(
      'train',
      file,
      '-o',
      `${folderOfRun}-${length}`,
      '--set',
      `configurations=${configurations}`,
      '--epochs',
      length,
      ...options,
    ),
  );
  const step = (many.seconds - few.seconds) / (long - short); // with one program, an epoch is one step
  return { step, rate: configurations / step, megabytes: many.megabytes };
}

function benchSpeed() {
  const made = join(folder, 'speed');
  hlorank('synth', '-o', made, '--single', isQuick ? 700 : 20_000);
  hlorank('prepare', join(made, 'npz'), '-o', join(made, 'store'));
  const file = preparedIn(join(made, 'store'));
  const rows = [
    ['table', ['--form', 'table'], 4096],
    ['late', ['--form', 'late'], 1024],
    ['early', ['--form', 'early', '--set', 'layers=2,width=32'], 256],
  ].map(([form, options, configurations]) => {
    const { step, rate, megabytes } = speedOf(file, join(made, form), options, configurations);
    return [form, optionsText(options), configurations, (1000 * step).toFixed(1), Math.round(rate), megabytes];
  });
  report(
    'Training speed by form',
    'Training steps on `synth --single 20000`: 372 nodes, 26 configurable; forward, backward and AdamW, one thread.',
    ['', 'options', 'configurations a step', 'ms a step', 'configurations a second', 'MB'],
    rows,
  );
}

function benchLargest() {
  const made = join(folder, 'large');
  hlorank('synth', '-o', made, ...(isQuick ? ['--single', 700] : ['--largest']));
  const store = join(made, 'store');
  const prepared = hlorank('prepare', join(made, 'npz'), '-o', store);
  const file = preparedIn(store);
  const rows = [];
  for (const [title, options] of [
    ['whole graph', []],
    ['segments of 5,000 nodes', ['--segment', 5000]],
  ]) {
    const run = join(made, `run-${rows.length}`);
    const trained = hlorank('train', file, '-o', run, ...epochs(large), ...shorten(options, { '--segment': 200 }));
    const { mean } = JSON.parse(readFileSync(join(run, 'metrics.json'), 'utf8'));
    const first = rows[0]?.[1] ?? mean.tau.toFixed(3);
    rows.push([title, mean.tau.toFixed(3), percent(mean.tau / Number(first)), cost(trained)]);
    console.error(`▸ ${rows.at(-1).join(' · ')}`);
  }
  report(
    'The largest program, whole and in segments',
    `\`synth --largest\`: 43,615 nodes, 1,000 configurable, 100,040 configurations (prepared in ${cost(prepared)}). \`${large.join(' ')}\`, 128 configurations a step; tau on held-out configurations.`,
    ['', 'tau', '% of whole', 'train'],
    rows,
  );
}

try {
  benchCollections();
  if (isRequested('one')) benchOneFile();
  if (isRequested('speed')) benchSpeed();
  if (isRequested('largest')) benchLargest();
} finally {
  rmSync(folder, { recursive: true });
}
if (markdown)
  writePage(
    markdown,
    'How well models rank synthetic collections',
    'npm run bench:collections',
    `one thread, ${seeds.length > 1 ? `means and ranges of ${seeds.length} seeds` : 'one seed'}`,
    'Synthetic collections with TpuGraphs’ shapes ([synth.md](synth.md)): their true costs are known, and therefore the best tau that a model can attain.',
    ...pages,
  );
