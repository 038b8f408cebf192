// Tests search, details, text, outline, colours and keyboard navigation of the graph, in Chromium.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, show, visitsOfTests } from './browser.ts';
import { text } from './core.ts';
import { boxes, chosen, closeAll, cursor, find, isChosen, openGraph, said } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;
async function open(): Promise<void> {
  page = await openGraph(visits);
}

test('a search counts hits, moves to the next hit and opens the boxes around it', async () => {
  await open();
  await page.click('[aria-label="Close all"]');
  await page.fill('#graph-search', 'op:exponential');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '1 found');
  await page.press('#graph-search', 'Enter');
  await isChosen(page, 'e');
  expect(await page.textContent('.graph-crumbs')).toMatch(/main.*act\.0/);
  await page.fill('#graph-search', 'op:dot shape:f32 layout:{1,0} src:layer_');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '3 found');
  for (const n of [1, 2, 3, 1]) {
    await page.press('#graph-search', 'Enter');
    await page.waitForFunction((i) => document.querySelector('.graph-count')!.textContent === `${i} of 3`, n);
  }
  await page.press('#graph-search', 'Shift+Enter');
  expect(await page.textContent('.graph-count')).toBe('3 of 3');
  await page.fill('#graph-search', 'op:dot share>1%');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '3 found');
  await page.fill('#graph-search', 'op:dot share<1%');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === 'none found');
  await page.fill('#graph-search', 'op:dot time>1us');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '3 found');
  await show(page, 'hotspots');
  await page.selectOption('[aria-label="Machine that times are estimated for"]', 'h100');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === 'none found');
  await page.fill('#graph-search', 'intensity>3');
  await page.waitForFunction(() =>
    document.querySelector('.graph-count')!.textContent.startsWith('no quantity “intensity”'),
  );
  await page.fill('#graph-search', 'foo:bar');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent.startsWith('no field “foo”'));
  const [, fields] = /fields: (.*)/.exec((await page.textContent('.graph-count'))!)!;
  expect(await page.textContent('[id$="-help"].visually-hidden')).toContain(`a field of ${fields};`);
  await page.fill('#graph-search', '/(/');
  await page.waitForFunction(() => /regular/.test(document.querySelector('.graph-count')!.textContent));
});

test('shows a neighbourhood by radius, and all paths between two instructions', async () => {
  await open();
  await find(page, 'name:dot.1');
  await isChosen(page, 'dot.1');
  await page.fill('[aria-label="Radius of the neighbourhood in edges, as a number"]', '1');
  await page.dispatchEvent('[aria-label="Radius of the neighbourhood in edges, as a number"]', 'change');
  // Expected within one edge of dot.1: dot.1 itself, act.0, w.1, act.1, and the parameter p of the computation to which
  // dot.1 is passed.
  expect(await said(page)).toMatch(/^[45] instructions within 1 edge$/);
  await page.click('.graph-details >> text=Show all');
  expect(await page.getAttribute('#graph', 'data-emphasis')).toBe('');
  await page.click('text=Paths from here');
  await find(page, 'name:/^t$/');
  await page.click('text=All paths from dot.1');
  expect(await said(page)).toContain('paths between dot.1 and t');
  expect(Number(await page.getAttribute('#graph', 'data-emphasis'))).toBeGreaterThanOrEqual(5);
});

test('details of a copy name the bytes that it reads and writes', async () => {
  await open();
  const copy = `HloModule copied\n\nENTRY main {\n  x = f32[64,128]{1,0} parameter(0)\n  ROOT y = f32[64,128]{0,1} copy(x)\n}\n`;
  await drop(page, [text(copy, 'copied.hlo')]);
  await page.waitForSelector('#graph[data-drawn="copied.hlo"]');
  await find(page, 'name:y');
  await isChosen(page, 'y');
  expect(await page.textContent('.graph-details .facts')).toContain('Moves64 KiB');
});

