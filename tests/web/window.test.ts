// Tests the main view of the page in Chromium: panes, tabs and the separators between panes fit the window and are usable
// with mouse and keyboard.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { drop, ranked, show, type View, views, visitsOfTests } from './browser.ts';
import { bad, dots, file, measured, text } from './core.ts';
import { dropFolder, dump } from './folder_page.ts';
import { find } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;
async function open(width = 1280, height = 900): Promise<void> {
  ({ page } = await visits({ width, height, analytical: true, again: true }));
}

describe.each([
  [1440, 900],
  [1024, 768],
])('at %i × %i pixels', (width, height) => {
  const isScrolling = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return scrollWidth > innerWidth || scrollHeight > innerHeight;
    });

  test('verdict, list and graph are in view, and the document does not scroll in any tab', async () => {
    await open(width, height);
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots');
    for (const region of ['verdict', 'list', 'graph', 'inspector']) {
      const box = (await page.locator(`#${region}`).boundingBox())!;
      expect(Math.min(box.width, box.height), region).toBeGreaterThan(20);
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, region).toBe(true);
    }
    for (const view of views) {
      await show(page, view);
      expect(await isScrolling(), view).toBe(false);
      expect((await page.locator('#graph').boundingBox())!.height, view).toBeGreaterThan(100);
    }
  });

  test('the drawer leaves the graph a height of 250 pixels', async () => {
    await open(width, height);
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    await show(page, 'graph-view');
    await show(page, 'ranking');
    expect((await page.locator('.graph-surface').boundingBox())!.height).toBeGreaterThan(240);
    expect((await page.locator('#ranking').boundingBox())!.height).toBeGreaterThan(150);
  });

  test('neither an error, a folder nor the open drawer makes the document scroll', async () => {
    await open(width, height);
    await drop(page, [text(bad, 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    expect(await isScrolling()).toBe(false);
    await dropFolder(page, dump());
    await page.waitForSelector('#folder:not([hidden])');
    await drop(page, [text(bad, 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    await show(page, 'ranking');
    expect(await isScrolling()).toBe(false);
    for (const region of ['graph', 'ranking'])
      expect((await page.locator(`#${region}`).boundingBox())!.height, region).toBeGreaterThan(100);
  });
});

test('names and shapes are code in every list, other words are not', async () => {
  await open();
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  const fonts = (selector: string) =>
    page.$$eval(selector, (all) => [...new Set(all.map((one) => getComputedStyle(one).fontFamily.split(' ')[0]))]);
  for (const [list, name, word] of [
    ['hotspots', '.row-name > :first-child', '.row-name .muted'],
    ['outline', '[aria-level="2"] .tree-title > *', '[aria-level="1"] > .muted'],
  ] as const) {
    await show(page, list);
    await page.waitForSelector(`#${list} ${name}`);
    expect(await fonts(`#${list} ${name}`), list).toEqual(['"JetBrains']);
    expect(await fonts(`#${list} ${word}`), list).toEqual(['"Inter']);
  }
});

test('the heads of all lists are as high as the toolbar of the graph', async () => {
  await open();
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  const toolbar = (await page.locator('.graph-tools').boundingBox())!;
  for (const list of ['hotspots', 'layouts', 'conflicts', 'outline'] as const) {
    await show(page, list);
    const head = (await page.locator(`#${list} .list-head`).boundingBox())!;
    expect([head.y, head.height], list).toEqual([toolbar.y, toolbar.height]);
  }
});

test('a long file name leaves room for the search', async () => {
  await open();
  await drop(page, [text(dots, `module_0012.jit__lambda.${'HLO_passes_after_layout_assignment.'.repeat(3)}txt`)]);
  await ranked(page, 'dots');
  expect((await page.locator('#graph-search').boundingBox())!.width).toBeGreaterThan(220);
});

test('the gutter of the text has room for the digits of its line numbers, and no more', async () => {
  const gutter = async (lines: number) => {
    await open();
    const constants = Array.from({ length: lines }, (_, i) => `  k${i} = f32[] constant(${i})`);
    const program = ['HloModule m', '', 'ENTRY e {', ...constants, '  ROOT r = f32[] negate(k0)', '}', ''];
    await drop(page, [text(program.join('\n'), `m${lines}.hlo`)]);
    await page.waitForSelector(`#program-name[title="m${lines}.hlo"]`);
    await show(page, 'text');
    return (await page.locator('#text .line-number').first().boundingBox())!.width;
  };
  expect((await gutter(200)) - (await gutter(20))).toBeCloseTo(7.5, 0);
});

test('the model in use cannot be chosen again', async () => {
  await open();
  await page.click('#models');
  const buttons = page.locator('#models-list td.buttons button:first-child');
  const name = await page.$eval('#model', (select: HTMLSelectElement) => select.selectedOptions[0]!.textContent);
  for (const button of await buttons.all()) {
    const label = (await button.getAttribute('aria-label'))!;
    expect([await button.textContent(), await button.isDisabled()], label).toEqual(
      label.endsWith(`: ${name}`) ? ['In use', true] : ['Use', false],
    );
  }
  await page.keyboard.press('Escape');
});

test('on a phone, the verdict with its details and the name of the file are legible', async () => {
  await open(390, 844);
  await page.waitForSelector('#verdict .verdict-detail .link');
  for (const selector of ['.verdict-line', '.verdict-detail']) {
    const { x, width, height } = (await page.locator(selector).boundingBox())!;
    expect(x >= 0 && x + width <= 390 && height > 15, selector).toBe(true);
  }
  expect((await page.locator('#program-name').boundingBox())!.width).toBeGreaterThan(110);
});

test('keys 1 to 4 choose lists, but not while a text is edited', async () => {
  await open();
  await page.focus('.graph-surface');
  for (const [key, view] of [
    ['2', 'layouts'],
    ['3', 'conflicts'],
    ['4', 'outline'],
    ['1', 'hotspots'],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForSelector(`#${view}`);
    expect(await page.getAttribute(`#tab-${view}`, 'aria-selected')).toBe('true');
  }
  await page.fill('#graph-search', '');
  await page.keyboard.press('3');
  expect(await page.inputValue('#graph-search')).toBe('3');
  expect(await page.isVisible('#hotspots')).toBe(true);
});

test('arrow keys choose tabs', async () => {
  await open();
  await show(page, 'hotspots');
  await page.focus('#tab-hotspots');
  for (const [key, view] of [
    ['ArrowRight', 'layouts'],
    ['End', 'outline'],
    ['ArrowRight', 'hotspots'],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForSelector(`#${view}`);
    expect(await page.evaluate(() => document.activeElement!.id)).toBe(`tab-${view}`);
  }
});

test('separators move by arrow keys, and sizes are kept over a reload', async () => {
  ({ page } = await visits({ analytical: true }));
  await show(page, 'ranking');
  const sizes = async () => {
    const box = async (pane: string) => (await page.locator(pane).boundingBox())!;
    return [(await box('#list')).width, (await box('#inspector')).width, (await box('#drawer')).height];
  };
  const before = await sizes();
  for (const [split, key] of [
    ['#split-list', 'ArrowRight'],
    ['#split-inspector', 'ArrowLeft'],
    ['#split-drawer', 'ArrowUp'],
  ] as const) {
    await page.focus(split);
    await page.keyboard.press(key);
    await page.keyboard.press(key);
  }
  const after = await sizes();
  after.forEach((size, i) => expect(size - before[i]!).toBeCloseTo(48, 0));
  await page.reload();
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await show(page, 'ranking');
  expect(await sizes()).toEqual(after);
});

describe('axe finds no violations, light and dark,', () => {
  test.each<View[]>([
    ['hotspots', 'graph-view', 'ranking'],
    ['layouts', 'text', 'compare'],
    ['conflicts', 'diff', 'instructions'],
    ['outline', 'graph-view', 'instructions'],
  ])('in %s, %s and %s', async (...shown) => {
    await open();
    const side = (which: string) => file(`data/regressions/loop_copy/${which}.hlo.txt`, `${which}.hlo`);
    await drop(page, [side('before'), side('after')]);
    await ranked(page, 'after.hlo');
    await page.waitForSelector('#verdict .change');
    for (const view of shown) await show(page, view);
    await find(page, 'name:copy.5');
    await page.keyboard.press('Escape'); // closes the list of instructions found
    expect(await violationsOn(page)).toEqual([]);
  });
});
