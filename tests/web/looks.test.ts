// Tests the appearance of the page: screen sizes, colour themes, reduced motion, forced colours.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, show, views, type VisitOptions, visitsOfTests } from './browser.ts';
import { dots, measured, text } from './core.ts';
import { find, isChosen } from './graph_page.ts';
import { chooseRow, rank } from './ranking_page.ts';

const visits = visitsOfTests();
let page: Page;

async function open(options: VisitOptions & { again?: boolean } = {}): Promise<void> {
  ({ page } = await visits({ analytical: true, ...options }));
}

const width = () => page.evaluate(() => document.documentElement.scrollWidth);
const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('no element is wider than the screen, from 360 to 1920 pixels', async () => {
  await open();
  await show(page, 'ranking');
  await page.click('.card summary');
  for (const wanted of [360, 768, 1920, 1280]) {
    await page.setViewportSize({ width: wanted, height: 800 });
    for (const view of views) {
      await show(page, view);
      expect(await width(), view).toBeLessThanOrEqual(wanted);
    }
  }
});

test('with reduced motion, the graph jumps and there are no animations', async () => {
  await open({ again: true });
  await drop(page, [text(dots, 'dots.hlo')]);
  await page.waitForSelector('#graph[data-drawn="dots.hlo"]');
  await show(page, 'graph-view');
  await find(page, 'name:second');
  await isChosen(page, 'second');
  /**
   * Returns the position of the selected box twice: one frame after a zoom command, and at the end of the animation.
   */
  const zoomed = () =>
    page.evaluate(async () => {
      const next = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const place = () => document.querySelector('.graph-cursor')!.getBoundingClientRect().width;
      document.querySelector<HTMLElement>('[aria-label="Zoom in"]')!.click();
      await next();
      const first = place();
      await new Promise((resolve) => setTimeout(resolve, 600));
      await next();
      return { first, last: place(), moving: document.getAnimations().length };
    });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const calm = await zoomed();
  expect(calm.first).toBeGreaterThan(0);
  expect(calm.first).toBe(calm.last);
  expect(calm.moving).toBe(0);
  const transitions = () =>
    page.$$eval('body *', (all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length);
  expect(await transitions()).toBe(0);
});

test('in forced colours, selection, bars and the selected box of the graph are visible', async () => {
  await open({ again: true });
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  await show(page, 'ranking');
  const bars = () =>
    page.$$eval('#ranking .rows .bar > i', (all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await page.waitForSelector('#ranking .rows .bar > i', { state: 'attached' });
  const before = await bars();
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await bars()).toEqual(before); // the bars must keep their colours, which carry meaning
  const outlined = (selector: string) =>
    page.$eval(selector, (element) => parseFloat(getComputedStyle(element).outlineWidth) >= 2);
  await page.click('#ranking .rows .row[aria-rowindex="3"]');
  expect(await outlined('#ranking .rows .row[aria-selected=true]')).toBe(true);
  await page.waitForSelector('#graph[data-drawn="dots.hlo"]');
  await show(page, 'graph-view');
  await find(page, 'name:second');
  await page.waitForSelector('.graph-cursor:not([hidden])', { state: 'attached' });
  expect(await outlined('.graph-cursor')).toBe(true);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('the viewport allows pinch zoom', async () => {
  await open({ again: true });
  expect(await page.getAttribute('meta[name=viewport]', 'content')).not.toMatch(/user-scalable|maximum-scale/);
});

test.each(['light', 'dark'] as const)('the canvas uses forced colours (%s)', async (colorScheme) => {
  await open({ again: true });
  await page.waitForSelector('#graph[data-drawn]');
  await show(page, 'graph-view');
  await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const surface = page.locator('.graph-surface');
  await surface.scrollIntoViewIfNeeded();
  const { x, y } = (await surface.boundingBox())!;
  const corner = await page.screenshot({ clip: { x: x + 4, y: y + 4, width: 2, height: 2 } });
  const [pixel, canvas] = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const context = document.createElement('canvas').getContext('2d')!;
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'Canvas';
    const forced = getComputedStyle(probe).color;
    probe.remove();
    return [`rgb(${r}, ${g}, ${b})`, forced];
  }, corner.toString('base64'));
  expect(pixel).toBe(canvas);
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
});

test('at 400 % zoom, everything is reachable by scrolling and usable', async () => {
  await open({ width: 1280, height: 1024, zoom: 4 });
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  expect(await width()).toBeLessThanOrEqual(320);
  await show(page, 'ranking');
  await chooseRow(page, 1);
  await show(page, 'outline');
  await page.click('.tree-row:has-text("second")');
  await isChosen(page, 'second');
  await show(page, 'graph-view');
  // The graph must be low enough to leave space beside it, because the mouse wheel over the graph does not scroll the
  // page.
  expect((await page.locator('.graph-surface').boundingBox())!.height).toBeLessThan(220);
  expect(await width()).toBeLessThanOrEqual(320);
});

test('at 320 pixels, what-if, models and a comparison of four need no horizontal scrolling', async () => {
  await open({ width: 320, height: 720, analytical: false });
  await rank(page, measured('dcgan_train'), 'dcgan_train');
  for (const row of [2, 4, 6, 8]) await page.click(`#ranking .rows .row[aria-rowindex="${row}"] .mark`);
  await page.waitForFunction(() => document.querySelectorAll('#compare thead th').length === 4);
  const wider = (inside: string) =>
    page.$$eval(`${inside} *`, (all) =>
      all
        // Ignore elements of 1 pixel, which are only for screen readers.
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1)
        .filter((one) => one.tagName !== 'INPUT')
        .map((one) => `${one.tagName} ${one.className}`),
    );
  await show(page, 'inspector');
  await page.waitForSelector('#what-if .settings');
  expect(await wider('#what-if')).toEqual([]);
  await show(page, 'compare');
  await page.waitForSelector('#compare table');
  expect(await wider('#compare')).toEqual([]);
  expect(await width()).toBe(320);
  await page.click('#models');
  expect(await wider('#models-dialog')).toEqual([]);
  expect(await width()).toBe(320);
  // Expect that each value is labelled with the configuration to which it belongs.
  const of = await page.$$eval('#compare tbody tr:first-child td', (cells) =>
    cells.map((cell) => getComputedStyle(cell, '::before').content),
  );
  const heads = await page.$$eval('#compare thead th', (cells) => cells.map((cell) => cell.textContent));
  expect(of.slice(0, 4)).toEqual(heads.map((head) => `"${head.replace('✕', '')}"`));
});

test('the theme follows the system or the user, whose choice is stored', async () => {
  await open({ colorScheme: 'dark' });
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  expect(dark).not.toBe(light);
  await page.click('#theme');
  await page.click('#theme');
  expect(await background()).toBe(dark);
  await page.reload();
  expect(await background()).toBe(dark);
});
