// Tests that a reload restores what the page showed. The state is in the page address, and the browser stores the
// files.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { decodeState, type SharedState } from '../../web/src/share.ts';
import { readZip } from '../../web/src/zip.ts';
import { drop, type Visit, visitsOfTests } from './browser.ts';
import { dots, firstExample, measured, text } from './core.ts';
import { dropFolder, dump } from './folder_page.ts';
import { withRows } from './npz.ts';
import { chooseRow, explained } from './ranking_page.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
beforeEach(async () => {
  visit = await visited({ analytical: true });
  page = visit.page;
});

const mine = (): InputFile => text(dots.replace('HloModule dots', 'HloModule mine'), 'mine.hlo');

/** Waits until the page has opened and ranked this program. */
const ranked = (name: string, on = page) =>
  on.waitForFunction(
    (wanted) =>
      document.querySelector('#summary .identity')?.textContent?.includes(wanted) &&
      document.getElementById('announcer')!.textContent.endsWith('ranked'),
    name,
  );

async function open(files: InputFile[], name: string): Promise<void> {
  await drop(page, files);
  await ranked(name);
}

const said = (words: string, on = page) =>
  on.waitForFunction((wanted) => document.getElementById('kept')!.textContent.includes(wanted), words);

const stateOf = (on: Page): SharedState | null => decodeState(new URL(on.url()).hash);

/** Waits until the page address contains this state. */
const addressed = (wanted: Partial<SharedState>) =>
  expect.poll(() => stateOf(page), { timeout: 10_000 }).toMatchObject(wanted);

async function reload(name: string): Promise<void> {
  await page.reload();
  await ranked(name);
  await page.waitForSelector('html[data-ready]');
}

const selected = (selector: string, on = page) =>
  on.waitForFunction((tab) => document.querySelector(tab)?.getAttribute('aria-selected') === 'true', selector);

