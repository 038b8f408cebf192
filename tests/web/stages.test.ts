// Tests the compilation stages of an XLA dump folder, and the comparison of two programs, on the page.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop, ranked, visitsOfTests } from './browser.ts';
import { dots, text } from './core.ts';
import { dropFolder, dump } from './folder_page.ts';

const visited = visitsOfTests();
let page: Page;
async function open(again = true): Promise<void> {
  ({ page } = await visited({ analytical: true, again }));
}

const compared = (first: string, second: string) =>
  page.waitForSelector(`#diff-title:has-text("Changes: ${first} → ${second}")`);

describe('a dumped folder', () => {
  test('has stages that are selected with slider, buttons, j and k', async () => {
    await open(false);
    await dropFolder(page, dump());
    const stage = () => page.textContent('#folder .stage strong');
    await ranked(page, 'before_optimizations');
    expect(await stage()).toBe('before optimizations');
    await page.focus('#folder-stage');
    await page.keyboard.press('j');
    expect(await stage()).toBe('0008 after algsimp');
    await page.keyboard.press('k');
    expect(await stage()).toBe('before optimizations');
    await page.keyboard.press('End');
    expect(await stage()).toBe('after optimizations (cpu)');
    await page.click('[aria-label="Previous stage (k)"]');
    await ranked(page, 'after_fusion-wrapper');
    expect(await page.getAttribute('#folder-stage', 'aria-valuetext')).toBe('0025 after fusion-wrapper, 5 of 6');
    await page.click('#folder details summary');
    expect(await page.textContent('#folder details')).toContain('jit_net.debug_options');
  });

  test('is first compared with nothing and shows the verdict on layouts, then with the previous stage', async () => {
    await open(false);
    await dropFolder(page, dump());
    await ranked(page, 'before_optimizations');
    expect(await page.inputValue('#folder-since')).toBe('Nothing');
    expect(await page.locator('#verdict .change').count()).toBe(0);
    await page.focus('#folder-stage');
    await page.keyboard.press('j');
    await page.waitForSelector('#verdict .change');
    expect(await page.inputValue('#folder-since')).toBe('Previous stage');
  });

  test('shows changes from the previous stage or another one', async () => {
    await open(false);
    await dropFolder(page, dump());
    await page.focus('#folder-stage');
    for (let i = 0; i < 3; ++i) await page.keyboard.press('j');
    await page.waitForSelector('#diff-title:has-text("Changes")');
    await page.waitForFunction(() => document.querySelector('.chip.layout strong')?.textContent === '3');
    expect(await page.textContent('.chip.added strong')).toBe('2');
    await page.selectOption('#folder-since', { label: 'before optimizations' });
    await page.waitForFunction(() => document.querySelector('.chip.removed'));
  });
});

describe('two programs', () => {
  const first = text(dots, 'first.hlo');
  const second = text(
    dots
      .replace('first = f32[64,256]{1,0}', 'first = f32[64,256]{0,1}')
      .replace(
        'ROOT r = f32[2,32,32]{2,1,0} reshape(second)',
        'c = f32[64,32]{0,1} copy(second)\n  ROOT r = f32[2,32,32]{2,1,0} reshape(c)',
      ),
    'second.hlo',
  );

  test('are shown side by side, with the kinds of change counted', async () => {
    await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await drop(page, [first, second]);
    await compared('first.hlo', 'second.hlo');
    const isUnified = () => page.isChecked('#diff input[type=checkbox]');
    expect(await isUnified()).toBe(false);
    const chips = await page.$$eval('#diff .chip', (elements) => elements.map((chip) => chip.textContent.trim()));
    expect(chips).toEqual(['+ added 1', '⇄ layout 1', '⤳ operands 1', 'unchanged 4']);
    await ranked(page, 'dots'); // the second program is open and ranked
    await page.setViewportSize({ width: 1280, height: 900 }); // too narrow to show the programs side by side
    await expect.poll(isUnified).toBe(true);
  });

  test('are filtered by kind of change, stepped through, and shown in a unified view', async () => {
    await open();
    await drop(page, [first, second]);
    await compared('first.hlo', 'second.hlo');
    const shown = () => page.$$eval('#diff .table.diff .rows .row', (all) => all.map((row) => row.textContent.trim()));
    await page.uncheck('#diff input[type=checkbox]');
    await expect.poll(async () => (await shown()).length).toBe(8);
    await page.click('.chip.unchanged');
    await expect.poll(async () => (await shown()).length).toBe(4);
    await page.click('#diff [aria-label="Next change"]');
    await page.waitForFunction(() => document.querySelector('.diff-detail')!.textContent.includes('layout'));
    expect(await page.$$eval('.diff-detail mark', (marks) => marks.map((mark) => mark.textContent))).toEqual([
      '1,0',
      '0,1',
    ]);
    await page.check('#diff input[type=checkbox]');
    await expect.poll(async () => (await shown()).filter((line) => line.startsWith('−'))).toHaveLength(2);
    expect((await shown()).filter((line) => line.startsWith('+'))).toHaveLength(3);
  });
});
