// The graph as a user sees it and walks in it, in Chromium.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, type VisitOptions, visitsOfTests } from './browser.ts';
import { sharedData, text } from './core.ts';

const visits = visitsOfTests();
let page: Page;

const layer = (i: number): string => `
  w.${i} = f32[64,64]{1,0} parameter(${i + 1})
  dot.${i} = f32[8,64]{1,0} dot(${i === 0 ? 'x' : `act.${i - 1}`}, w.${i}), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/layer_${i}/dot" source_file="net.py" source_line=${10 + i}}
  act.${i} = f32[8,64]{1,0} fusion(dot.${i}), kind=kLoop, calls=fused, metadata={op_name="jit(f)/layer_${i}/act" source_file="net.py" source_line=${10 + i}}`;

const program = `HloModule net

fused {
  p = f32[8,64]{1,0} parameter(0)
  e = f32[8,64]{1,0} exponential(p)
  ROOT n = f32[8,64]{1,0} negate(e)
}

ENTRY main {
  x = f32[8,64]{1,0} parameter(0)${[0, 1, 2].map(layer).join('')}
  t = f32[64,8]{0,1} transpose(act.2), dimensions={1,0}
  ROOT out = (f32[8,64]{1,0}, f32[64,8]{0,1}) tuple(act.2, t)
}
`;

const drawn = (name: string): Promise<unknown> =>
  page.waitForSelector(`#graph[data-drawn="${name}"]`, { timeout: 60_000 });

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page } = await visits({ height: 1100, ...options }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await drop(page, [text(program, 'net.hlo')]);
  await drawn('net.hlo');
  await page.evaluate(() => document.getElementById('graph')!.scrollIntoView());
}

const boxes = async (): Promise<number> => Number(await page.getAttribute('#graph', 'data-boxes'));

/** Finds the instruction that a query finds first, and selects it. */
async function find(query: string): Promise<void> {
  await page.fill('#graph-search', query);
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count')!.textContent!));
  await page.press('#graph-search', 'Enter');
}

/** Where the selected box is on the page. */
async function cursor(): Promise<{ x: number; y: number; width: number; height: number }> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await page.locator('.graph-cursor').boundingBox())!;
}

/** Different colours in a part of the canvas: more than a few, and something has been drawn. */
async function colours(): Promise<number> {
  const png = await page.locator('.graph-surface').screenshot();
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, png.toString('base64'));
}

describe('the canvas', () => {
  test.each(['light', 'dark'] as const)('V1, V11: boxes, lines and text are drawn (%s)', async (colorScheme) => {
    await open({ colorScheme });
    expect(await boxes()).toBeGreaterThan(5);
    expect(await colours()).toBeGreaterThan(40);
  });

  test('V1: a lost context is drawn again', async () => {
    await open();
    const before = await colours();
    await page.evaluate(async () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.graph-surface > canvas')!;
      const extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve));
      extension.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 50));
      extension.restoreContext();
      await restored;
    });
    expect(Math.abs((await colours()) - before)).toBeLessThan(before / 2);
  });

  test('V10: drags and the wheel pan, Ctrl and the wheel zoom about the pointer', async () => {
    await open();
    await find('name:dot.1');
    const start = await cursor();
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    const dragged = await cursor();
    expect(dragged.x - start.x).toBeCloseTo(60, 0);
    expect(dragged.y - start.y).toBeCloseTo(40, 0);
    await page.mouse.wheel(0, 30);
    expect((await cursor()).y - dragged.y).toBeCloseTo(-30, 0);
    await page.mouse.move(x + 60, y + 10);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    const zoomed = await cursor();
    expect(zoomed.width).toBeGreaterThan(dragged.width * 1.3);
    expect(Math.abs(zoomed.x + zoomed.width / 2 - x - 60)).toBeLessThan(2); // boxes are drawn on whole pixels
  });
});

