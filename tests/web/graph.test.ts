// Tests the graph canvas in Chromium: rendering, opening and closing boxes, navigation, export.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, type VisitOptions, visitsOfTests } from './browser.ts';
import { sharedData, text } from './core.ts';
import { becomes, boxes, closeAll, cursor, find, isChosen, openGraph } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;
async function open(options: VisitOptions = {}): Promise<void> {
  page = await openGraph(visits, options);
}

/** Keeps a picture of the canvas in the next frame, scaled to `columns` pixels per row, in the page as `pixels`. */
async function takePicture(of: Page, columns?: number): Promise<void> {
  await of.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const png = await of.locator('.graph-surface').screenshot();
  await of.evaluate(
    async ([base64, width]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width ?? image.width;
      canvas.height = (image.height * canvas.width) / image.width;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      Object.assign(window, { pixels: context.getImageData(0, 0, canvas.width, canvas.height).data });
    },
    [png.toString('base64'), columns] as const,
  );
}

declare const pixels: Uint8ClampedArray; // of the last picture

/** Counts the different colours in the last picture. More than a few colours mean that a graph was rendered. */
const coloursOfPicture = (of: Page): Promise<number> => of.evaluate(() => new Set(new Uint32Array(pixels.buffer)).size);

/** Counts the different colours in the canvas after the next frame. */
async function colours(of: Page): Promise<number> {
  await takePicture(of);
  return coloursOfPicture(of);
}

