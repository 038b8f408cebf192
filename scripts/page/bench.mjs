// `npm run bench:web`: measures the page against its budgets, and compares our graph layout with dagre and elkjs.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { isQuick } from '../quick.mjs';
import { printTable } from '../table.mjs';
import { connections, frames, program, ranking, start } from './measure.mjs';
import { peersOfLayout } from './peers.mjs';
import { example, fromSuite, generated, nameOf } from './programs.mjs';
import { folder, openSite } from './site.mjs';

const kMegabyte = 1e6;
const parts = ['sizes', 'start', 'programs', 'ranking', 'peers'];
const budgets = [];
const pictures = [];

/** Adds a row to the table of budgets; `most`: the budget in the unit of `value`, or null. */
function addBudget(what, value, most, unit, digits = 0) {
  const ratio = most === null ? '' : (value / most).toFixed(2);
  budgets.push([what, `${value.toFixed(digits)} ${unit}`, most === null ? '' : `${most} ${unit}`, ratio]);
}
const report = (text) => console.error(`▸ ${text}`);

function sizes() {
  report('sizes');
  const root = `${import.meta.dirname}/../..`;
  const text = execFileSync('node', [`${root}/node_modules/size-limit/bin.js`, '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const { name, size, sizeLimit } of JSON.parse(text))
    addBudget(name.split(/[:,]/)[0], size / 1000, sizeLimit / 1000, 'kB');
}

async function starts(site) {
  const limits = { none: [null, null], desktop: [2500, 1500], mobile: [null, 3500] };
  for (const [name, [visible, interactive]] of Object.entries(limits)) {
    if (isQuick && name === 'mobile') continue; // loading the engine takes half a minute
    report(`start, connection: ${name}`);
    const figures = await start(site, connections[name]);
    const where = name === 'none' ? 'this machine' : `${name} connection`;
    addBudget(`first example visible, ${where}`, figures.visible, visible, 'ms');
    addBudget(`time to interactive, ${where}`, figures.interactive, interactive, 'ms');
    addBudget(`ranked by the engine, ${where}`, figures.ranked, null, 'ms');
  }
}

async function programs(site, paths) {
  for (const path of paths) {
    report(nameOf(path));
    const used = await program(site, path);
    const figures = await frames(site, path);
    const { instructions } = figures;
    const size = `${nameOf(path)}, ${instructions.toLocaleString('en')}`;
    const most = instructions > 30_000 ? 2000 : instructions < 5_000 ? 700 : null;
    addBudget(`ranked: ${size}`, used.ranked, most, 'ms');
    addBudget(`rendered: ${size}`, used.drawn, most, 'ms');
    for (const [what, { clock, processor }] of Object.entries({ opening: used.opening, using: used.using })) {
      addBudget(`longest task, ${what}, processor time: ${size}`, processor, 50, 'ms');
      addBudget(`longest task, ${what}, wall time: ${size}`, clock, null, 'ms');
    }
    addBudget(`longest response to a key or click: ${size}`, used.answer, 200, 'ms');
    addBudget(`search: ${size}`, figures.search, 100, 'ms');
    addBudget(`memory of the page: ${size}`, used.memory / kMegabyte, 1000, 'MB');
    addBudget(`peak memory of its process: ${size}`, used.peak / kMegabyte, null, 'MB');
    for (const state of ['folded', 'unfolded']) {
      const picture = figures[state];
      for (const distance of ['overview', 'reading']) {
        const { framesPerSecond, interval, cpu, drawCalls } = picture[distance];
        const frame = instructions > 30_000 ? 33 : 16.7;
        if (state === 'unfolded') addBudget(`p95 of frames, ${distance}: ${size}`, interval.p95, frame, 'ms', 1);
        pictures.push([
          `${nameOf(path)}, ${state}, ${distance}`,
          picture.boxes,
          picture.edges,
          framesPerSecond,
          interval.p95.toFixed(1),
          cpu.median.toFixed(2),
          cpu.p95.toFixed(2),
          drawCalls,
        ]);
      }
    }
  }
}

async function rankings(site) {
  report('ranking');
  const instructions = isQuick ? 1000 : 10_000;
  const { name, whole, tables, rate } = await ranking(site, generated(instructions), 1000);
  addBudget(
    `1,000 configurations of ${instructions.toLocaleString('en')} instructions, by ${name}`,
    whole / 1000,
    60,
    's',
    2,
  );
  addBudget('the first 50 of them, upper bound', whole / 1000, 2, 's', 2);
  addBudget('network inference of them', tables, null, 'ms');
  if (rate) addBudget('configurations scored a second', rate, null, '');
}

const requested = process.argv.slice(2);
const unknown = requested.filter((part) => !parts.includes(part));
if (unknown.length) {
  console.error(
    `bench:web: no part ${unknown}\nusage: npm run bench:web -- [--quick] [PART...]; PARTs: ${parts.join(' ')}`,
  );
  process.exit(2);
}
const isRequested = (part) => !requested.length || requested.includes(part);

console.log(`The page in ${folder}; load average at start: ${loadavg()[0].toFixed(1)}`);
if (isRequested('sizes')) sizes();
if (['start', 'programs', 'ranking'].some(isRequested)) {
  const site = await openSite();
  if (isRequested('start')) await starts(site);
  if (isRequested('programs')) {
    const real = isQuick ? [] : [fromSuite('mobilenet'), example('gpt_48l_train_adam'), fromSuite('mixtral')];
    const made = (isQuick ? [250] : [4_000, 27_000, 43_700]).map(generated);
    await programs(site, [...made, ...real.filter((path) => path)]);
  }
  if (isRequested('ranking')) await rankings(site);
  await site.stop();
}
if (budgets.length) printTable('Budgets', ['what', 'measured', 'budget', 'share'], budgets);
if (pictures.length)
  printTable(
    'Frames while panning and zooming; times in ms. Frames per second depend on the rasteriser of this machine; cpu is JavaScript and submission.',
    ['picture', 'boxes', 'lines', 'fps', 'p95', 'cpu', 'cpu p95', 'draw calls'],
    pictures,
  );
if (isRequested('peers')) await peersOfLayout();
