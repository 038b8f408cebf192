// `npm run ablate:collections`: options of training that are known to matter, one changed at a time, on made collections
// whose reachable tau is known. Figures are of programs that training never saw.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from './table.mjs';

const program = join(import.meta.dirname, '../build/hlorank');
const collection = 'layout:nlp:random';
const kinds = [
  {
    title: 'Layouts: early join',
    collection,
    base: ['--form', 'early', '--width', '32', '--epochs', '16', '--most', '600', '--batch', '4'],
    variants: [
      ['ListMLE instead of the pairwise hinge', ['--loss', 'listmle']],
      ['squared error of log time', ['--loss', 'mse']],
      ['margin 0: pairs within the noise count', ['--margin', '0']],
      ['32 configurations a step', ['--configurations', '32']],
      ['512 configurations a step', ['--configurations', '512']],
      ['not in proportion to bytes, padding and copies', ['--no-gates']],
      ['without tables of rows and pairs beside', ['--no-tables']],
      ['without either', ['--no-tables', '--no-gates']],
      ['both edge directions', ['--both-directions']],
      ['one layer', ['--layers', '1']],
      ['hidden head', ['--head', '64']],
      ['configurations see one another', ['--crossed']],
      ['parts of 200 nodes (segment training)', ['--segment', '200']],
      ['three networks', ['--members', '3']],
      ['all nodes computed', ['--whole']],
    ],
  },
  {
    title: 'Layouts: other forms',
    collection,
    base: ['--form', 'table', '--epochs', '16', '--most', '600', '--batch', '4'],
    variants: [
      ['not in proportion to bytes, padding and copies', ['--no-gates']],
      ['no pairs: copies are not seen', ['--pairs', '0']],
      ['late join', ['--form', 'late']],
      ['late join, configurations see one another', ['--form', 'late', '--crossed']],
      ['physics with learned multipliers', ['--form', 'multipliers', '--epochs', '16']],
    ],
  },
  {
    title: 'Tiles',
    collection: 'tile:xla',
    base: ['--form', 'late', '--epochs', '20'],
    variants: [
      ['ListMLE', ['--loss', 'listmle']],
      ['squared error of log time', ['--loss', 'mse']],
      ['early join', ['--form', 'early', '--width', '32', '--head', '64', '--epochs', '8']],
      ['configurations see one another', ['--crossed']],
    ],
  },
];

const markdown = process.argv.includes('--markdown') && process.argv[process.argv.indexOf('--markdown') + 1];
const folder = mkdtempSync(join(tmpdir(), 'ablation-'));
const run = (...args) => execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

/** A later option replaces an earlier one of the same name. */
function options(base, changes) {
  const given = new Map();
  const all = [...base, ...changes];
  for (let i = 0; i < all.length; i++) {
    const value = all[i + 1]?.startsWith('--') === false ? all[++i] : null;
    given.set(value === null ? all[i] : all[i - 1], value);
  }
  return [...given].flatMap(([name, value]) => (value === null ? [name] : [name, value]));
}

function train(data, flags) {
  const output = join(folder, 'run');
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, ['train', data, '-o', output, ...flags], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`hlorank train ${flags.join(' ')} failed:\n${stderr}`);
  const seconds = Number(process.hrtime.bigint() - started) * 1e-9;
  const { mean } = JSON.parse(readFileSync(join(output, 'metrics.json'), 'utf8'));
  return { ...mean, seconds, memory: Number(/peak memory (\d+) MB/.exec(stderr)[1]) };
}

const percent = (share) => (100 * share).toFixed(1);
const pages = [];
try {
  for (const kind of kinds) {
    const made = join(folder, kind.collection.replaceAll(':', '-'));
    const programs = kind.collection.startsWith('tile') ? [] : ['--programs', '40'];
    try {
      run('synth', '-o', made, '--collection', kind.collection, ...programs);
    } catch {
      // it is there already
    }
    const data = join(made, 'npz', ...kind.collection.split(':'));
    const truth = JSON.parse(readFileSync(join(made, 'truth.json'), 'utf8')).collections[kind.collection].programs;
    const valid = truth.filter(({ split }) => split === 'valid');
    const reachable = valid.reduce((sum, { reachable_tau }) => sum + reachable_tau, 0) / valid.length;
    const rows = [];
    for (const [name, changes] of [['as it is', []], ...kind.variants]) {
      const figures = train(data, options(kind.base, changes));
      rows.push([
        name,
        figures.tau.toFixed(3),
        percent(figures.tau / reachable),
        figures.orderedPairAccuracy.toFixed(3),
        percent(figures.slowdown1),
        percent(figures.slowdown5),
        figures.seconds.toFixed(0),
        figures.memory,
      ]);
      console.error(`▸ ${kind.title}: ${name}: tau ${figures.tau.toFixed(3)}, ${figures.seconds.toFixed(0)} s`);
    }
    const header = ['', 'tau', '% of reachable', 'order', 'top-1 %', 'top-5 %', 's', 'MB'];
    printTable(`${kind.title}, ${valid.length} programs, reachable tau ${reachable.toFixed(3)}`, header, rows);
    const line = (cells) => `| ${cells.join(' | ')} |`;
    pages.push(
      `## ${kind.title}`,
      `\`${kind.base.join(' ')}\` on ${kind.collection}; ${valid.length} programs held out, reachable tau ${reachable.toFixed(3)}.`,
      [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n'),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (markdown)
  writeFileSync(
    markdown,
    [
      '# What options of training are worth on collections',
      `Written by \`npm run ablate:collections\` on ${new Date().toISOString().slice(0, 10)}, on ${cpus()[0].model}, one thread, one seed.`,
      'Made collections of TpuGraphs’ shapes with known costs ([synth.md](synth.md)); figures are of programs that training never saw. One option is changed at a time. Seconds and memory are of the whole run, reading and judging included.',
      ...pages,
    ].join('\n\n') + '\n',
  );
