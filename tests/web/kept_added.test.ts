// Tests that a reload restores what the user added to a program: measured times, own models, changed layouts, and the
// selected machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { decodeState } from '../../web/src/share.ts';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, publishedModels, root, text } from './core.ts';
import { slowest, timed } from './profiles.ts';

const visits = visitsOfTests();
let page: Page;
beforeEach(async () => {
  ({ page } = await visits({ analytical: true }));
});

const mine = (): InputFile => text(dots.replace('HloModule dots', 'HloModule mine'), 'mine.hlo');

async function reload(name: string): Promise<void> {
  await page.reload();
  await ranked(page, name);
  await page.waitForSelector('html[data-ready]');
}

/** Waits until the state in the page address has these fields. */
const addressed = (fields: object) =>
  expect.poll(() => decodeState(new URL(page.url()).hash), { timeout: 10_000 }).toMatchObject(fields);

/** Returns what the browser stores under this key, as JSON; undefined if nothing. */
const stored = (entry: string) =>
  page.evaluate(
    (key) =>
      new Promise<string | undefined>((done) => {
        const opening = indexedDB.open('hlorank', 1);
        opening.onsuccess = () => {
          const request = opening.result.transaction('kept').objectStore('kept').get(key);
          request.onsuccess = () => done(JSON.stringify(request.result));
          opening.result.close();
        };
      }),
    entry,
  );

/** Returns how many changes of layouts the browser stores. */
async function steps(): Promise<number> {
  const entry = JSON.parse((await stored('edits')) ?? 'null') as {
    edits: { whatIf: { history: unknown[] } | null };
  } | null;
  return entry?.edits.whatIf?.history.length ?? 0;
}

/** Deletes everything that the browser stores, except the program. */
const deleteAdded = () =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('hlorank', 1);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('kept', 'readwrite');
          for (const entry of ['profile', 'edits', 'models']) transaction.objectStore('kept').delete(entry);
          transaction.oncomplete = () => done();
          opening.result.close();
        };
      }),
  );

async function dropModel(): Promise<void> {
  const folder = join(
    root,
    'web/public/models',
    publishedModels().find((name) => name === 'calibrated')!,
  );
  const card = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as object;
  await drop(page, [
    { name: 'model.onnx', bytes: new Uint8Array(readFileSync(join(folder, 'model.onnx'))) },
    text(JSON.stringify({ ...card, title: 'My model' }), 'model.json'),
  ]);
  await page.click('text=Rank with this model');
  await page.waitForFunction(() => document.querySelector('#model option:checked')?.textContent === 'My model');
}

/** Changes the layouts of two tensors in the what-if panel. */
async function changeLayouts(): Promise<void> {
  for (let i = 0; i < 2; ++i) {
    const tensor = page.locator('#what-if .tensors button').nth(i);
    await tensor.click();
    await page.waitForFunction(
      (n) => document.querySelectorAll('#what-if .tensors button')[n]?.ariaPressed === 'true',
      i,
    );
    const status = await page.textContent('#what-if .what-if-status');
    await page.locator('#what-if .settings tr:has(input:not(:checked)) input').first().click();
    await expect.poll(() => page.textContent('#what-if .what-if-status')).not.toBe(status);
  }
}

/** Sorts the ranking table by configuration until its first row is the configuration that the user added. */
async function ownRow(): Promise<void> {
  const first = async (): Promise<string> => {
    await page.click('#ranking .head .index button');
    await page.waitForTimeout(300);
    await page.evaluate(() => document.querySelector('#ranking .table')!.scrollTo(0, 0));
    return (await page.textContent('#ranking .rows .row[aria-rowindex="2"] .index'))!;
  };
  await expect.poll(first, { interval: 300, timeout: 10_000 }).toBe('my best');
}

test('measured times', async () => {
  await drop(page, timed());
  await ranked(page, 'optimised.hlo');
  await addressed({ profile: { name: 'times.json' } });
  await expect.poll(async () => (await stored('profile')) !== undefined).toBe(true);
  await reload('optimised.hlo');
  await page.waitForSelector('#hotspots option:text("measured")', { state: 'attached' });
  expect(await page.textContent('#hotspots .row-name')).toContain(slowest()[0]!.name);
  await addressed({ profile: { name: 'times.json' } });
  expect(await page.isVisible('#lost')).toBe(false);
});

test('a model of the user', async () => {
  await drop(page, [mine()]);
  await ranked(page, 'mine');
  await show(page, 'ranking');
  await dropModel();
  await addressed({ model: expect.stringMatching(/^own-/) as string });
  await reload('mine');
  await show(page, 'ranking');
  await expect.poll(() => page.textContent('#model option:checked')).toBe('My model');
  await page.click('#models');
  expect(await page.textContent('#models-list')).toContain('My model');
});

test('changed layouts and configurations of the user', async () => {
  await drop(page, [mine()]);
  await ranked(page, 'mine');
  await show(page, 'ranking');
  await changeLayouts();
  await page.fill('#what-if-name', 'my best');
  await page.click('text=Add to the table');
  await ownRow();
  await changeLayouts();
  const status = (await page.textContent('#what-if .what-if-status'))!;
  expect(status).toMatch(/, 4 steps$/);
  await addressed({ isEdited: true });
  await expect.poll(steps).toBe(4);
  await reload('mine');
  await ownRow();
  await expect.poll(() => page.textContent('#what-if .what-if-status')).toBe(status);
  await expect.poll(() => page.textContent('#explanation .what')).toContain('your configuration');
  await page.click('#what-if button:text-is("Undo")');
  await expect.poll(() => page.textContent('#what-if .what-if-status')).toMatch(/, 3 steps$/);
  await page.click('#what-if button:text-is("Reset")');
  await expect.poll(steps).toBe(0);
  await reload('mine');
  await ownRow();
  expect(await page.textContent('#what-if .what-if-status')).not.toContain('step');
});

test('changed layouts of an example', async () => {
  const [first] = (await page.textContent('#summary h2'))!.split(' ');
  await show(page, 'ranking');
  await page.waitForSelector('#what-if .settings input');
  await changeLayouts();
  const status = (await page.textContent('#what-if .what-if-status'))!;
  await addressed({ isEdited: true });
  await expect.poll(steps).toBe(2);
  await reload(first!);
  await expect.poll(() => page.textContent('#what-if .what-if-status')).toBe(status);
});

test('the machine of the estimates', async () => {
  await drop(page, [mine()]);
  await ranked(page, 'mine');
  await show(page, 'hotspots');
  await page.selectOption('[aria-label="Machine that times are estimated for"]', 'tpu-v4');
  await addressed({ machine: 'tpu-v4' });
  await reload('mine');
  await page.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('[aria-label^="Machine that"]')?.value === 'tpu-v4',
  );
});

test('the page says what it cannot restore', async () => {
  await drop(page, timed());
  await ranked(page, 'optimised.hlo');
  await dropModel();
  await addressed({ profile: { name: 'times.json' }, model: expect.stringMatching(/^own-/) as string });
  await expect.poll(async () => (await stored('profile')) !== undefined).toBe(true);
  await deleteAdded();
  await reload('optimised.hlo');
  await page.waitForSelector('#lost:not([hidden])');
  const lost = (await page.textContent('#lost'))!;
  expect(lost).toMatch(/^Not restored: the model own-\w+: .*model\.onnx/);
  expect(lost).toContain('drop times.json');
  expect((await page.locator('#lost button').boundingBox())!.width).toBeLessThan(100);
  await page.click('#lost button');
  expect(await page.isVisible('#lost')).toBe(false);
});
