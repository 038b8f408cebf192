// Tests the accessibility of folders, comparisons, models and links: keyboard, small screens, colour vision
// deficiencies.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, file, root, text } from './core.ts';

const visits = visitsOfTests();
let page: Page;
async function open(options: Parameters<typeof visits>[0] = { analytical: true, again: true }): Promise<void> {
  ({ page } = await visits(options));
}

const dump = () => readdirSync(join(root, 'tests/data/dump')).map((name) => file(`tests/data/dump/${name}`));
const changed = text(dots.replace('first = f32[64,256]{1,0}', 'first = f32[64,256]{0,1}'), 'second.hlo');

/** Opens an XLA dump folder and shows the changes of one compilation stage from the previous one. */
async function showFolder(): Promise<void> {
  await drop(page, dump());
  await page.waitForSelector('#folder:not([hidden])');
  await page.focus('#folder-stage');
  await page.keyboard.press('j');
  await page.waitForSelector('#diff-title:has-text("Changes")', { state: 'attached' });
  await ranked(page, 'after_algsimp');
}

const compared = () => page.waitForSelector('#diff-title:has-text("Changes: first.hlo → second.hlo")');
const width = () => page.evaluate(() => document.documentElement.scrollWidth);

test('click targets are at least 24 pixels high and wide', async () => {
  await open();
  await showFolder();
  const small = await page.$$eval(
    '#folder button, #folder select, #folder input, #diff button, .actions button',
    (all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name),
  );
  expect(small).toEqual([]);
});

test('a comparison can be navigated by keyboard only', async () => {
  await open();
  await drop(page, [text(dots, 'first.hlo'), changed]);
  await compared();
  await page.focus('#diff .table.diff');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.diff-detail')!.textContent.includes('parameter'));
  await page.focus('.chip.unchanged');
  await page.keyboard.press('Space');
  expect(await page.getAttribute('.chip.unchanged', 'aria-pressed')).toBe('false');
});

test('each kind of change has a sign and a name, not only a colour', async () => {
  await open();
  await drop(page, [text(dots, 'first.hlo'), changed]);
  await compared();
  for (const [isUnified, name, sign] of [
    [true, 'layout: after', '+'],
    [false, 'layout', '⇄'],
  ] as const) {
    await page.setChecked('#diff input[type=checkbox]', isUnified);
    await page.waitForSelector(`#diff .rows .sign[aria-label="${name}"]`);
    const signs = await page.$$eval('#diff .rows .sign', (all) =>
      all.map((one) => [one.textContent, one.getAttribute('aria-label')]),
    );
    expect(signs).toContainEqual([sign, name]);
    expect(signs.every(([, word]) => word)).toBe(true);
  }
});

test.each([320, 768])('no element is wider than a screen of %i pixels', async (screen) => {
  await open({ width: screen, height: 700, analytical: true });
  await showFolder();
  expect(await width()).toBeLessThanOrEqual(screen);
  await show(page, 'diff');
  expect(await width()).toBeLessThanOrEqual(screen);
  await page.click('#models');
  expect(await width()).toBeLessThanOrEqual(screen);
  await page.keyboard.press('Escape');
  await page.click('#share');
  expect(await width()).toBeLessThanOrEqual(screen);
});