describe('the canvas', () => {
  test.each(['light', 'dark'] as const)('renders boxes, edges and text (%s)', async (colorScheme) => {
    await open({ colorScheme });
    expect(await boxes(page)).toBeGreaterThan(5);
    expect(await colours(page)).toBeGreaterThan(40);
  });

  test('renders text only when it is legible', async () => {
    await open({ height: 700 }); // In a low canvas, the smallest zoom is too small for text.
    // Turn off the colouring by time, because its shades would raise the number of colours.
    await page.selectOption('#graph-overlay', 'none');
    await page.click('[aria-label="Zoom in"]');
    const near = await colours(page);
    for (let i = 0; i < 8; ++i) await page.click('[aria-label="Zoom out"]');
    expect(await colours(page)).toBeLessThan(near / 2);
  });

  test('renders again after a lost WebGL context', async () => {
    await open();
    const before = await colours(page);
    await page.evaluate(async () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.graph-surface > canvas')!;
      const extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve));
      extension.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 50));
      extension.restoreContext();
      await restored;
    });
    await expect.poll(async () => Math.abs((await colours(page)) - before)).toBeLessThan(before / 2);
  });

  test('a double-click opens a box in place, and another closes it', async () => {
    await open();
    await closeAll(page);
    await find(page, 'name:act.1');
    const before = await cursor(page);
    const closed = await boxes(page);
    await page.mouse.dblclick(before.x + before.width / 2, before.y + 8);
    await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) > n, closed);
    const after = await cursor(page);
    expect(Math.abs(after.x + after.width / 2 - (before.x + before.width / 2))).toBeLessThan(1.5);
    expect(Math.abs(after.y - before.y)).toBeLessThan(1.5);
    await page.mouse.dblclick(after.x + after.width / 2, after.y + 8);
    await becomes(page, closed);
  });

  test('buttons open and close all boxes; Back undoes it', async () => {
    await open();
    const all = await boxes(page); // number of boxes; in a small program, all are open at the start
    await closeAll(page);
    const few = await boxes(page);
    await page.click('[aria-label="Open all"]');
    await becomes(page, all);
    await page.click('[aria-label="Back"]');
    await becomes(page, few);
    await page.click('[aria-label="Forward"]');
    await becomes(page, all);
  });

  test('Open all keeps the selected box in view', async () => {
    await open({ height: 560 });
    await find(page, 'name:=t');
    await isChosen(page, 't');
    const all = await boxes(page);
    await closeAll(page);
    await page.click('[aria-label="Fit all"]');
    await page.click('[aria-label="Open all"]');
    await becomes(page, all);
    const canvas = (await page.locator('.graph-surface').boundingBox())!;
    const { x, y, width, height } = await cursor(page);
    expect(x >= canvas.x && x + width <= canvas.x + canvas.width).toBe(true);
    expect(y >= canvas.y && y + height <= canvas.y + canvas.height).toBe(true);
  });

  test('drag and wheel pan, Ctrl + wheel zooms around the pointer', async () => {
    await open();
    await find(page, 'name:dot.1');
    const start = await cursor(page);
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    const dragged = await cursor(page);
    expect(dragged.x - start.x).toBeCloseTo(60, 0);
    expect(dragged.y - start.y).toBeCloseTo(40, 0);
    await page.mouse.move(x + 60, y + 40);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    const zoomed = await cursor(page);
    expect(zoomed.width / dragged.width).toBeCloseTo(1.22, 1);
    expect(Math.abs(zoomed.x + zoomed.width / 2 - x - 60)).toBeLessThan(2); // boxes are rendered on whole pixels
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    const large = await cursor(page);
    await page.mouse.wheel(0, 30);
    expect((await cursor(page)).y - large.y).toBeCloseTo(-30, 0);
  });

  test('a notch of the wheel zooms by a fifth, and a pinch on a trackpad faster, in small steps', async () => {
    await open();
    await find(page, 'name:dot.1');
    const start = await cursor(page);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    /** Sends wheel events with Ctrl or without, and returns the factor by which they zoom. */
    const zoomBy = async (steps: number[], key: 'Control' | null) => {
      const before = await cursor(page);
      if (key) await page.keyboard.down(key);
      for (const step of steps) await page.mouse.wheel(0, step);
      if (key) await page.keyboard.up(key);
      return (await cursor(page)).width / before.width;
    };
    const notch = Math.exp(100 / 500);
    expect(await zoomBy([-100], 'Control')).toBeCloseTo(notch, 1);
    expect(await zoomBy([120], 'Control')).toBeCloseTo(1 / Math.exp(120 / 500), 1);
    expect(await zoomBy([-200], 'Control')).toBeCloseTo(notch ** 2, 1);
    expect(await zoomBy([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], 'Control')).toBeCloseTo(Math.exp(-50 / 140), 1);
    await page.click('.graph-more summary');
    await page.check('text=Zoom with the mouse wheel');
    await page.click('.graph-more summary');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    expect(await zoomBy([-100], null)).toBeCloseTo(notch, 1);
    await page.click('.graph-more summary');
    await page.uncheck('text=Zoom with the mouse wheel');
    await page.click('.graph-more summary');
  });

  test('the tooltip goes when the view moves to a search hit', async () => {
    await open();
    await find(page, 'name:dot.1');
    await isChosen(page, 'dot.1');
    const { x, y, width, height } = await cursor(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.waitForSelector('.graph-tip:not([hidden])');
    await find(page, 'name:/^t$/');
    await isChosen(page, 't');
    await page.waitForSelector('.graph-tip', { state: 'hidden' });
  });

  test('the minimap is shown only while part of the graph is out of view', async () => {
    await open();
    const map = page.locator('.graph-minimap');
    await page.click('[aria-label="Fit all"]');
    await map.waitFor({ state: 'hidden' });
    const { x, y } = (await page.locator('.graph-surface').boundingBox())!;
    await page.mouse.move(x + 100, y + 100);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    await map.waitFor({ state: 'visible' });
  });

  test('the minimap takes a small part of a small canvas', async () => {
    await open();
    await page.setViewportSize({ width: 1280, height: 480 });
    const surface = page.locator('.graph-surface');
    const map = page.locator('.graph-minimap');
    await page.click('[aria-label="Zoom in"]');
    await map.waitFor({ state: 'visible' });
    const share = async () => (await map.boundingBox())!.height / (await surface.boundingBox())!.height;
    await expect.poll(share).toBeLessThan(0.32);
  });

  test('on a screen with two pixels per CSS pixel, renders the same picture with twice as many pixels', async () => {
    const pictures: string[] = [];
    for (const zoom of [1, 2]) {
      await open({ width: 1280 * zoom, height: 1100 * zoom, zoom });
      await page.mouse.move(0, 0);
      const { width, clientWidth } = await page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.graph-surface > canvas')!;
        return { width: canvas.width, clientWidth: canvas.clientWidth };
      });
      expect(width).toBe(zoom * clientWidth);
      // Costs, which colour the boxes, arrive after the graph.
      let taken = '';
      const isSettled = async () => {
        const before = taken;
        await takePicture(page, clientWidth);
        taken = await page.evaluate(() => Array.from(pixels, (value) => String.fromCharCode(value)).join(''));
        return taken === before;
      };
      await expect.poll(isSettled, { timeout: 20_000, interval: 500 }).toBe(true);
      expect(await coloursOfPicture(page)).toBeGreaterThan(40);
      pictures.push(taken);
    }
    const [plain, dense] = pictures.map((values) => Uint8Array.from(values, (value) => value.charCodeAt(0)));
    expect(dense).toHaveLength(plain!.length);
    expect(plain!.reduce((sum, value, i) => sum + Math.abs(value - dense![i]!), 0) / plain!.length).toBeLessThan(1);
  });
});