/** Returns a program with a loop that runs until its counter is `end`: a constant, or an input of the loop. */
const looped = (end: string): string => `HloModule looped

body {
  p = (s32[], f32[256,256]{1,0}, s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  x = f32[256,256]{1,0} get-tuple-element(p), index=1
  d = f32[256,256]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  n = s32[] get-tuple-element(p), index=2
  ROOT t = (s32[], f32[256,256]{1,0}, s32[]) tuple(next, d, n)
}

condition {
  q = (s32[], f32[256,256]{1,0}, s32[]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  end = s32[] ${end}
  ROOT less = pred[] compare(j, end), direction=LT
}

ENTRY main {
  zero = s32[] constant(0)
  a = f32[256,256]{1,0} parameter(0)
  limit = s32[] parameter(1)
  start = (s32[], f32[256,256]{1,0}, s32[]) tuple(zero, a, limit)
  ROOT w = (s32[], f32[256,256]{1,0}, s32[]) while(start), condition=condition, body=body
}
`;

/** Points at the selected box and returns the tooltip. */
async function tip(): Promise<string | null> {
  const { x, y, width } = await cursor(page);
  await page.mouse.move(0, 0);
  await page.mouse.move(x + width / 2, y + 8);
  return page.textContent('.graph-tip:not([hidden])');
}

test('details and tooltip of a loop say what the instructions in it cost together', async () => {
  await open();
  await drop(page, [text(looped('constant(10)'), 'looped.hlo')]);
  await page.waitForSelector('#graph[data-drawn="looped.hlo"]');
  await find(page, 'name:w');
  await isChosen(page, 'w');
  // Ten products of 256³ multiply-adds, and some counting.
  await expect
    .poll(() => page.textContent('.graph-details .facts'))
    .toMatch(/Inside100 % of the time, [\d.]+ [mµ]s, 336 MFLOP, /);
  expect(await tip()).toMatch(/100 % of the estimated time: [\d.]+ [mµ]s/);
});

test.each([
  ['constant(10)', 'Runs10 times'],
  ['get-tuple-element(q), index=2', 'Runstrip count unknown, counted once'],
])('details say how often an instruction in a loop runs: %s', async (end, wanted) => {
  await open();
  await drop(page, [text(looped(end), 'looped.hlo')]);
  await page.waitForSelector('#graph[data-drawn="looped.hlo"]');
  await page.waitForSelector('#hotspots .list-row:has-text("dot")', { state: 'attached' });
  // d takes time, t takes none.
  for (const name of ['d', 't']) {
    await find(page, `name:=${name}`);
    await isChosen(page, name);
    await expect.poll(() => page.textContent('.graph-details .facts')).toContain(wanted);
  }
});

test('groups say what the instructions in them cost together, and fused instructions what their fusion costs', async () => {
  await open();
  const facts = () => page.textContent('.graph-details .facts');
  await page.click('.graph-crumbs >> text=main');
  await expect.poll(facts).toMatch(/^Inside100 % of the time, [\d.]+ [mµn]s, [\d.]+ kFLOP, [\d.]+ KiB moved$/);
  await find(page, 'op:exponential');
  await isChosen(page, 'e');
  await expect.poll(facts).toMatch(/In fusionact\.0, which takes [\d.]+ % of the time, [\d.]+ [mµn]s as a whole/);
  expect(await tip()).toMatch(/act\.0 as a whole: [\d.]+ % of the estimated time: [\d.]+ [mµn]s/);
});

