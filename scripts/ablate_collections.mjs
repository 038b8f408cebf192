// `npm run ablate:collections`: options of training that are known to matter, one changed at a time, on made collections
// whose reachable tau is known. Figures are of programs that training never saw.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isQuick, outputFolder } from './quick.mjs';
import { markdownTable, printTable, writePage } from './table.mjs';

const program = join(import.meta.dirname, '../build/hlorank');
const collection = 'layout:xla:random';
const seeds = isQuick ? [1] : [1, 2];
const effort = isQuick ? ['--epochs', '1'] : [];
const kinds = [
  {
    title: 'Layouts: early join',
    collection,
    base: ['--form', 'early', '--layers', '2', '--width', '32', '--epochs', '20', '--batch', '4'],
    variants: [
      ['ListMLE instead of the pairwise hinge', ['--loss', 'listmle']],
      ['squared error of log time', ['--loss', 'mse']],
      ['margin 0: pairs within the noise count', ['--margin', '0']],
      ['sizes of nodes as they are, not their logarithms', ['--raw-nodes']],
      ['repeated configurations as often as measured', ['--repeats']],
      ['programs count by their configurations', ['--by-configurations']],
      ['32 configurations a step', ['--configurations', '32']],
      ['512 configurations a step', ['--configurations', '512']],
      ['not in proportion to bytes, padding and copies', ['--no-gates']],
      ['tables without an encoder of their own', ['--table-layers', '-1']],
      ['without tables of rows and pairs beside', ['--no-tables']],
      ['without either', ['--no-tables', '--no-gates']],
      ['both edge directions', ['--both-directions']],
      ['one layer', ['--layers', '1']],
      ['hidden head', ['--head', '64']],
      ['each configuration compared with a company', ['--cross-attention']],
      ['parts of 200 nodes (segment training)', ['--segment', '200']],
      ['three networks', ['--members', '3']],
      ['all nodes computed', ['--whole']],
    ],
  },
  {
    title: 'Layouts: other forms',
    collection,
    base: ['--form', 'table', '--epochs', '20', '--batch', '4'],
    variants: [
      ['not in proportion to bytes, padding and copies', ['--no-gates']],
      ['no pairs: copies are not seen', ['--pairs', '0']],
      ['each configuration compared with a company', ['--cross-attention']],
      ['late join', ['--form', 'late']],
      ['late join, each compared with a company', ['--form', 'late', '--cross-attention']],
      ['calibrated analytical model', ['--form', 'calibrated', '--epochs', '20']],
    ],
  },
  {
    title: 'Tiles',
    collection: 'tile:xla',
    base: ['--form', 'late', '--epochs', '15', '--batch', '1', '--rate', '.001'],
    variants: [
      ['ListMLE', ['--loss', 'listmle']],
      ['squared error of log time', ['--loss', 'mse']],
      ['early join', ['--form', 'early', '--width', '32', '--head', '64']],
      ['each configuration compared with a company', ['--cross-attention']],
    ],
  },
];

const markdown = isQuick
  ? outputFolder('page.md')
  : process.argv.includes('--markdown') && process.argv[process.argv.indexOf('--markdown') + 1];
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

/** Means over programs; `reachable` as the judged configurations have it, each of which stands once. */
function meansOf({ mean, programs }) {
  const reachable = programs.reduce((sum, { baselines }) => sum + baselines.reachable.tau, 0) / programs.length;
  return { ...mean, reachable, count: programs.length };
}

/** Figures of all held-out programs, means over the seeds; `spread` is what tau differs by from seed to seed. */
function figuresOf(data, truth, flags) {
  const output = join(folder, 'run');
  const started = process.hrtime.bigint();
  let memory = 0;
  const means = seeds.map((seed) => {
    const arguments_ = ['train', data, '-o', output, '--seed', String(seed), ...flags];
    const { status, stderr } = spawnSync(program, arguments_, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`hlorank ${arguments_.join(' ')} failed:\n${stderr}`);
    memory = Math.max(memory, Number(/peak memory (\d+) MB/.exec(stderr)[1]));
    const held = ['test', 'valid'].map((split) => join(data, split));
    return meansOf(JSON.parse(run('evaluate', output, ...held, '--truth', truth, '--json')));
  });
  const mean = (name) => means.reduce((sum, figures) => sum + figures[name], 0) / means.length;
  const taus = means.map(({ tau }) => tau);
  return {
    programs: means[0].count,
    reachable: mean('reachable'),
    tau: mean('tau'),
    spread: Math.max(...taus) - Math.min(...taus),
    order: mean('orderedPairAccuracy'),
    slowdown1: mean('slowdown1'),
    slowdown5: mean('slowdown5'),
    seconds: (Number(process.hrtime.bigint() - started) * 1e-9) / means.length,
    memory,
  };
}

const percent = (share) => (100 * share).toFixed(1);
const pages = [];
try {
  for (const kind of kinds) {
    const made = join(folder, kind.collection.replaceAll(':', '-'));
    const programs = isQuick ? ['--programs', '4'] : kind.collection.startsWith('tile') ? [] : ['--programs', '84'];
    try {
      run('synth', '-o', made, '--collection', kind.collection, ...programs);
    } catch {
      // it is there already
    }
    const data = join(made, 'npz', ...kind.collection.split(':'));
    const truth = join(made, 'truth.json');
    const rows = [];
    let held = '';
    for (const [name, changes] of [['as it is', []], ...kind.variants]) {
      const figures = figuresOf(data, truth, options(kind.base, [...changes, ...effort]));
      held = `${figures.programs} programs held out, reachable tau ${figures.reachable.toFixed(3)}`;
      rows.push([
        name,
        figures.tau.toFixed(3),
        figures.spread.toFixed(3),
        percent(figures.tau / figures.reachable),
        figures.order.toFixed(3),
        percent(figures.slowdown1),
        percent(figures.slowdown5),
        figures.seconds.toFixed(0),
        figures.memory,
      ]);
      console.error(`▸ ${kind.title}: ${name}: tau ${figures.tau.toFixed(3)}, ${figures.seconds.toFixed(0)} s`);
    }
    const header = ['', 'tau', 'between seeds', '% of reachable', 'order', 'top-1 %', 'top-5 %', 's', 'MB'];
    printTable(`${kind.title}, ${held}`, header, rows);
    pages.push(
      `## ${kind.title}`,
      `\`${kind.base.join(' ')}\` on ${kind.collection}; ${held}.`,
      markdownTable(header, rows),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (markdown)
  writePage(
    markdown,
    'What options of training are worth on collections',
    'npm run ablate:collections',
    `one thread; means of ${seeds.length} seeds`,
    'Made collections of TpuGraphs’ shapes with known costs ([synth.md](synth.md)); figures are of programs that training never saw. One option is changed at a time. Seconds and memory are of a whole run, reading and judging included; *between seeds* is what tau differs by from one seed to the other: smaller differences say nothing.',
    ...pages,
  );
