// `npm run bench:web`: measures the page against its budgets, and compares our graph layout with dagre and elkjs.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { isQuick } from '../quick.mjs';
import { printTable } from '../table.mjs';
import { connections, frames, program, ranking, start, textFrames } from './measure.mjs';
import { peersOfLayout } from './peers.mjs';
import { example, fromSuite, generated, nameOf } from './programs.mjs';
import { folder, openSite } from './site.mjs';

const kMegabyte = 1e6;
const parts = ['sizes', 'start', 'programs', 'ranking', 'peers'];
const budgets = [];
const pictures = [];

/**
 * Adds a row to the table that compares the measured page with its budgets. `group`: P1 sizes, P2 start, P3 opening, P4
 * frames, P5 response, P6 ranking, P7 memory. `most`: greatest allowed value, in the same unit as `value`, or null for
 * no limit.
 */
function addBudget(group, what, value, most, unit, digits = 0) {
  const [budget, ratio, result] =
    most === null ? ['', '', ''] : [`${most} ${unit}`, (value / most).toFixed(2), value <= most ? 'pass' : 'over'];
  budgets.push([`${group}  ${what}`, `${value.toFixed(digits)} ${unit}`, budget, ratio, result]);
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
    addBudget('P1', name.split(/[:,]/)[0], size / 1000, sizeLimit / 1000, 'kB');
}

async function starts(site) {
  const limits = { none: [null, null], desktop: [2500, 1500], mobile: [null, 3500] };
  for (const [name, [visible, interactive]] of Object.entries(limits)) {
    if (isQuick && name === 'mobile') continue; // skipped because loading takes half a minute on this connection
    report(`start, connection: ${name}`);
    const figures = await start(site, connections[name]);
    const where = name === 'none' ? 'this machine' : `${name} connection`;
    addBudget('P2', `first example visible, ${where}`, figures.visible, visible, 'ms');
    addBudget('P2', `time to interactive, ${where}`, figures.interactive, interactive, 'ms');
    addBudget('P2', `ranked by the engine, ${where}`, figures.ranked, null, 'ms');
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
    addBudget('P3', `verdict: ${size}`, used.verdict, most, 'ms');
    addBudget('P6', `all configurations ranked: ${size}`, used.ranked, null, 'ms');
    addBudget('P3', `rendered: ${size}`, used.drawn, most, 'ms');
    for (const [what, { clock, processor }] of Object.entries({ opening: used.opening, using: used.using })) {
      addBudget('P5', `longest task, ${what}, processor time: ${size}`, processor, 50, 'ms');
      addBudget('P5', `longest task, ${what}, wall time: ${size}`, clock, null, 'ms');
    }
    addBudget('P5', `longest response to a key or click: ${size}`, used.answer, 200, 'ms');
    if (used.changed) {
      addBudget('P5', `what if, engine, for each layout: ${size}`, used.changed.engine, 16, 'ms', 1);
      addBudget('P5', `what if, until shown: ${size}`, used.changed.shown, 200, 'ms');
    }
    addBudget('P5', `search: ${size}`, figures.search, 100, 'ms');
    addBudget('P7', `memory of the page: ${size}`, used.memory / kMegabyte, 1000, 'MB');
    addBudget('P7', `peak memory of its process: ${size}`, used.peak / kMegabyte, null, 'MB');
    for (const [way, time] of Object.entries(await textFrames(site, path)))
      addBudget('P4', `p95 of script per frame, text scrolled by ${way}: ${size}`, time, 16, 'ms', 1);
    for (const state of ['folded', 'unfolded']) {
      const picture = figures[state];
      for (const distance of ['overview', 'reading']) {
        const { framesPerSecond, interval, cpu, drawCalls } = picture[distance];
        const frame = instructions > 30_000 ? 33 : 16.7;
        if (state === 'unfolded') addBudget('P4', `p95 of frames, ${distance}: ${size}`, interval.p95, frame, 'ms', 1);
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
    'P6',
    `1,000 configurations of ${instructions.toLocaleString('en')} instructions, by ${name}`,
    whole / 1000,
    60,
    's',
    2,
  );
  addBudget('P6', 'the first 50 of them, upper bound', whole / 1000, 2, 's', 2);
  addBudget('P6', 'network inference of them', tables, null, 'ms');
  if (rate) addBudget('P6', 'configurations scored a second', rate, null, '');
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
if (budgets.length) {
  printTable('Budgets', ['what', 'measured', 'budget', 'share', 'result'], budgets);
  const [over, all] = [budgets.filter((row) => row[4] === 'over'), budgets.filter((row) => row[4])];
  console.log(`${all.length - over.length} of ${all.length} budgets hold.`);
}
if (pictures.length)
  printTable(
    'Frames while panning and zooming; times in ms. Frames per second depend on the rasteriser of this machine; cpu is JavaScript and submission.',
    ['picture', 'boxes', 'lines', 'fps', 'p95', 'cpu', 'cpu p95', 'draw calls'],
    pictures,
  );
if (isRequested('peers')) await peersOfLayout();