test('a reload brings back program, model, configuration, instruction and tabs', async () => {
  await open([mine()], 'mine');
  await said('This file is kept in this browser for the next reload.');
  await page.click('#tab-ranking');
  const { rank, index } = await chooseRow(page, 3);
  await page.click('#tab-instructions');
  await page.click('#instructions .rows .row[aria-rowindex="5"]');
  await page.click('#tab-text');
  await page.keyboard.press('3');
  const shown = {
    files: [{ name: 'mine.hlo', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    model: 'analytical',
    configuration: index,
    instruction: 3,
    list: 'conflicts',
    view: 'text',
    drawer: 'instructions',
  } satisfies Partial<SharedState>;
  await addressed(shown);
  await reload('mine');
  await explained(page, rank);
  for (const tab of ['#tab-conflicts', '#tab-text', '#tab-instructions']) await selected(tab);
  expect(await page.isVisible('#instructions')).toBe(true);
  await selected('#instructions .rows .row[aria-rowindex="5"]');
  await said('This file is kept');
  await addressed(shown);
});

test('a reload brings back a program and its configurations', async () => {
  const [program, configurations] = [measured('capsule')[0]!, measured('capsule')[1]!];
  const members = await readZip(configurations.bytes);
  await open([program, { name: 'some.npz', bytes: withRows(members, [5, 3, 1]) }], 'capsule');
  await said('These files are kept in this browser for the next reload.');
  await addressed({ files: [{ name: program.name }, { name: 'some.npz' }] as SharedState['files'] });
  await reload('capsule');
  expect(await page.textContent('#ranking .status')).toContain('2 configurations of the file and XLA’s own choice');
  expect(await page.getAttribute('body', 'data-drawer')).toBe('closed');
});

test('a reload brings back two compared programs, and a stage of a folder with its changes', async () => {
  await open([text(dots, 'first.hlo'), text(dots.replace('64,256]{1,0}', '64,256]{0,1}'), 'second.hlo')], 'second.hlo');
  await said('These files are kept');
  await addressed({ view: 'diff', compared: { name: 'first.hlo' } as SharedState['files'][0] });
  await page.click('#tab-graph-view');
  await addressed({ view: 'graph' });
  await reload('second.hlo');
  await selected('#tab-graph-view');
  expect(await page.textContent('#diff-title')).toBe('Changes: first.hlo → second.hlo');

  await dropFolder(page, dump());
  await ranked('jit_net');
  await page.waitForSelector('#folder:not([hidden])');
  await page.click('[aria-label="Next stage (j)"]');
  await expect.poll(() => stateOf(page)?.files[0]!.name, { timeout: 10_000 }).toContain('after_algsimp');
  await expect.poll(() => stateOf(page)?.compared?.name, { timeout: 10_000 }).toContain('before_optimizations');
  await said('This folder is kept');
  await reload('after_algsimp');
  expect(await page.textContent('#diff-title')).toMatch(/before_optimizations.* → .*after_algsimp/);
});

test('a reload brings back a folder with its modules, its stage and what the stage is compared with', async () => {
  const shown = () =>
    page.evaluate(() => [
      document.querySelector('#folder-module option:checked')!.textContent,
      document.querySelector('.stage')!.textContent,
      document.querySelector('#folder-since option:checked')!.textContent,
    ]);
  await dropFolder(page, dump());
  await ranked('jit_net');
  await page.selectOption('#folder-since', 'before optimizations');
  for (let i = 0; i < 2; ++i) await page.click('[aria-label="Next stage (j)"]');
  await expect.poll(() => stateOf(page)?.compared?.name, { timeout: 10_000 }).toContain('before_optimizations');
  await expect.poll(() => stateOf(page)?.files[0]!.name, { timeout: 10_000 }).toContain('after_cse');
  await said('This folder is kept');
  const before = await shown();
  await reload('after_cse');
  await page.waitForSelector('#folder:not([hidden])');
  expect(await shown()).toEqual(before);
  expect(before).toEqual([
    'module_0008 jit_net (6 stages)',
    expect.stringContaining('0016 after cse 3 of 6'),
    'before optimizations',
  ]);

  await page.click('[aria-label="Next stage (j)"]');
  await expect.poll(() => stateOf(page)?.files[0]!.name, { timeout: 10_000 }).toContain('after_layout-assignment');

  await open([mine()], 'mine');
  await said('This file is kept');
  await reload('mine');
  expect(await page.isVisible('#folder')).toBe(false);
});

test('the address stays empty for the untouched first example, and names an example that is chosen', async () => {
  await ranked(firstExample);
  await page.keyboard.press('Tab');
  await page.waitForTimeout(500);
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.textContent('#kept')).toBe('');
  await page.click('#tab-text');
  await addressed({ view: 'text' });
  await page.click('#tab-graph-view');
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.click('#examples');
  await page.click('#example-list button:has-text("Capsule network")');
  await ranked('capsule');
  await addressed({ files: [{ name: 'capsule.hlo.txt.gz' }, { name: 'capsule.npz' }] as SharedState['files'] });
  expect(await page.textContent('#kept')).toBe('');
  await reload('capsule');
});

test('Forget deletes the files, clears the address and lasts until another program is opened', async () => {
  await open([mine()], 'mine');
  await said('This file is kept');
  await page.click('#kept button');
  await said('No file is kept.');
  expect(new URL(page.url()).hash).toBe('');
  await page.click('#tab-text');
  await page.waitForTimeout(500);
  expect(new URL(page.url()).hash).toBe('');
  const { origin } = new URL(page.url());
  await reload(firstExample);
  expect(await page.textContent('#kept')).toBe('');

  await open([mine()], 'mine');
  await said('This file is kept');
  await page.goto(`${origin}/`);
  await ranked(firstExample);
  await said('Kept in this browser: mine.hlo.');
  await page.click('#kept button');
  await said('No file is kept.');
});

test('a link asks for a file that is not here, and stays in the address until other files are opened', async () => {
  await open([mine()], 'mine');
  await addressed({ files: [{ name: 'mine.hlo' }] as SharedState['files'] });
  const link = page.url();
  const stranger = await page.context().browser()!.newContext({ serviceWorkers: 'block' });
  await stranger.route('**/models/index.json', (route) => route.fulfill({ json: { models: [] } }));
  const other = await stranger.newPage();
  await other.goto(link);
  await other.waitForSelector('#asked:not([hidden])');
  expect(await other.textContent('#asked')).toContain('mine.hlo');
  await other.waitForSelector('html[data-ready]');
  expect(other.url()).toBe(link);
  await drop(other, [text(dots, 'else.hlo')]);
  await ranked('dots', other);
  await expect.poll(() => stateOf(other)?.files[0]!.name).toBe('else.hlo');
  await drop(other, [{ ...mine(), name: 'renamed.hlo' }]);
  await ranked('mine', other);
  await other.waitForSelector('#asked', { state: 'hidden' });
  await stranger.close();
});

test('a page whose browser blocks storage, or has no room, says that the file is not kept', async () => {
  const { origin } = new URL(page.url());
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await page.goto(`${origin}/`);
  await ranked(firstExample);
  await open([mine()], 'mine');
  await said('This file is not kept for the next reload: the browser blocks storage.');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.reload();
  await page.waitForSelector('#asked:not([hidden])');
  await open([mine()], 'mine');
  await said('This file is not kept for the next reload: the browser has no room for it.');
  expect(await page.isVisible('#error')).toBe(false);
});

test('nothing leaves the computer', async () => {
  const { origin } = new URL(page.url());
  visit.requests.length = 0;
  await open([mine()], 'mine');
  await said('This file is kept');
  expect(visit.requests).toEqual([]);
  await reload('mine');
  await page.waitForSelector('#requests[data-requests="0"]');
  expect(visit.requests.every((url) => new URL(url).origin === origin)).toBe(true);
  expect(visit.requests.some((url) => url.includes('mine'))).toBe(false);
});

test('the ranking of the first example is preloaded, but not when a reload brings back another program', async () => {
  const loads = () => visit.requests.filter((url) => url.endsWith('/first.json')).length;
  expect(loads()).toBe(1);
  const initiators = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry.name.endsWith('/first.json') ? (entry as PerformanceResourceTiming).initiatorType : [],
      ),
  );
  expect(initiators).toContain('link');
  await open([mine()], 'mine');
  await said('This file is kept');
  visit.requests.length = 0;
  await reload('mine');
  expect(loads()).toBe(0);
});

test('a file that is dropped before the reload has restored the last one is opened', async () => {
  await open([mine()], 'mine');
  await said('This file is kept in this browser for the next reload.');
  await page.reload();
  const yours = text(dots.replace('HloModule dots', 'HloModule yours'), 'yours.hlo');
  await open([yours], 'yours');
  await page.waitForSelector('html[data-ready]');
  await ranked('yours');
});
