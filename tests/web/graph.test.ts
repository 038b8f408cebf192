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
  ({ page } = await visits({ height: 1100, physics: true, again: true, ...options }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await drop(page, [text(program, 'net.hlo')]);
  await drawn('net.hlo');
  await page.evaluate(() => document.getElementById('graph')!.scrollIntoView());
}

const boxes = async (): Promise<number> => Number(await page.getAttribute('#graph', 'data-boxes'));
const said = async (): Promise<string> => (await page.textContent('#graph > [role=status]'))!;
const chosen = async (): Promise<string> => (await page.textContent('.graph-details h3'))!;

/** Waits until so many boxes are drawn. */
const becomes = (count: number): Promise<unknown> =>
  page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) === n, count);

/** Leaves the outermost boxes, each closed. */
async function closeAll(): Promise<void> {
  const before = await boxes();
  await page.click('text=Close all');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) < n, before);
}

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

  test('V11: text is drawn where it can be read, and left out from afar', async () => {
    await open();
    const share = async () => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return colours();
    };
    await page.click('[aria-label="Zoom in"]');
    const near = await share();
    for (let i = 0; i < 8; ++i) await page.click('[aria-label="Zoom out"]');
    expect(await share()).toBeLessThan(near / 2);
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

  test('V2: a double click opens a box, which stays where it is; again closes it', async () => {
    await open();
    await closeAll();
    await find('name:act.1');
    const before = await cursor();
    const closed = await boxes();
    await page.mouse.dblclick(before.x + before.width / 2, before.y + 8);
    await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
    const after = await cursor();
    expect(Math.abs(after.x + after.width / 2 - (before.x + before.width / 2))).toBeLessThan(1.5);
    expect(Math.abs(after.y - before.y)).toBeLessThan(1.5);
    await page.mouse.dblclick(after.x + after.width / 2, after.y + 8);
    await becomes(closed);
  });

  test('V2: all boxes open and close by buttons; back undoes it', async () => {
    await open();
    const all = await boxes(); // a small program is open at the start
    await closeAll();
    const few = await boxes();
    await page.click('text=Open all');
    await becomes(all);
    await page.click('[aria-label="Back"]');
    await becomes(few);
    await page.click('[aria-label="Forward"]');
    await becomes(all);
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

test('V3: a neighbourhood by its radius, and all paths between two instructions', async () => {
  await open();
  await find('name:dot.1');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'dot.1');
  await page.fill('[aria-label="Radius of the neighbourhood, as a number"]', '1');
  await page.dispatchEvent('[aria-label="Radius of the neighbourhood, as a number"]', 'change');
  // dot.1 with act.0, w.1, and act.1; p of the computation that takes it.
  expect(await said()).toMatch(/^[45] instructions within 1$/);
  await page.click('.graph-details >> text=Show all');
  expect(await page.getAttribute('#graph', 'data-emphasis')).toBe('');
  await page.click('text=Paths from here');
  await find('name:/^t$/');
  await page.click('text=All paths from dot.1');
  expect(await said()).toContain('paths between dot.1 and t');
  expect(Number(await page.getAttribute('#graph', 'data-emphasis'))).toBeGreaterThanOrEqual(5);
});

test('V5: details of an instruction: shape, cost, scope, source, neighbours, its line', async () => {
  await open();
  await find('name:dot.2');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'dot.2');
  const details = (await page.textContent('.graph-details'))!;
  for (const part of ['f32[8,64]{1,0}', '2 KiB', '65536 multiplications', 'jit(f)/layer_2/dot', 'net.py:12', 'w.2'])
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

test('A2: the graph is walked by keys, and what is reached is said', async () => {
  await open();
  await page.focus('.graph-surface');
  await page.keyboard.press('ArrowDown');
  const first = await chosen();
  expect(first).not.toBe('');
  await closeAll();
  await find('name:dot.1');
  await page.focus('.graph-surface');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'act.1');
  expect(await said()).toMatch(/act\.1, f32\[8,64\]; 1 operand, 1 user; closed, Enter opens it; in main/);
  const closed = await boxes();
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'e');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'act.1');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'dot.1');
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('graph-search');
});

test('A3: the outline has the same boxes open and the same selection', async () => {
  await open();
  await closeAll();
  await page.click('.graph-tools >> text=Outline');
  await find('name:dot.1');
  await page.waitForSelector('.tree-row[aria-selected=true]:has-text("dot.1")');
  await page.focus('[role=tree]');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'act.1');
  const closed = await boxes();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
  const row = page.locator('.tree-row[aria-selected=true]');
  await page.waitForSelector('.tree-row[aria-selected=true][aria-expanded=true]');
  expect(await row.getAttribute('aria-level')).toMatch(/^[2-9]$/);
  const active = await page.getAttribute('[role=tree]', 'aria-activedescendant');
  expect(await row.getAttribute('id')).toBe(active);
});

test('S3: SVG and PNG, of all or of the selected box', async () => {
  await open();
  await page.click('.graph-more summary');
  const save = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`text=${button}`)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await save('Save SVG');
  expect(svg.name).toBe('net.svg');
  const all = svg.bytes.toString();
  for (const part of ['<svg xmlns', '>dot.0</text>', '>f32[8,64]</text>', '<path d="M']) expect(all).toContain(part);
  await page.selectOption('#graph-scheme', 'dark');
  expect((await save('Save SVG')).bytes.toString()).not.toBe(all);
  const png = await save('Save PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  await find('name:dot.1');
  await page.check('#graph-save-selection');
  const one = (await save('Save SVG')).bytes.toString();
  expect(one).toContain('>dot.1</text>');
  expect(one).not.toContain('>dot.0</text>');
});

test('V5: a file that holds only arrays says that it has no graph', async ({ skip }) => {
  const path = sharedData('tpugraphs/layout_main__.10904.npz');
  if (!path) return skip('the TpuGraphs files beside the repository are not here');
  await open();
  await drop(page, [{ name: 'layout.npz', bytes: new Uint8Array(readFileSync(path)) }]);
  await page.waitForFunction(() => /only the arrays/.test(document.querySelector('#graph')!.textContent!));
  expect(await page.isVisible('.graph-surface')).toBe(false);
});
