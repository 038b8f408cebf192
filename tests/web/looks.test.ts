// How the page looks: on every size of screen, in every theme, without motion, and to eyes that see colours otherwise.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, type VisitOptions, visitsOfTests } from './browser.ts';
import { dots, text } from './core.ts';

const visits = visitsOfTests();
let page: Page;

async function open(options: VisitOptions & { again?: boolean } = {}): Promise<void> {
  ({ page } = await visits({ physics: true, ...options }));
}

const width = () => page.evaluate(() => document.documentElement.scrollWidth);
const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** The values of variables of the style sheet: red, green and blue from 0 to 1. */
const colours = (names: string[]) =>
  page.evaluate((variables) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const pixel = document.createElement('canvas').getContext('2d')!;
    const found = variables.map((variable) => {
      probe.style.color = `var(${variable})`;
      pixel.fillStyle = getComputedStyle(probe).color;
      pixel.fillRect(0, 0, 1, 1);
      return [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => byte / 255);
    });
    probe.remove();
    return found;
  }, names);

test('A5: nothing is wider than the screen, from 360 to 1920 pixels', async () => {
  await open();
  await page.click('.card summary');
  for (const wanted of [1920, 1280, 768, 360]) {
    await page.setViewportSize({ width: wanted, height: 800 });
    expect(await width()).toBeLessThanOrEqual(wanted);
  }
});

test('A5: at 400 % zoom nothing is cut off, and all can be scrolled to and used', async () => {
  await open({ width: 1280, height: 1024, zoom: 4 });
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  expect(await width()).toBeLessThanOrEqual(320);
  await page.click('#ranking .rows .row[aria-rowindex="3"]');
  await page.waitForFunction(() => document.querySelector('#explanation .what')?.textContent?.includes('Rank 2 '));
  await page.click('.graph-tools >> text=Outline');
  await page.click('.tree-row:has-text("second")');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'second');
  // Beside the graph, which takes the wheel for itself, there is room to scroll the page.
  expect((await page.locator('.graph-surface').boundingBox())!.height).toBeLessThan(220);
  expect(await width()).toBeLessThanOrEqual(320);
});

test('A5: dark and light as the system has it, or as the user wants, who is remembered', async () => {
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

test('A5: with reduced motion the graph jumps, and nothing else moves', async () => {
  await open({ again: true });
  await drop(page, [text(dots, 'dots.hlo')]);
  await page.waitForSelector('#graph[data-drawn="dots.hlo"]');
  await page.fill('#graph-search', 'name:second');
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count')!.textContent!));
  await page.press('#graph-search', 'Enter');
  await page.waitForFunction(() => document.querySelector('.graph-details h3')?.textContent === 'second');
  /** Where the selected box is a frame after the view was asked to zoom, and when it has come to rest. */
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
  expect(calm.first).toBe(calm.last);
  expect(calm.moving).toBe(0);
  const transitions = () =>
    page.$$eval('body *', (all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length);
  expect(await transitions()).toBe(0);
});

// Machado, Oliveira, Fernandes 2009, severity 1: of linear red, green, blue.
const deficiencies = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** CIE L*a*b* of linear red, green, blue. */
function lab(colour: number[]): number[] {
  const [r, g, b] = colour.map((part) => Math.min(1, Math.max(0, part))) as [number, number, number];
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test.each(Object.entries(deficiencies))('A4: faster and slower are told apart, to eyes with %s', async (_, matrix) => {
  await open({ again: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const seen = (await colours(['--faster', '--slower', '--panel'])).map((colour) => {
      const linear = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return lab([0, 3, 6].map((row) => linear.reduce((sum, part, i) => sum + matrix[row + i]! * part, 0)));
    });
    const [faster, slower, panel] = seen as [number[], number[], number[]];
    const difference = (a: number[], b: number[]) => Math.hypot(...a.map((part, i) => part - b[i]!));
    // A difference of 2 can just be seen; 25 is another colour.
    for (const [a, b] of [
      [faster, slower],
      [faster, panel],
      [slower, panel],
    ] as const)
      expect(difference(a, b), colorScheme).toBeGreaterThan(25);
  }
  await page.emulateMedia({ colorScheme: 'light' });
});

test('A4: in forced colours the selection, bars and the box in the graph can be seen', async () => {
  await open({ again: true });
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  const bars = () =>
    page.$$eval('#ranking .rows .bar > i', (all) => all.map((one) => getComputedStyle(one).backgroundColor));
  const before = await bars();
  expect(before.length).toBeGreaterThan(0);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await bars()).toEqual(before); // their colours are what they say
  const outlined = (selector: string) =>
    page.$eval(selector, (element) => parseFloat(getComputedStyle(element).outlineWidth) >= 2);
  await page.click('#ranking .rows .row[aria-rowindex="3"]');
  expect(await outlined('#ranking .rows .row[aria-selected=true]')).toBe(true);
  await page.waitForSelector('#graph[data-drawn="dots.hlo"]');
  await page.fill('#graph-search', 'name:second');
  await page.press('#graph-search', 'Enter');
  await page.waitForSelector('.graph-cursor:not([hidden])', { state: 'attached' });
  expect(await outlined('.graph-cursor')).toBe(true);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('A1: text can be enlarged by pinching', async () => {
  await open({ again: true });
  expect(await page.getAttribute('meta[name=viewport]', 'content')).not.toMatch(/user-scalable|maximum-scale/);
});