test('V4: a search counts, goes to the next hit, opens the way to it', async () => {
  await open();
  await page.click('text=Close all');
  await page.fill('#graph-search', 'op:exponential');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '1 found');
  await page.press('#graph-search', 'Enter');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'e');
  expect(await page.textContent('.graph-crumbs')).toMatch(/main.*act\.0/);
  await page.fill('#graph-search', 'op:dot shape:f32 layout:{1,0} src:layer_');
  await page.waitForFunction(() => document.querySelector('.graph-count')!.textContent === '3 found');
  for (const n of [1, 2, 3, 1]) {
    await page.press('#graph-search', 'Enter');
    await page.waitForFunction((i) => document.querySelector('.graph-count')!.textContent === `${i} of 3`, n);
  }
  await page.press('#graph-search', 'Shift+Enter');
  expect(await page.textContent('.graph-count')).toBe('3 of 3');
  await page.fill('#graph-search', '/(/');
  await page.waitForFunction(() => /regular/.test(document.querySelector('.graph-count')!.textContent!));
});

test('V5: details of an instruction: shape, cost, scope, source, neighbours, its line', async () => {
  await open();
  await find('name:dot.2');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'dot.2');
  const details = (await page.textContent('.graph-details'))!;
  for (const part of ['f32[8,64]{1,0}', '2.00 KiB', '65536 multiplications', 'jit(f)/layer_2/dot', 'net.py:12', 'w.2'])
    expect(details).toContain(part);
  expect(await page.textContent('.graph-line')).toMatch(/^%dot\.2 = f32\[8,64\]\{1,0\} dot\(%act\.1, %w\.2\)/);
  await page.click('.graph-neighbours >> text=act.1');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'act.1');
});

test('V6: text and graph mark what is pointed at and chosen in the other', async () => {
  await open();
  await page.click('.graph-tools >> text=Text');
  await find('name:dot.0');
  await page.waitForFunction(() =>
    document.querySelector('.text-row[aria-selected=true]')?.textContent?.includes('%dot.0 ='),
  );
  await page.click('.text-row:has-text("%dot.2 =")');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'dot.2');
  const { x, y, width, height } = await cursor();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.waitForFunction(() => document.querySelector('.text-row.pointed')?.textContent?.includes('%dot.2 ='));
  expect(await page.textContent('.graph-tip')).toContain('dot f32[8,64]{1,0}');
});

test('V9: contributions of the selected configuration are laid over the graph, with a legend and its unit', async () => {
  await open();
  await page.waitForSelector('#explanation .what');
  await page.focus('#ranking .table');
  await page.keyboard.press('ArrowDown');
  const plain = await page.locator('.graph-surface').screenshot();
  await page.selectOption('#graph-overlay', 'change');
  await page.waitForFunction(() => /configuration \d+/.test(document.querySelector('.graph-legend')!.textContent!));
  await page.selectOption('#graph-overlay', 'contribution');
  expect(await page.textContent('.graph-legend')).toMatch(/Contribution to the score of configuration \d+.*not time/);
  expect((await page.locator('.graph-surface').screenshot()).equals(plain)).toBe(false);
});

test('V10: breadcrumbs, the minimap, and back', async () => {
  await open();
  await find('op:exponential');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'e');
  await page.click('.graph-crumbs >> text=act.0');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'act.0');
  await page.click('[aria-label="Back"]');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'e');
  const before = await cursor();
  const map = (await page.locator('.graph-minimap').boundingBox())!;
  await page.mouse.click(map.x + map.width / 2, map.y + map.height - 4);
  expect((await cursor()).y).not.toBeCloseTo(before.y, 0);
});

test('V5: a file that holds only arrays says that it has no graph', async ({ skip }) => {
  const path = sharedData('tpugraphs/layout_main__.10904.npz');
  if (!path) return skip('the TpuGraphs files beside the repository are not here');
  await open();
  await drop(page, [{ name: 'layout.npz', bytes: new Uint8Array(readFileSync(path)) }]);
  await page.waitForFunction(() => /only the arrays/.test(document.querySelector('#graph')!.textContent!));
  expect(await page.isVisible('.graph-surface')).toBe(false);
});
