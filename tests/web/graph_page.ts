// Helpers for tests of the graph view.
import type { Page } from 'playwright-core';
import { drop, show, type Visit, type VisitOptions } from './browser.ts';
import { text } from './core.ts';

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

/** Opens a small program with three layers and shows its graph. */
export async function openGraph(
  visits: (options: VisitOptions & { again: boolean }) => Promise<Visit>,
  options: VisitOptions = {},
): Promise<Page> {
  const { page } = await visits({ height: 1100, analytical: true, again: true, ...options });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await drop(page, [text(program, 'net.hlo')]);
  await page.waitForSelector('#graph[data-drawn="net.hlo"]', { timeout: 60_000 });
  await show(page, 'graph-view');
  return page;
}

/** Returns the number of boxes in the graph. */
export const boxes = async (page: Page): Promise<number> => Number(await page.getAttribute('#graph', 'data-boxes'));
/** Returns the last text that the graph announced to screen readers (ARIA live region). */
export const said = async (page: Page): Promise<string> => (await page.textContent('#graph-view > [role=status]'))!;
/** Returns the title of the selected box of the graph. */
export const chosen = async (page: Page): Promise<string> => (await page.textContent('.graph-details h3'))!;
/** Waits until the box with this title is selected in the graph. */
export const isChosen = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('.graph-details h3')?.textContent === wanted, name);

/** Waits until the graph has this number of boxes. */
export const becomes = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) === n, count);

/** Closes all boxes of the graph. */
export async function closeAll(page: Page): Promise<void> {
  const before = await boxes(page);
  await page.click('[aria-label="Close all"]');
  await page.waitForFunction((n) => Number(document.getElementById('graph')!.dataset.boxes) < n, before);
}

/** Searches for instructions and selects the first one found. */
export async function find(page: Page, query: string): Promise<void> {
  await page.fill('#graph-search', query);
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count')!.textContent));
  await page.press('#graph-search', 'Enter');
}

/** Returns position and size of the selected box on the page. */
export async function cursor(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await page.locator('.graph-cursor').boundingBox())!;
}
