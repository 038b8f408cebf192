// Tests that the page can be used with the keyboard alone, in Chromium.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, root, text } from './core.ts';
import { explained } from './ranking_page.ts';

const visits = visitsOfTests();
let page: Page;

async function open(again = true): Promise<void> {
  ({ page } = await visits({ again }));
}

/** Returns the name of the focused element, whether its focus is visible, and whether it is in view. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement!;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + Math.min(box.width, innerWidth) / 2, box.y + Math.min(box.height, 20) / 2];
    const there = document.elementFromPoint(x, y);
    return {
      name: element.id || element.getAttribute('aria-label') || element.textContent.trim().slice(0, 30),
      isBody: element === document.body,
      isOutlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      isUncovered: there !== null && (element.contains(there) || there.contains(element)),
    };
  });

/**
 * Presses Tab or Shift+Tab until an element that matches `selector` has the focus. Expects that each element on the way
 * shows its focus visibly.
 */
async function tabTo(selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press(key);
    const { name, isBody, isOutlined, isUncovered } = await focused();
    if (isBody) continue; // the focus has left the page for the browser's toolbar
    expect(isOutlined, `the focus on ${name} is outlined`).toBe(true);
    expect(isUncovered, `nothing covers ${name}`).toBe(true);
    if (await page.evaluate((css) => document.activeElement!.matches(css), selector)) return;
  }
  throw new Error(`${selector} is not reached by ${key}`);
}

test('1 to 4 move the focus to a list, and ? opens the help', async () => {
  await open();
  await page.click('#verdict');
  for (const [key, panel] of [
    ['1', 'hotspots'],
    ['3', 'conflicts'],
    ['4', 'outline'],
    ['2', 'layouts'],
  ]) {
    await page.keyboard.press(key!);
    await page.waitForFunction((id) => document.getElementById(id)!.contains(document.activeElement), panel!);
  }
  const selected = () => page.getAttribute('#layouts .list-row[aria-selected="true"]', 'aria-posinset');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect.poll(selected).toBe('2');
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog:not([open])', { state: 'attached' });
});

test('a file can be opened, edited in what-if and exported by keyboard only', async () => {
  await open();
  // Start waiting for the file dialog before the key is pressed, so that its event is not missed.
  const asked = page.waitForEvent('filechooser');
  await tabTo('#open');
  await page.keyboard.press('Enter');
  await (await asked).setFiles({ name: 'dots.hlo', mimeType: 'text/plain', buffer: Buffer.from(dots) });
  await ranked(page, 'dots');
  await tabTo('#tab-ranking');
  await page.keyboard.press('Enter');
  await tabTo('#ranking .table');
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await explained(page, 3);
  await tabTo('#what-if .settings input', 'Shift+Tab');
  const before = await page.getAttribute('#what-if .what-if-status', 'data-score');
  await page.keyboard.press('ArrowDown'); // selects another layout of the tensor
  await page.waitForFunction(
    (score) => document.querySelector<HTMLElement>('#what-if .what-if-status')!.dataset.score !== score,
    before,
  );
  await tabTo('#what-if-name');
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#explanation .what')!.textContent.includes('by keys'));
  await tabTo('button[popovertarget="save-menu"]');
  await page.keyboard.press('Enter');
  await tabTo('#save-menu button:nth-of-type(4)');
  expect((await focused()).name).toContain('Constrained HLO text');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('dots.by-keys.hlo');
  const { status, stderr } = spawnSync(join(root, 'build/hlorank'), ['check', await download.path()], {
    encoding: 'utf8',
  });
  expect(stderr + status).toMatch(/0$/);
});

test('Tab reaches every control with a visible focus', async () => {
  await open(false);
  /**
   * Returns the names of all elements that Tab reaches, until the focus leaves the page or returns to the first
   * element.
   */
  const stops = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (let i = 0; i < 200; ++i) {
      await page.keyboard.press('Tab');
      const { name, isBody, isOutlined, isUncovered } = await focused();
      if (isBody) return seen;
      seen.push(name);
      expect(isOutlined, name).toBe(true);
      expect(isUncovered, name).toBe(true);
    }
    throw new Error('the focus does not leave the page');
  };
  await show(page, 'ranking');
  await page.focus('.skip');
  const first = ['graph-search', 'open', 'open-more', 'examples', 'models', 'share', 'help', 'theme'];
  const panes = ['tab-layouts', 'Layouts', 'split-list', 'tab-graph-view', 'graph-overlay', 'split-inspector'];
  const table = ['split-drawer', 'tab-ranking', 'model', 'Configurations'];
  expect(await stops()).toEqual(expect.arrayContaining([...first, ...panes, ...table]));
  await show(page, 'instructions'); // moves the focus to the tab of the view
  expect(await stops()).toEqual(expect.arrayContaining(['Instructions']));
  await page.focus('#open-more');
  await page.keyboard.press('Enter');
  for (const name of ['open-folder', 'paste']) {
    await page.keyboard.press('Tab');
    expect((await focused()).name).toBe(name);
  }
});

describe('in the table of configurations', () => {
  test('arrow keys move the selection and explain the selected row', async () => {
    await open();
    await show(page, 'ranking');
    await page.focus('#ranking .table');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await explained(page, 2);
    await page.keyboard.press('End');
    await explained(page, Number(await page.getAttribute('#ranking .table', 'aria-rowcount')) - 1);
    const active = (await page.getAttribute('#ranking .table', 'aria-activedescendant'))!;
    expect(await page.getAttribute(`#${active}`, 'aria-selected')).toBe('true');
  });

  test('Space adds to the comparison, and column titles sort', async () => {
    await open();
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots');
    await show(page, 'ranking');
    await page.focus('#ranking .table');
    for (const key of ['Home', 'ArrowDown', ' ']) await page.keyboard.press(key);
    await page.waitForFunction(() => /is selected/.test(document.querySelector('#compare')!.textContent));
    await page.focus('#ranking .head .index button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#ranking .head .index[aria-sort="ascending"]');
  });
});

test('help opens and closes', async () => {
  await open();
  await page.focus('#help');
  await page.keyboard.press('Enter');
  expect(await page.textContent('#help-dialog')).toContain('xla_dump_hlo_pass_re=layout-assignment');
  const keys = await page.$$eval('#help-dialog kbd', (all) => all.map((key) => key.textContent));
  expect(keys).toEqual(
    expect.arrayContaining(['?', '/', '1', 'j', 'k', 'n', 'N', '[', ']', '+', '−', '0', 'F', 'Backspace', 'Space']),
  );
  await page.keyboard.press('Escape');
  expect(await page.isVisible('#help-dialog')).toBe(false);
});