test('breadcrumbs, minimap and Back navigate', async () => {
  await open();
  await find(page, 'op:exponential');
  await isChosen(page, 'e');
  await page.click('.graph-crumbs >> text=act.0');
  await isChosen(page, 'act.0');
  await page.click('[aria-label="Back"]');
  await isChosen(page, 'e');
  // Zoom in, because the minimap is shown only while a part of the graph is out of view.
  for (let i = 0; i < 3; ++i) await page.click('[aria-label="Zoom in"]');
  await page.waitForSelector('.graph-minimap', { state: 'visible' });
  await page.waitForTimeout(400); // waits until the animation of the camera has ended
  const before = await cursor(page);
  const map = (await page.locator('.graph-minimap').boundingBox())!;
  await page.mouse.click(map.x + map.width / 2, map.y + map.height - 4);
  expect((await cursor(page)).y).not.toBeCloseTo(before.y, 0);
});

test('saves SVG and PNG of the whole graph or the selected box', async () => {
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
  await find(page, 'name:dot.1');
  await page.check('#graph-save-selection');
  const one = (await save('Save SVG')).bytes.toString();
  expect(one).toContain('>dot.1</text>');
  expect(one).not.toContain('>dot.0</text>');
});

test('a file with arrays only shows a message instead of a graph', async ({ skip }) => {
  const path = sharedData('tpugraphs/layout_main__.10904.npz');
  if (!path) return skip('the TpuGraphs files beside the repository are not here');
  await open();
  await drop(page, [{ name: 'layout.npz', bytes: new Uint8Array(readFileSync(path)) }]);
  await page.waitForFunction(() => /only the arrays/.test(document.querySelector('#graph')!.textContent));
  expect(await page.isVisible('.graph-surface')).toBe(false);
});

test('requests about a program are not answered with data of the next program', async () => {
  await open();
  await closeAll(page);
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage; // oxlint-disable-line typescript/unbound-method -- called with its worker
    const openAll = document.querySelector<HTMLElement>('[aria-label="Open all"]')!;
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string }) {
      post.call(this, message);
      if (message.kind !== 'open') return;
      Worker.prototype.postMessage = post;
      openAll.click();
    };
  });
  const long = [
    'y0 = f32[8]{0} parameter(0)',
    ...Array.from({ length: 30 }, (_, i) => `y${i + 1} = f32[8]{0} negate(y${i})`),
  ];
  await drop(page, [
    text(`HloModule next\n\nENTRY main {\n  ${long.join('\n  ')}\n  ROOT z = f32[8]{0} abs(y30)\n}\n`, 'next.hlo'),
  ]);
  await page.waitForSelector('#graph[data-drawn="next.hlo"]');
  expect(await boxes(page)).toBeGreaterThan(30);
});
