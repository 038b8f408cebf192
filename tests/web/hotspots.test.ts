// Tests the lists of hotspots and of conflicts: times beside shares, groups, the head of the list, and shapes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { text } from './core.ts';

const visits = visitsOfTests();
let page: Page;

const program = `HloModule net

fused {
  p = f32[64,64]{1,0} parameter(0)
  e = f32[64,64]{1,0} exponential(p)
  ROOT n = f32[64,64]{1,0} negate(e)
}

ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  first = f32[64,64]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(net)/layer_0/dot"}
  act = f32[64,64]{1,0} fusion(first), kind=kLoop, calls=fused, metadata={op_name="jit(net)/layer_0/act"}
  second = f32[64,64]{1,0} dot(act, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(net)/layer_1/dot"}
  ROOT t = f32[64,64]{1,0} transpose(second), dimensions={1,0}
}
`;

async function open(width = 1280): Promise<void> {
  ({ page } = await visits({ width, analytical: true, again: true }));
  await drop(page, [text(program, 'net.hlo')]);
  await ranked(page, 'net.hlo');
  await show(page, 'hotspots');
  await page.waitForSelector('#hotspots .list-row');
}

const group = (by: string) => page.selectOption('[aria-label="Group hotspots by"]', by);
const names = () =>
  page.$$eval('#hotspots .list-row .row-name', (all) => all.map((name) => name.firstChild!.textContent));

test('rows show the estimated time beside the share, in the tooltip too', async () => {
  await open();
  const row = page.locator('#hotspots .list-row').first();
  const time = (await row.locator('.row-time').textContent())!;
  expect(time).toMatch(/^[\d.]+ [mµn]s$/);
  expect(await row.getAttribute('title')).toMatch(new RegExp(`of the estimated time, ${time}$`, 'm'));
  await page.selectOption('[aria-label="Sort hotspots by"]', 'bytes');
  await expect.poll(() => page.locator('#hotspots .row-time').count()).toBe(0);
  await page.selectOption('[aria-label="Sort hotspots by"]', 'seconds');
  for (const by of ['op', 'kind', 'scope']) {
    await group(by);
    await page.waitForSelector('#hotspots [aria-label^="Hotspots by"] .list-row');
    expect(await row.locator('.row-time').textContent(), by).toMatch(/^[\d.]+ [mµn]s$/);
    expect(await row.getAttribute('title'), by).toMatch(/ % of the estimated time, [\d.]+ [mµn]s, \d+ instructions?$/);
  }
});

test.each([
  ['op', 'dot', ['first', 'second']],
  ['op', 'fusion(negate)', ['act']],
  ['kind', 'matmul & conv', ['first', 'second']],
  ['scope', 'layer_0', ['act', 'first']],
] as const)('a click on a group by %s lists the instructions of %s', async (by, name, wanted) => {
  await open();
  await group(by);
  await page.click(`#hotspots .list-row:has-text("${name}")`);
  await expect.poll(async () => new Set(await names())).toEqual(new Set(wanted));
  expect(await page.textContent('#hotspots .chip')).toBe(`${name} ✕`);
  await page.click('#hotspots .chip');
  await expect.poll(async () => (await names()).length).toBeGreaterThan(3);
});

test('arrow keys move over the groups, and Enter lists the instructions of one', async () => {
  await open();
  await group('scope');
  await page.waitForSelector('#hotspots [aria-label="Hotspots by scope"] .list-row');
  await page.focus('#hotspots .virtual-list');
  const selected = page.locator('#hotspots .list-row[aria-selected=true]');
  for (const key of ['Home', 'ArrowDown']) await page.keyboard.press(key);
  await expect.poll(() => selected.getAttribute('aria-posinset')).toBe('2');
  const name = await selected.locator('.row-name').evaluate((element) => element.firstChild!.textContent);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#hotspots .chip');
  expect(await page.textContent('#hotspots .chip')).toBe(`${name} ✕`);
});

test('the menus of the list are not truncated beside a filter', async () => {
  await open(1440);
  const widths = () =>
    page.$$eval('#hotspots .list-head select', (all) => all.map((one) => one.getBoundingClientRect().width));
  const before = await widths();
  await group('kind');
  await page.click('#hotspots .list-row:has-text("matmul & conv")');
  await page.waitForSelector('#hotspots .chip');
  expect(await widths()).toEqual(before);
});

test('the conflicts have a total, and tell those inside fusions from those that move data', async () => {
  await open();
  await drop(page, [
    text(
      `HloModule fused

part {
  p = f32[64,32]{1,0} parameter(0)
  inner = f32[32,64]{1,0} transpose(p), dimensions={1,0}
  ROOT e = f32[32,64]{1,0} exponential(inner)
}

ENTRY main {
  x = f32[64,32]{1,0} parameter(0)
  outer = f32[64,32]{0,1} copy(x)
  f = f32[32,64]{1,0} fusion(x), kind=kLoop, calls=part
  ROOT t = (f32[64,32]{0,1}, f32[32,64]{1,0}) tuple(outer, f)
}
`,
      'fused.hlo',
    ),
  ]);
  await page.waitForSelector('#program-name[title="fused.hlo"]');
  await show(page, 'conflicts');
  // The copy and the fusion read 8 KiB each and write as much; the tuple writes two pointers.
  await expect
    .poll(() => page.textContent('#conflicts .conflicts-total'))
    .toBe('16 KiB of 32.0 KiB moved (50 %); 1 inside a fusion reorders another 16 KiB');
  const row = (name: string) => page.locator(`#conflicts .list-row:has(code:text-is("${name}"))`);
  expect(await row('outer').innerText()).toContain('layout copy');
  expect(await row('inner').innerText()).toContain('transpose in a fusion');
  expect([await row('outer').locator('.row-bar').count(), await row('inner').locator('.row-bar').count()]).toEqual([
    1, 0,
  ]);
  expect(await row('inner').getAttribute('title')).toContain('moves no bytes of its own');
});

test('a layout copy shows the layouts that it changes, also as a fusion that does nothing else', async () => {
  const copies = `HloModule copies

fused {
  p = f32[4,128,64]{2,1,0} parameter(0)
  b = f32[512,64]{1,0} bitcast(p)
  ROOT c = f32[512,64]{0,1} copy(b)
}

ENTRY main {
  x = f32[4,128,64]{2,1,0} parameter(0)
  turned = f32[512,64]{0,1} fusion(x), kind=kLoop, calls=fused
  ROOT back = f32[512,64]{1,0} copy(turned)
}
`;
  await open();
  await drop(page, [text(copies, 'copies.hlo')]);
  await page.waitForSelector('#program-name[title="copies.hlo"]');
  await show(page, 'conflicts');
  const shapes = () => page.$$eval('#conflicts .row-second', (all) => all.map((one) => one.textContent).sort());
  await expect.poll(shapes).toEqual(['f32[512,64]{0,1} → {1,0}', 'f32[512,64]{1,0} → {0,1}']);
});
