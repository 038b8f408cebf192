// What the page costs a user, measured in it. Times in milliseconds, memory in bytes.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { drawn, give, ranked } from './site.mjs';

const watching = (page) => page.addInitScript({ path: join(import.meta.dirname, 'watch.js') });
const longest = (durations) => Math.max(0, ...durations);
const watchOf = (page) => page.evaluate(() => ({ marks: watch.marks, answers: watch.answers }));

/** Connections as Lighthouse throttles them. */
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

/** A first visit: when the first example is seen, can be used, and is ranked by the engine. */
export async function start(site, connection) {
  const page = await site.visit({
    until: 'html[data-ready]',
    prepare: async (page) => {
      await watching(page);
      await throttle(page, connection);
    },
  });
  const { marks } = await watchOf(page);
  const ends = await page.evaluate(
    () =>
      new Promise((done) => {
        const observer = new PerformanceObserver((list) =>
          done(list.getEntries().map(({ startTime, duration }) => startTime + duration)),
        );
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(() => done([]), 500); // it says nothing where there was no long task
      }),
  );
  const busy = ends.filter((end) => end < marks.ranked + 50);
  await page.context().close();
  return { visible: marks.visible, interactive: Math.max(marks.visible, longest(busy)), ranked: marks.ranked };
}

/** The most memory that a process of the browser that draws pages has held. */
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

/** The longest task of the page's thread meanwhile: by the clock, and of the processor alone. */
async function longestTask(site, page, act) {
  await site.browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse(await site.browser.stopTracing());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const isPage = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => /RunTask$/.test(event.name) && isPage.has(thread(event)));
  return {
    clock: longest(tasks.map(({ dur = 0 }) => dur / 1000)),
    processor: longest(tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}

async function use(page) {
  await page.click('#ranking .rows .row[aria-rowindex="4"]');
  await page.waitForTimeout(300);
  await page.locator('#graph-search').pressSequentially('op:dot', { delay: 60 });
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count').textContent));
  await page.press('#graph-search', 'Enter');
  await page.waitForTimeout(300);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', '+', '-']) await page.press('.graph-surface', key);
  await page.click('#graph button:text-is("Open all")');
  await page.waitForTimeout(1500);
}

/** A program is opened and used: until it is ranked and drawn, the longest task, the longest answer, memory. */
export async function program(site, path) {
  const page = await site.visit({ prepare: watching });
  await page.evaluate((name) => watch.program(name), basename(path));
  const opening = await longestTask(site, page, async () => {
    await give(page, path);
    await Promise.all([ranked(page, path), drawn(page, path)]);
    await page.waitForTimeout(500); // what opening leaves behind
  });
  const { given, ranked: whenRanked, drawn: whenDrawn } = (await watchOf(page)).marks;
  await page.evaluate(() => (watch.answers.length = 0));
  const using = await longestTask(site, page, () => use(page));
  const { answers } = await watchOf(page);
  const memory = await page.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);
  const peak = await peakOfRenderers(site);
  await page.context().close();
  return {
    ranked: whenRanked - given,
    drawn: whenDrawn - given,
    opening,
    using,
    answer: longest(answers),
    memory,
    peak,
  };
}

/** Pictures, frames and search: the figures of `?bench`. */
export async function frames(site, path) {
  const page = await site.visit({ query: '?bench', until: '#graph[data-bench]' }); // of the first example
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

/** Ranks generated configurations of a program by the default model: the first time, and again. */
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
  const again = await page.evaluate(async () => {
    const chooser = document.getElementById('model');
    const announcer = document.getElementById('announcer');
    const rank = (name) => {
      announcer.textContent = '';
      chooser.value = name;
      chooser.dispatchEvent(new Event('change'));
      return new Promise((done) => {
        const look = () => (/ranked$/.test(announcer.textContent) ? done() : requestAnimationFrame(look));
        look();
      });
    };
    const name = chooser.value;
    await rank('h2');
    const begin = performance.now();
    await rank(name);
    const { tables, rate } = document.querySelector('#ranking .status').dataset;
    return { name, whole: performance.now() - begin, tables: Number(tables) * 1000, rate: Number(rate) };
  });
  await page.context().close();
  return again;
}
