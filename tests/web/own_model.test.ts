// Tests the list of models on the page, and models that the user drops.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { drop, pageFolder, ranked, rows, show, type Visit, visitsOfTests } from './browser.ts';
import { firstExample, hlorank, publishedModels, root } from './core.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
async function open(again = true): Promise<void> {
  visit = await visited({ again });
  page = visit.page;
  await show(page, 'ranking');
}

const [folder] = publishedModels() as [string];
const bytes = (path: string) => new Uint8Array(readFileSync(path));
const network = (): InputFile => ({
  name: 'net.onnx',
  bytes: bytes(join(root, 'web/public/models', folder, 'model.onnx')),
});
const cardText = () => readFileSync(join(root, 'web/public/models', folder, 'model.json'), 'utf8');
const card = (changes: object = {}): InputFile => ({
  name: 'card.json',
  bytes: new TextEncoder().encode(JSON.stringify({ ...JSON.parse(cardText()), title: 'My model', ...changes })),
});

test('the list shows size, metrics with confidence intervals, licence and date', async () => {
  await open();
  await page.click('#models');
  const list = await page.$$eval('#models-list tr', (all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
  );
  expect(list).toHaveLength(publishedModels('all').length);
  for (const [title, size, tau, pairs, licence, date] of list) {
    expect(title).toMatch(/\w/);
    expect(size).toMatch(/^\d+ kB$/);
    expect(tau).toMatch(/^0\.\d{3} ± 0\.\d{3}$/);
    expect(pairs).toMatch(/^0\.\d{3} ± 0\.\d{3}$/);
    expect(licence).toBe('Apache-2.0');
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test('Check runs the golden example and shows the largest error', async () => {
  await open();
  await page.click('#models');
  for (const [i] of publishedModels('all').entries()) {
    const row = page.locator('#models-list tr').nth(i);
    await row.locator('button:has-text("Check")').click();
    await page.waitForFunction(
      (n) =>
        /largest error/.test(
          document.querySelectorAll('#models-list tr')[n]!.querySelector('[role=status]')!.textContent,
        ),
      i,
    );
    const words = (await row.locator('[role=status]').textContent())!;
    expect(Number(/error (\S+)/.exec(words)![1])).toBeLessThan(1e-4);
  }
});

test('the card shows checksum, training command and metrics of every family', async () => {
  await open();
  await page.click('.card summary');
  const words = (await page.textContent('.card'))!;
  const { files } = JSON.parse(cardText()) as { files: Record<string, { sha256: string }> };
  expect(words).toContain(files['model.onnx']!.sha256);
  expect(words).toMatch(/hlorank train DATA -o RUN --form \w+/);
  await page.click('.families summary');
  expect(await page.locator('.families tbody tr').count()).toBeGreaterThan(40);
});

describe('a dropped model', () => {
  test('is checked, listed, and can rank', async () => {
    await open();
    await drop(page, [network(), card()]);
    await page.waitForSelector('#models-news h3');
    expect(await page.textContent('#models-news h3')).toBe('My model passed all checks');
    expect(await page.locator('.points .good').count()).toBeGreaterThanOrEqual(9);
    expect(await page.locator('.points .bad').count()).toBe(0);
    await page.click('text=Rank with this model');
    await ranked(page, firstExample);
    expect(await page.textContent('#model option:checked')).toBe('My model');
    expect(await page.getAttribute('#requests', 'data-requests')).toBe('0');
  });

  test('may be one zip archive', async () => {
    await open();
    const path = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'model.zip');
    const parts = join(root, 'web/public/models', folder);
    const code = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for name in ("model.onnx", "model.json"): archive.write(sys.argv[2] + "/" + name, "mine/" + name)`;
    expect(spawnSync('python3', ['-c', code, path, parts]).status).toBe(0);
    await drop(page, [{ name: 'model.zip', bytes: bytes(path) }]);
    const { title } = JSON.parse(cardText()) as { title: string };
    await page.waitForSelector(`#models-news h3:has-text("${title} passed all checks")`);
  });

  test('with another feature schema is rejected before it runs, and the ranking stays', async () => {
    await open();
    await drop(page, [network(), card({ title: 'Another schema', schema: '0123456789abcdef' })]);
    await page.waitForSelector('#models-news h3:has-text("Another schema")');
    expect(await page.textContent('#models-news h3')).toBe('Another schema cannot be used');
    expect(await page.textContent('.points .bad')).toContain('Feature schema');
    expect(await page.locator('text=Rank with this model').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('#model option').allTextContents()).not.toContain('Another schema');
  });

  test('without its card causes an error that asks for the card', async () => {
    await open();
    await drop(page, [network()]);
    await page.waitForSelector('#error:not([hidden])');
    expect(await page.textContent('#error')).toContain('model.json');
  });
});

test('a model listed by `hlorank publish` is on the page and can rank', async () => {
  await open(false);
  await ranked(page, firstExample);
  const best = (await rows(page)).slice(0, 5);
  // Serve a page with an additional model that has the same network as a published model.
  const site = mkdtempSync(join(tmpdir(), 'hlorank-'));
  cpSync(join(pageFolder, 'models'), join(site, 'models'), { recursive: true });
  const place = join(site, 'models/mine');
  hlorank('publish', join(root, 'web/public/models', folder), '-o', place, '--name', 'mine', '--title', 'My machine');
  await page.route('**/models/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(site, pathname) });
  });
  await page.reload();
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await page.click('#models');
  const added = page.locator('#models-list tr').last();
  expect(await added.locator('th').textContent()).toBe('My machine');
  await page.evaluate(() => (document.getElementById('announcer')!.textContent = ''));
  await added.locator('button:has-text("Use")').click();
  await ranked(page, firstExample);
  expect(await page.inputValue('#model')).toBe('mine');
  expect(await page.isVisible('#ranking .notice')).toBe(false);
  expect((await rows(page)).slice(0, 5)).toEqual(best);
  await page.unroute('**/models/**');
});

test('a published network whose checksum differs from its card is rejected', async () => {
  await open();
  // Open the page without the service worker, which already stores the correct file.
  const context = await page.context().browser()!.newContext({ serviceWorkers: 'block' });
  const fresh = await context.newPage();
  const damaged = bytes(join(root, 'web/public/models', folder, 'model.onnx'));
  damaged[damaged.length >> 1]! ^= 1;
  const path = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'model.onnx');
  writeFileSync(path, damaged);
  await fresh.route(new RegExp(`models/${folder}/model\\.onnx$`), (route) => route.fulfill({ path }));
  await fresh.goto(new URL('/', page.url()).href);
  await fresh.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await show(fresh, 'ranking');
  await fresh.waitForSelector('#ranking .notice:not([hidden])');
  expect(await fresh.textContent('#ranking .notice')).toContain('does not match the SHA-256');
  await context.close();
});
