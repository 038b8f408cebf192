// The graph where the system says which colours there are, in Chromium.
import { expect, test } from 'vitest';
import { visitsOfTests } from './browser.ts';

const visits = visitsOfTests();

test.each(['light', 'dark'] as const)('A4: the canvas has the colours that are forced (%s)', async (colorScheme) => {
  const { page } = await visits({ physics: true, colorScheme });
  await page.waitForSelector('#graph[data-drawn]');
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
});
