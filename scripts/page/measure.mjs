// Measures the page in Chromium: start, opening and using a program, frames, ranking. Times in milliseconds, memory in
// bytes.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isQuick } from '../quick.mjs';
import { drawn, give, ranked } from './site.mjs';

const watching = (page) => page.addInitScript({ path: join(import.meta.dirname, 'watch.js') });
const kQuiet = isQuick ? 500 : 5000; // milliseconds without a long task after which the page counts as interactive
const kScrolls = isQuick ? 15 : 150; // steps by which the text is scrolled in each way
const kRankSeconds = 300; // time limit of one ranking, in seconds
const longest = (durations) => Math.max(0, ...durations);
const watchOf = (page) => page.evaluate(() => ({ marks: watch.marks, answers: watch.answers, tasks: watch.tasks }));

/** Network connections, with the throttling that Lighthouse uses. */
export const connections = {
  none: null,
  desktop: { latency: 40, kilobits: 10_240, cpu: 1 },
  mobile: { latency: 562.5, kilobits: 1_475, cpu: 4 },
};

async function throttle(page, connection) {
  if (!connection) return;
  const { latency, kilobits, cpu } = connection;
  const session = await page.context().newCDPSession(page);
  const bytes = (kilobits * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Returns the periods of time in which at most `most` of the time spans `spans` overlap. */
function periods(spans, most) {
  const changes = spans.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: end, by: -1 },
  ]);
  const found = [];
  let [since, holding] = [0, 0];
  for (const { at, by } of changes.sort((a, b) => a.at - b.at)) {
    if (holding === most && by > 0) found.push({ start: since, end: at });
    if (holding === most + 1 && by < 0) since = at;
    holding += by;
  }
  return [...found, { start: since, end: Infinity }];
}

/**
 * Time to interactive as Lighthouse defines it: the first moment after the content is visible at which a period of at
 * least kQuiet begins without a long task (over 50 ms of wall time) and with at most two requests in flight.
 */
function interactive(visible, tasks, requests) {
  const calm = periods(requests, 2);
  const begin = periods(tasks, 0).find(({ start, end }) =>
    calm.some((other) => Math.min(end, other.end) - Math.max(start, other.start, visible) >= kQuiet),
  );
  return Math.max(visible, begin.start);
}

/**
 * Measures a first visit to the page: the times until the first example is visible, until the page is interactive, and
 * until the example is ranked.
 */
export async function start(site, connection) {
  const fetched = [];
  const page = await site.visit({
    until: 'html[data-ready]',
    prepare: async (page) => {
      page.on('requestfinished', (request) => fetched.push(request.timing()));
      await watching(page);
      await throttle(page, connection);
    },
  });
  await page.waitForTimeout(kQuiet);
  const { marks, tasks } = await watchOf(page);
  const origin = await page.evaluate(() => performance.timeOrigin);
  await page.context().close();
  const requests = fetched.map(({ startTime, responseEnd }) => {
    const begin = startTime - origin;
    return { start: begin, end: begin + Math.max(0, responseEnd) };
  });
  return { visible: marks.visible, interactive: interactive(marks.visible, tasks, requests), ranked: marks.ranked };
}

/** Returns the peak memory, in bytes, of the largest renderer process of the browser. */
async function peakOfRenderers(site) {
  const session = await site.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    });
  await session.detach();
  return longest(peaks);
}

/** Returns the longest task of the page's main thread while `act` runs: wall time and processor time in ms. */
async function longestTask(site, page, act) {
  await site.browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse(await site.browser.stopTracing());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const isPage = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isPage.has(thread(event)));
  return {
    clock: longest(tasks.map(({ dur = 0 }) => dur / 1000)),
    processor: longest(tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}

async function use(page) {
  await page.click('#tab-layouts');
  await page.click('#layouts [aria-posinset="3"]');
  await page.waitForTimeout(300);
  await page.locator('#graph-search').pressSequentially('op:dot', { delay: 60 });
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count').textContent));
  await page.press('#graph-search', 'Enter');
  await page.waitForTimeout(300);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', '+', '-']) await page.press('.graph-surface', key);
  await page.click('#graph [aria-label="Open all"]');
  await page.waitForTimeout(1500);
}

/**
 * Selects another layout in the what-if panel. Returns the time in ms until the page shows the new scores, and the
 * engine's time per layout of the tensor: it scores all of them. Returns null if no layout can be chosen.
 */
async function whatIf(page) {
  const inputs = page.locator('#what-if .settings input');
  if (!(await inputs.count())) return null;
  const before = await page.getAttribute('#what-if .what-if-status', 'data-score');
  await page.locator('#what-if .settings input:not(:checked)').first().click();
  await page.waitForFunction((old) => document.querySelector('#what-if .what-if-status').dataset.score !== old, before);
  const { engine, milliseconds } = await page.$eval('#what-if', ({ dataset }) => ({ ...dataset }));
  return { engine: Number(engine) / (await inputs.count()), shown: Number(milliseconds) };
}

/**
 * Opens and uses a program on the page. Measures the time until the page shows its verdict, the time until the program
 * is ranked and rendered, the longest task, the longest response to input, and memory.
 */
export async function program(site, path) {
  const page = await site.visit({ prepare: watching });
  await page.evaluate((name) => watch.program(name), basename(path));
  const opening = await longestTask(site, page, async () => {
    await give(page, path);
    await Promise.all([ranked(page, path), drawn(page, path)]);
    await page.waitForTimeout(500); // waits for tasks that are still queued after the file was opened
  });
  const { given, verdict, ranked: whenRanked, drawn: whenDrawn } = (await watchOf(page)).marks;
  await page.evaluate(() => (watch.answers.length = 0));
  const using = await longestTask(site, page, () => use(page));
  const { answers } = await watchOf(page);
  const changed = await whatIf(page);
  const memory = await page.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);
  const peak = await peakOfRenderers(site);
  await page.context().close();
  return {
    verdict: verdict - given,
    ranked: whenRanked - given,
    drawn: whenDrawn - given,
    opening,
    using,
    answer: longest(answers),
    changed,
    memory,
    peak,
  };
}