test('a long shape is truncated and expanded on request', async () => {
  await open();
  const shape = `(${Array.from({ length: 40 }, (_, i) => `f32[${i + 1},64]{1,0}`).join(', ')})`;
  await drop(page, [text(`HloModule long\n\nENTRY main {\n  ROOT x = ${shape} parameter(0)\n}\n`, 'long.hlo')]);
  await page.waitForSelector('#graph[data-drawn="long.hlo"]');
  await find(page, 'name:x');
  await isChosen(page, 'x');
  const shown = () => page.textContent('.graph-details .facts code');
  expect(await shown()).toMatch(/^\(f32\[1,64\]\{1,0\}, .{100,150}… \d+ more characters$/);
  await page.click('.graph-details .facts >> text=more characters');
  expect(await shown()).toBe(shape);
});

test('the details pane shows shape, cost, scope, source, neighbours and HLO line of an instruction', async () => {
  await open();
  await find(page, 'name:dot.2');
  await isChosen(page, 'dot.2');
  const details = (await page.textContent('.graph-details'))!;
  for (const part of ['f32[8,64]{1,0}', '2 KiB', '65.5 kFLOP', 'jit(f)/layer_2/dot', 'net.py:12', 'w.2'])
    expect(details).toContain(part);
  expect(await page.textContent('.graph-line')).toMatch(/^dot\.2 = f32\[8,64\]\{1,0\} dot\(act\.1, w\.2\)/);
  await page.click('.graph-neighbours >> text=act.1');
  await isChosen(page, 'act.1');
});

test('text and graph show the selection of each other, and the graph what is pointed at', async () => {
  await open();
  await show(page, 'text');
  await find(page, 'name:dot.0');
  await page.waitForFunction(() =>
    document.querySelector('.text-row[aria-selected=true]')?.textContent?.includes('dot.0 ='),
  );
  await page.click('.text-row:has-text("dot.2 =")');
  await isChosen(page, 'dot.2');
  await show(page, 'graph-view');
  const { x, y, width, height } = await cursor(page);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.waitForSelector('.graph-tip:has-text("dot f32[8,64]{1,0}")');
});

test('the graph shows contributions of the selected configuration, with a legend and a unit', async () => {
  await open();
  await page.waitForSelector('#explanation .what');
  await show(page, 'ranking');
  await page.focus('#ranking .table');
  await page.keyboard.press('ArrowDown');
  const plain = await page.locator('.graph-surface').screenshot();
  await page.selectOption('#graph-overlay', 'change');
  await page.waitForFunction(() => /configuration \d+/.test(document.querySelector('.graph-legend')!.textContent));
  await page.selectOption('#graph-overlay', 'contribution');
  expect(await page.textContent('.graph-legend')).toMatch(/Contribution to the score of configuration \d+.*not a time/);
  expect((await page.locator('.graph-surface').screenshot()).equals(plain)).toBe(false);
});

test('the keyboard moves the selection on the graph, and the live region describes it', async () => {
  await open();
  await page.focus('.graph-surface');
  await page.keyboard.press('ArrowDown');
  const first = await chosen(page);
  expect(first).not.toBe('');
  await closeAll(page);
  await find(page, 'name:dot.1');
  await isChosen(page, 'dot.1');
  await page.focus('.graph-surface');
  await page.keyboard.press('ArrowDown');
  await isChosen(page, 'act.1');
  expect(await said(page)).toMatch(/act\.1, f32\[8,64\]; 1 operand, 1 user; closed, press Enter to open; in main/);
  const closed = await boxes(page);
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
  await page.keyboard.press('ArrowDown');
  await isChosen(page, 'e');
  await page.keyboard.press('Backspace');
  await isChosen(page, 'act.1');
  await page.keyboard.press('ArrowUp');
  await isChosen(page, 'dot.1');
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('graph-search');
});

test('the outline has the same open boxes and selection as the graph', async () => {
  await open();
  await closeAll(page);
  await show(page, 'outline');
  await find(page, 'name:dot.1');
  await page.waitForSelector('.tree-row[aria-selected=true]:has-text("dot.1")');
  await page.focus('[role=tree]');
  await page.keyboard.press('ArrowDown');
  await isChosen(page, 'act.1');
  const closed = await boxes(page);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
  const row = page.locator('.tree-row[aria-selected=true]');
  await page.waitForSelector('.tree-row[aria-selected=true][aria-expanded=true]');
  expect(await row.getAttribute('aria-level')).toMatch(/^[2-9]$/);
  const active = await page.getAttribute('[role=tree]', 'aria-activedescendant');
  expect(await row.getAttribute('id')).toBe(active);
});
