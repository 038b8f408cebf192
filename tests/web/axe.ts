// Runs the accessibility checker axe on the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from './core.ts';

interface Axe {
  run: (on: string, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function run(page: Page, within: string, options: object): Promise<string[]> {
  return page.evaluate(
    async ([on, given]) => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(on, given);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`);
    },
    [within, options] as const,
  );
}

/**
 * Returns the accessibility rules that the page violates, each with the elements that violate it. Checks the page in
 * light colours; checks rules about colours also in dark ones. Checks only the element `within`; rules about whole pages
 * apply only to `html`.
 */
export async function violationsOn(page: Page, within = 'html'): Promise<string[]> {
  // Disable colour transitions, because contrasts would be wrong while they run.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(`globalThis.axe ?? (() => {${source}})()`);
  const light = await run(page, within, { runOnly: tags });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, within, { runOnly: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}
