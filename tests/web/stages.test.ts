// Tests the compilation stages of an XLA dump folder, and the comparison of two programs, on the page.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
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

  test('goes to the next stage with j, and back with k, wherever the focus is outside text', async () => {
    await open(false);
    await dropFolder(page, dump());
    const stage = () => page.textContent('#folder .stage strong');
    await ranked(page, 'before_optimizations');
    for (const focused of ['#hotspots .virtual-list', '.graph-surface', '#tab-diff']) {
      await page.focus(focused);
      await page.keyboard.press('j');
      expect(await stage()).toBe('0008 after algsimp');
      await page.keyboard.press('k');
      expect(await stage()).toBe('before optimizations');
    }
    await page.focus('#graph-search');
    await page.keyboard.press('j');
    expect(await stage()).toBe('before optimizations');
  });

  test('keeps the tabs and the selected instruction at another stage', async () => {
    await open(false);
    await dropFolder(page, dump());
    await ranked(page, 'before_optimizations');
    await show(page, 'conflicts');
    await show(page, 'text');
    await page.fill('#graph-search', 'name:dot_general');
    await page.press('#graph-search', 'Enter');
    const details = '#inspector .graph-details';
    const shown = () => page.textContent(`${details} h3`);
    await expect.poll(shown).toBe('dot_general.1');
    const tabs = () => page.$$eval('#panes [role=tab][aria-selected=true]', (all) => all.map((tab) => tab.textContent));
    await page.focus('#folder-stage');
    await page.keyboard.press('j');
    await page.waitForSelector('#verdict .change');
    await ranked(page, 'after_algsimp');
    await expect.poll(shown).toBe('dot_general.1');
    expect(await tabs()).toEqual(['Conflicts', 'Text']);
    await show(page, 'diff');
    expect(await page.textContent('#diff .table.diff [aria-selected=true]')).toContain('dot_general.1 =');
    await page.selectOption('#folder-since', 'Nothing');
    await page.waitForSelector('#diff .empty');
    await ranked(page, 'after_algsimp');
    await expect.poll(shown).toBe('dot_general.1');
    expect(await tabs()).toEqual(['Conflicts', 'Diff']);
    await page.click('#folder >> text=Close');
    expect(await tabs()).toEqual(['Conflicts', 'Graph']);
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
    await show(page, 'diff');
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
    expect(chips).toEqual(['+ added 1', '⇄ layout 1', '⤳ operands 1', '= unchanged 4']);
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
    await page.click('#diff [aria-label="Previous change"]');
    await page.waitForFunction(() => document.querySelector('.diff-detail')!.textContent.includes('layout'));
    expect(await page.$$eval('.diff-detail mark', (marks) => marks.map((mark) => mark.textContent))).toEqual([
      '1,0',
      '0,1',
    ]);
    await page.click('#diff [aria-label="Next change"]');
    await page.waitForFunction(() =>
      document.querySelector('.diff-detail')!.textContent.includes('Only in the second'),
    );
    await page.check('#diff input[type=checkbox]');
    await expect.poll(async () => (await shown()).filter((line) => line.startsWith('−'))).toHaveLength(2);
    expect((await shown()).filter((line) => line.startsWith('+'))).toHaveLength(3);
  });

  test('keep the selected row in the unified view and under another filter', async () => {
    await open();
    await drop(page, [first, second]);
    await compared('first.hlo', 'second.hlo');
    await page.uncheck('#diff input[type=checkbox]');
    await page.click('#diff .table.diff .row:has-text("second =")');
    const selected = () => page.locator('#diff .table.diff [aria-selected=true]').allTextContents();
    const row = [expect.stringContaining('second = ')];
    const detail = () => page.textContent('.diff-detail');
    expect(await selected()).toEqual(row);
    await page.check('#diff input[type=checkbox]');
    expect(await selected()).toEqual(row);
    for (const chip of ['added', 'layout', 'layout']) {
      await page.click(`.chip.${chip}`);
      expect(await selected()).toEqual(row);
      expect(await detail()).toContain('second = ');
    }
    await page.click('.chip.unchanged');
    expect([await selected(), await detail()]).toEqual([[], '']);
    await page.click('.chip.unchanged');
    expect(await selected()).toEqual(row);
  });

  test('have lines in the middle of their rows in the unified view', async () => {
    await open();
    await drop(page, [first, second]);
    await compared('first.hlo', 'second.hlo');
    await page.check('#diff input[type=checkbox]');
    const away = await page.$$eval('#diff .table.diff .rows .row', (rows) =>
      rows.map((row) => {
        const [outer, inner] = [row, row.querySelector('code, strong')!].map((one) => one.getBoundingClientRect());
        return Math.abs((outer!.top + outer!.bottom) / 2 - (inner!.top + inner!.bottom) / 2);
      }),
    );
    expect(Math.max(...away)).toBeLessThan(3);
  });
});