/**
 * Opens a program on the page with `?bench`, by which the page measures its own rendering, frames and search. Returns
 * these times.
 */
export async function frames(site, path) {
  const page = await site.visit({ query: '?bench', until: '#graph[data-bench]' }); // bench figures of the first example
  await give(page, path);
  await page.waitForFunction(
    (name) => JSON.parse(document.getElementById('graph').dataset.bench ?? '{}').file === name,
    basename(path),
    { timeout: 600_000 },
  );
  const figures = await page.evaluate(() => JSON.parse(document.getElementById('graph').dataset.bench));
  await page.context().close();
  return figures;
}

/**
 * Scrolls the HLO text of a program, with all computations unfolded, by lines, pages, more and sideways. Returns for
 * each way the 95th percentile of the script time of a frame: from the scroll event to the next animation frame, in ms.
 * Leaves out ways in which the text does not scroll.
 */
export async function textFrames(site, path) {
  const page = await site.visit();
  await give(page, path);
  await ranked(page, path);
  await page.click('#tab-text');
  await page.click('.hlo-text >> text=Unfold all');
  const ways = { lines: [0, 60], pages: [0, 380], jumps: [0, 5000], sideways: [80, 0] };
  const figures = await page.$eval(
    '.text-scroller',
    async (element, [all, scrolls]) => {
      const figures = {};
      let begin = 0;
      addEventListener('scroll', () => (begin = performance.now()), { capture: true });
      for (const [way, [x, y]] of Object.entries(all)) {
        const times = [];
        element.scrollTo(0, element.scrollHeight / 3);
        for (let i = 0; i < scrolls; ++i) {
          await new Promise(requestAnimationFrame);
          if (begin > 0) times.push(performance.now() - begin);
          begin = 0;
          element.scrollBy(x, y);
        }
        if (times.length > 10) figures[way] = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
      }
      return figures;
    },
    [ways, kScrolls],
  );
  await page.context().close();
  return figures;
}

/**
 * Times the ranking of a program on the page, with `configurations` generated configurations and the default model.
 * Ranks twice and times the second ranking. Throws if a ranking takes longer than kRankSeconds.
 */
export async function ranking(site, path, configurations) {
  const page = await site.visit({ prepare: watching });
  await page.evaluate((count) => {
    const chooser = document.getElementById('candidates');
    chooser.add(new Option(count, count));
    chooser.value = count;
    chooser.dispatchEvent(new Event('change'));
  }, configurations);
  await give(page, path);
  await ranked(page, path);
  const again = await page.evaluate(async (seconds) => {
    const chooser = document.getElementById('model');
    const announcer = document.getElementById('announcer');
    const rank = (name) => {
      announcer.textContent = '';
      chooser.value = name;
      if (chooser.value !== name) throw new Error(`the page offers no model "${name}"`);
      chooser.dispatchEvent(new Event('change'));
      const end = performance.now() + 1000 * seconds;
      return new Promise((resolve, reject) => {
        const look = () => {
          if (announcer.textContent.endsWith('ranked')) resolve();
          else if (performance.now() > end)
            reject(
              new Error(
                `waited ${seconds} s for the page to announce "ranked" by model "${name}"; ` +
                  `it announces "${announcer.textContent}"`,
              ),
            );
          else requestAnimationFrame(look);
        };
        look();
      });
    };
    const name = chooser.value;
    await rank('analytical');
    const begin = performance.now();
    await rank(name);
    const { tables, rate } = document.querySelector('#ranking .status').dataset;
    return { name, whole: performance.now() - begin, tables: Number(tables) * 1000, rate: Number(rate) };
  }, kRankSeconds);
  await page.context().close();
  return again;
}
