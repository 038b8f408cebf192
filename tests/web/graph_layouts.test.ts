// Tests how the graph shows the selected instruction and its layouts, in Chromium.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { text } from './core.ts';
import { chosen, isChosen } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;

const program = `HloModule chain

ENTRY main {
  x = f32[8,64]{1,0} parameter(0)
  w = f32[64,32]{1,0} parameter(1)
  v = f32[32,16]{1,0} parameter(2)
  first = f32[8,32]{1,0} dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  second = f32[8,16]{1,0} dot(first, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT last = f32[8,16]{1,0} negate(second)
}
`;

async function open(): Promise<void> {
  ({ page } = await visits({ height: 1100, analytical: true, again: true }));
  await drop(page, [text(program, 'chain.hlo')]);
  await ranked(page, 'chain.hlo');
  await page.waitForSelector('#graph[data-drawn="chain.hlo"]');
  await show(page, 'instructions');
}

const row = (name: string) => page.locator('.table.instructions .rows .row', { hasText: name }).first();
const facts = async (): Promise<string> =>
  (await page.locator('.graph-details .memory').innerText()).replace(/\s+/g, ' ');

test('a click on an instruction in the table selects it on the graph and in what-if', async () => {
  await open();
  await row('second').click();
  await isChosen(page, 'second');
  expect(await page.inputValue('#what-if-place')).toContain('second');
});

test('Enter on an instruction in the table selects it on the graph; arrow keys do not', async () => {
  await open();
  await row('second').click();
  await isChosen(page, 'second');
  const table = page.locator('.table.instructions');
  await table.focus();
  await page.keyboard.press('ArrowDown');
  expect(await table.locator('[aria-selected=true]').innerText()).toContain('last');
  await page.waitForTimeout(100);
  expect(await chosen(page)).toBe('second');
  await page.keyboard.press('Enter');
  await isChosen(page, 'last');
});

test('the table lists costs and sorts by them', async () => {
  await open();
  const cells = (name: string) => row(name).locator('.cost').allInnerTexts();
  const [seconds, flops, bytes] = await cells('first');
  expect(seconds).toMatch(/^[\d.]+ (ns|µs)$/);
  expect(flops).toBe('32.8 kFLOP'); // 2 · 8 · 64 · 32
  expect(bytes).toBe('11 KiB'); // 4 · (8 · 64 + 64 · 32 + 8 · 32)
  expect(await cells('x')).toEqual(['', '', '']);
  const names = () => page.locator('.table.instructions .rows .name').allInnerTexts();
  expect((await names()).slice(0, 2)).toEqual(['x', 'w']);
  await page.locator('.table.instructions .head').getByRole('button', { name: 'FLOPs' }).click();
  expect((await names()).slice(0, 4)).toEqual(['first', 'second', 'last', 'x']);
  expect(await page.locator('.table.instructions [aria-sort]').innerText()).toBe('FLOPs');
  await page.locator('.table.instructions .head').getByRole('button', { name: 'No.' }).click();
  expect((await names())[0]).toBe('x');
});

test.each(['left', 'right'])('a click at the %s edge of a head of the table sorts by its column', async (edge) => {
  await open();
  const heads = page.locator('.table.instructions [role=columnheader]:has(button):visible');
  expect(await heads.count()).toBe(4);
  for (const head of await heads.all()) {
    const { width, height } = (await head.boundingBox())!;
    await head.click({ position: { x: edge === 'left' ? 2 : width - 2, y: height - 2 } });
    const isNumber = (await head.innerText()).startsWith('No.');
    expect(await head.getAttribute('aria-sort')).toBe(isNumber ? 'ascending' : 'descending');
    expect(await page.locator('.table.instructions [aria-sort]').count()).toBe(1);
  }
});

test('the table marks the instruction selected on the graph', async () => {
  await open();
  await row('first').click();
  await isChosen(page, 'first');
  await page.locator('.graph-neighbours button', { hasText: 'second' }).click();
  await isChosen(page, 'second');
  expect(await page.locator('.table.instructions [aria-selected=true]').innerText()).toContain('second');
});

test('the details pane shows the memory layout of the result with the selected configuration', async () => {
  await open();
  await row('first').click();
  await isChosen(page, 'first');
  expect(await facts()).toContain('dimension 1, runs of 32 elements, 128 bytes');
  await page.getByRole('button', { name: 'output', exact: true }).click();
  await page.locator('#what-if .settings label', { hasText: '{0,1}' }).click();
  await page.waitForFunction(() => /dimension 0/.test(document.querySelector('.graph-details .memory')!.textContent));
  expect(await facts()).toContain('dimension 0, runs of 8 elements, 32 bytes');
  expect(await page.textContent('.graph-details')).toContain('Changed by your configuration');
});

test('implied copies are listed in the details pane and marked on the graph', async () => {
  await open();
  await row('second').click();
  await isChosen(page, 'second');
  expect(await page.textContent('.graph-details')).not.toContain('implied cop');
  await page.getByRole('button', { name: 'operand 0', exact: true }).click();
  await page.locator('#what-if .settings label', { hasText: '{0,1}' }).click();
  await page.waitForFunction(() => /1 implied copy/.test(document.querySelector('.graph-details')!.textContent));
  await page.selectOption('#graph-overlay', 'copies');
  expect(await page.textContent('.graph-legend')).toContain('copied');
  expect(await page.textContent('.graph-note')).toContain('is copied to another layout');
});
