// `npm run bench:web`: what the page costs a user, beside what it may cost; and our layout of programs beside dagre and elkjs.
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

/** A line of the table of budgets; `most`: what is allowed, in the unit of `value`, or null. */
function held(what, value, most, unit, digits = 0) {
  const ratio = most === null ? '' : (value / most).toFixed(2);
  budgets.push([what, `${value.toFixed(digits)} ${unit}`, most === null ? '' : `${most} ${unit}`, ratio]);
}
const say = (text) => console.error(`▸ ${text}`);

function sizes() {
  say('sizes');
  const root = `${import.meta.dirname}/../..`;
  const text = execFileSync('node', [`${root}/node_modules/size-limit/bin.js`, '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const { name, size, sizeLimit } of JSON.parse(text))
    held(name.split(/[:,]/)[0], size / 1000, sizeLimit / 1000, 'kB');
}

async function starts(site) {
  const limits = { none: [null, null], desktop: [2500, 1500], mobile: [null, 3500] };
  for (const [name, [visible, interactive]] of Object.entries(limits)) {
    if (isQuick && name === 'mobile') continue; // half a minute for the engine
    say(`start, connection: ${name}`);
    const figures = await start(site, connections[name]);
    const where = name === 'none' ? 'this machine' : `${name} connection`;
    held(`first example visible, ${where}`, figures.visible, visible, 'ms');
    held(`can be used, ${where}`, figures.interactive, interactive, 'ms');
    held(`ranked by the engine, ${where}`, figures.ranked, null, 'ms');
  }
}

async function programs(site, paths) {
  for (const path of paths) {
    say(nameOf(path));
    const used = await program(site, path);
    const figures = await frames(site, path);
    const { instructions } = figures;
    const size = `${nameOf(path)}, ${instructions.toLocaleString('en')}`;
    const most = instructions > 30_000 ? 2000 : instructions < 5_000 ? 700 : null;
    held(`ranked: ${size}`, used.ranked, most, 'ms');
    held(`drawn: ${size}`, used.drawn, most, 'ms');
    for (const [what, { clock, processor }] of Object.entries({ opening: used.opening, using: used.using })) {
      held(`longest task, ${what}, of the processor: ${size}`, processor, 50, 'ms');
      held(`longest task, ${what}, by the clock: ${size}`, clock, null, 'ms');
    }
    held(`longest answer to a key or click: ${size}`, used.answer, 200, 'ms');
    held(`search: ${size}`, figures.search, 100, 'ms');
    held(`memory of the page: ${size}`, used.memory / kMegabyte, 1000, 'MB');
    held(`most memory of its process: ${size}`, used.peak / kMegabyte, null, 'MB');
    for (const state of ['folded', 'unfolded']) {
      const picture = figures[state];
      for (const distance of ['overview', 'reading']) {
        const { framesPerSecond, interval, cpu, drawCalls } = picture[distance];
        const frame = instructions > 30_000 ? 33 : 16.7;
        if (state === 'unfolded') held(`p95 of frames, ${distance}: ${size}`, interval.p95, frame, 'ms', 1);
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
  say('ranking');
  const instructions = isQuick ? 1000 : 10_000;
  const { name, whole, tables, rate } = await ranking(site, generated(instructions), 1000);
  held(
    `1,000 configurations of ${instructions.toLocaleString('en')} instructions, by ${name}`,
    whole / 1000,
    60,
    's',
    2,
  );
  held('the first 50 of them, at the latest', whole / 1000, 2, 's', 2);
  held('of that the network', tables, null, 'ms');
  if (rate) held('configurations scored a second', rate, null, '');
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length) throw new Error(`no part ${unknown}; parts: ${parts.join(' ')}`);
const does = (part) => !wanted.length || wanted.includes(part);

console.log(`The page in ${folder}; load of the machine as it begins: ${loadavg()[0].toFixed(1)}`);
if (does('sizes')) sizes();
if (['start', 'programs', 'ranking'].some(does)) {
  const site = await openSite();
  if (does('start')) await starts(site);
  if (does('programs')) {
    const real = isQuick ? [] : [fromSuite('mobilenet'), example('gpt_48l_train_adam'), fromSuite('mixtral')];
    const made = (isQuick ? [250] : [4_000, 27_000, 43_700]).map(generated);
    await programs(site, [...made, ...real.filter((path) => path)]);
  }
  if (does('ranking')) await rankings(site);
  await site.stop();
}
if (budgets.length) printTable('Budgets', ['what', 'measured', 'budget', 'of it'], budgets);
if (pictures.length)
  printTable(
    'Frames while panning and zooming; times in ms. Frames per second are those of the rasteriser at hand; cpu is JavaScript and submission.',
    ['picture', 'boxes', 'lines', 'fps', 'p95', 'cpu', 'cpu p95', 'draw calls'],
    pictures,
  );
if (does('peers')) await peersOfLayout();
