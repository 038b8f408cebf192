// Tests the examples that the page ships.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rows, show, visitsOfTests } from './browser.ts';
import { firstExample, root } from './core.ts';

let page: Page;
const visited = visitsOfTests();
async function open(options: Parameters<typeof visited>[0] = { analytical: true, again: true }): Promise<void> {
  ({ page } = await visited(options));
  await show(page, 'ranking');
}

interface Listed {
  title: string;
  kind: string;
  licence: string;
  bytes: number;
}
const { examples } = JSON.parse(readFileSync(join(root, 'web/public/examples/index.json'), 'utf8')) as {
  examples: Listed[];
};

test('there are at least eight examples of different kinds, each with size and licence', async () => {
  expect(new Set(examples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8);
  await open();
  await page.click('#examples');
  const shown = await page.$$eval('#example-list button', (buttons) =>
    buttons.map((button) => button.textContent.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')),
  );
  expect(shown).toHaveLength(examples.length);
  examples.forEach(({ title, kind, licence }, i) => {
    expect(shown[i]).toContain(title);
    expect(shown[i]).toContain(kind);
    expect(shown[i]).toMatch(/\d kB/);
    expect(shown[i]).toContain(licence);
  });
});

test('the first example is shown before the engine is loaded', async () => {
  await open({});
  const first = async (on: Page) => (await rows(on)).slice(0, 5);
  // Wait until the explanation of the first row has replaced the placeholder "…".
  await expect.poll(async () => JSON.stringify(await first(page))).not.toContain('…');
  const wanted = await first(page);
  // Open the page without the service worker, which already stores all files.
  const context = await page.context().browser()!.newContext({ serviceWorkers: 'block' });
  const fresh = await context.newPage();
  await fresh.route(/\.wasm$/, () => {}); // the request for the engine is never answered
  await fresh.goto(new URL('/', page.url()).href);
  await show(fresh, 'ranking');
  await fresh.waitForFunction(() => document.querySelectorAll('#ranking .rows .row .bar').length > 5);
  await expect.poll(() => first(fresh)).toEqual(wanted);
  expect(await fresh.textContent('#summary')).toContain(firstExample);
  await context.close();
});

test('the first example is interactive while the engine ranks it, and the selection persists', async () => {
  await open({});
  const context = await page.context().browser()!.newContext({ serviceWorkers: 'block' });
  const fresh = await context.newPage();
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await fresh.route(/simulated\/model\.onnx$/, async (route) => {
    await asked;
    await route.continue();
  });
  await fresh.goto(new URL('/', page.url()).href);
  await fresh.waitForSelector('#graph[data-drawn]'); // the engine has opened the program
  await show(fresh, 'ranking');
  await fresh.click('#ranking .rows .row[aria-rowindex="4"]');
  await fresh.waitForFunction(() => /Rank 3/.test(document.querySelector('#explanation .what')!.textContent));
  expect(await fresh.isVisible('#what-if')).toBe(false); // the what-if panel needs a ranking by the engine
  answer();
  await fresh.waitForSelector('#what-if:not([hidden])');
  expect(await fresh.getAttribute('#ranking .rows .row[aria-rowindex="4"]', 'aria-selected')).toBe('true');
  await fresh.waitForFunction(() => /Rank 3/.test(document.querySelector('#explanation .what')!.textContent));
  await context.close();
});
