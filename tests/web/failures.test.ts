// Tests what the page does when its engine fails: out of memory, not responding, or not loadable.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../web/src/worker/failure.ts';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, firstExample, text } from './core.ts';
import { chooseRow } from './ranking_page.ts';

const visited = visitsOfTests();
const kWorker = /\/worker-[^/]*\.js/;
let page: Page;
let other: Page | null = null;
afterEach(async () => {
  await other?.close();
  other = null;
});

/**
 * Opens a page whose web worker runs `script`. If `script` is null, the worker cannot be fetched. The clock of the page
 * can be set forward.
 */
async function pageWithWorker(script: string | null, query = ''): Promise<{ page: Page; fetched: () => number }> {
  ({ page } = await visited({ analytical: true, again: true }));
  other = await page.context().newPage();
  let fetched = 0;
  const headers = { 'Content-Type': 'text/javascript', 'Cross-Origin-Embedder-Policy': 'require-corp' };
  await other.route(kWorker, (route) => {
    ++fetched;
    return script === null ? route.abort() : route.fulfill({ headers, body: script });
  });
  await other.clock.install();
  await other.goto(new URL(`/${query}`, page.url()).href);
  return { page: other, fetched: () => fetched };
}
const message = (of: Page) => of.textContent('#error .message');
const failed = (of: Page) => of.waitForSelector('#error:not([hidden])');

describe('a file that needs more memory than available', () => {
  test('is named in the error, its memory is freed, and the last program stays usable', async () => {
    ({ page } = await visited({ analytical: true, again: false }));
    await drop(page, [text(dots, 'before.hlo')]);
    await ranked(page, 'before.hlo');
    const [worker] = page.workers();
    const part = gzipSync(new Uint8Array(64 << 20).fill(32));
    await drop(page, [{ name: 'bomb.hlo.gz', bytes: Buffer.concat(Array.from({ length: 20 }, () => part)) }]);
    await failed(page);
    expect(await message(page)).toMatch(/^bomb\.hlo\.gz: .*not enough memory/);
    await expect.poll(() => page.workers().includes(worker!)).toBe(false);
    await show(page, 'ranking');
    await chooseRow(page, 1);
    expect(await page.isVisible('#progress')).toBe(false);
  });

  test('does not restart a large engine unless reading it made the heap grow', async () => {
    ({ page } = await visited({ analytical: true, again: true }));
    const large = await page.evaluate(async (url) => {
      const worker = new Worker(url, { type: 'module' });
      worker.postMessage({ engine: null }); // The worker loads the engine itself.
      const answer = (id: number, kind: string, body: unknown): Promise<{ isLarge?: boolean }> =>
        new Promise((resolve) => {
          worker.addEventListener('message', ({ data }) => data.id === id && resolve(data));
          worker.postMessage({ id, program: 1, kind, body });
        });
      const name = 'gpt_48l_train_adam.hlo.txt.gz';
      const bytes = new Uint8Array(await (await fetch(`examples/${name}`)).arrayBuffer());
      for (let id = 0; id < 2; ++id) await answer(id, 'open', { files: [{ name, bytes }], candidates: 1e6 });
      const early = await answer(2, 'whatIf', { choice: new Uint8Array(0), slot: null });
      const bad = new TextEncoder().encode('HloModule bad, ENTRY');
      const open = await answer(3, 'open', { files: [{ name: 'bad.hlo', bytes: bad }], candidates: 1 });
      worker.terminate();
      return { early: early.isLarge, open: open.isLarge };
    }, page.workers()[0]!.url());
    expect(large).toEqual({ early: false, open: false });
  });

  test('causes an error message when the engine throws', () => {
    const thrown = new WebAssembly.Exception(new WebAssembly.Tag({ parameters: [] }), []);
    expect(failureOf(thrown).crash).toBe('out of memory: this needs more memory than a browser page can use');
    expect(failureOf(new RangeError('Array buffer allocation failed')).help).toMatch(/hlorank rank/);
    expect(failureOf(new Error('odd')).crash).toBe('internal error of hlorank: odd');
  });
});

describe('an engine', () => {
  test('that is compiled but cannot be started answers with an error', async () => {
    ({ page } = await visited({ analytical: true, again: true }));
    const answer = await page.evaluate(async (url) => {
      const worker = new Worker(url, { type: 'module' });
      const told = new Promise<{ crash?: string }>((resolve) =>
        worker.addEventListener('message', ({ data }) => data.id === 1 && resolve(data)),
      );
      const header = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module without code and memory
      worker.postMessage({ engine: await WebAssembly.compile(header) });
      worker.postMessage({ id: 1, program: 1, kind: 'open', body: { files: [], candidates: 1 } });
      return told.finally(() => worker.terminate());
    }, page.workers()[0]!.url());
    expect(answer.crash).toBeTruthy();
  });

  test('that crashes on a file names the file in the error', async () => {
    const breaks = 'onmessage = ({ data }) => postMessage({ id: data.id, crash: "it broke" });';
    const { page: broken } = await pageWithWorker(breaks, '?file=examples/capsule.hlo.txt.gz');
    await failed(broken);
    expect(await message(broken)).toBe('capsule.hlo.txt.gz: it broke');
  });

  test('that does not respond is reported after 20 s and can be restarted', async () => {
    const { page: broken } = await pageWithWorker('onmessage = () => {};');
    await broken.waitForSelector('#progress:not([hidden])');
    await broken.clock.fastForward(19_000);
    expect(await broken.isVisible('#progress button:text-is("Restart")')).toBe(false);
    await broken.clock.fastForward(2_000);
    const button = await broken.waitForSelector('#progress button:text-is("Restart")');
    expect(await broken.isVisible('#error')).toBe(false);
    expect(await broken.textContent('#progress')).toMatch(/No response from the engine for 20 s/);
    await broken.unroute(kWorker);
    await button.click();
    await ranked(broken, firstExample);
  });

  test('that cannot be started is reported once, and started again for the next file', async () => {
    const { page: broken, fetched } = await pageWithWorker(null);
    await failed(broken);
    expect(await message(broken)).toMatch(/engine of this page could not be started/);
    await broken.waitForTimeout(1000);
    expect(fetched()).toBeLessThan(4);
    await broken.unroute(kWorker);
    await drop(broken, [text(dots, 'given.hlo')]);
    await ranked(broken, 'given.hlo');
  });
});

test('a page address with malformed percent-encoding is reported as a missing file', async () => {
  ({ page } = await visited({ analytical: true, again: true }));
  other = await page.context().newPage();
  const problems: string[] = [];
  other.on('pageerror', (error) => problems.push(error.message));
  await other.goto(new URL('/?file=%25ff%25', page.url()).href);
  await failed(other);
  expect(await message(other)).toMatch(/^\S/);
  expect(await message(other)).toContain('%ff%');
  expect(await message(other)).not.toMatch(/^[:\s]/);
  expect(problems).toEqual([]);
});
