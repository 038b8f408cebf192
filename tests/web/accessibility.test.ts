// The page without a mouse, on every size of screen, in every theme, in Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, type VisitOptions, visitsOfTests } from './browser.ts';
import { root, text } from './core.ts';

const visits = visitsOfTests();
let page: Page;

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page } = await visits(options));
}

describe('keyboard', () => {
  test('moves through the ranking and explains the row it is on', async () => {
    await open();
    await page.focus('#ranking .table');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('#explanation .what')!.textContent!.includes('Rank 2 '));
    await page.keyboard.press('End');
    const last = await page.getAttribute('#ranking .table', 'aria-rowcount');
    await page.waitForFunction(
      (rank) => document.querySelector('#explanation .what')!.textContent!.includes(`Rank ${rank} `),
      Number(last) - 1,
    );
    const active = (await page.getAttribute('#ranking .table', 'aria-activedescendant'))!;
    expect(await page.getAttribute(`#${active}`, 'aria-selected')).toBe('true');
  });

  test('reaches every control, and the focus can be seen', async () => {
    await open();
    const seen = new Set<string>();
    for (let i = 0; i < 120; ++i) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const element = document.activeElement!;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.id || element.getAttribute('aria-label') || element.textContent!.trim().slice(0, 30),
          visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
          body: element === document.body,
        };
      });
      if (focus.body) break;
      seen.add(focus.name);
      expect(focus.visible, focus.name).toBe(true);
    }
    for (const name of [
      'open',
      'paste',
      'examples',
      'help',
      'theme',
      'model',
      'search',
      'Configurations',
      'Instructions',
    ]) {
      expect([...seen]).toContain(name);
    }
  });

  test('opens and closes the help', async () => {
    await open();
    await page.focus('#help');
    await page.keyboard.press('Enter');
    expect(await page.isVisible('#help-dialog')).toBe(true);
    expect(await page.textContent('#help-dialog')).toContain('xla_dump_hlo_pass_re=layout-assignment');
    await page.keyboard.press('Escape');
    expect(await page.isVisible('#help-dialog')).toBe(false);
  });
});

describe('looks', () => {
  test.each([360, 768, 1280, 1920])('nothing is wider than a screen of %i pixels', async (width) => {
    await open({ width, height: 800 });
    await page.click('.card summary');
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing wrong (%s)', async (colorScheme) => {
    await open({ colorScheme });
    const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
    const check = async (state: string) => {
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: {
            run: (
              root: Document,
              options: object,
            ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        const { violations } = await axe.run(document, { runOnly: tags });
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`);
      });
      expect(violations, state).toEqual([]);
    };
    await page.evaluate(source);
    await page.click('.card summary');
    await check('ranked');
    await drop(page, [text('HloModule m\nENTRY main {\n  ROOT y = f32[2]{0} frobnicate(x)\n}\n', 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    await check('error');
    await page.click('#help');
    await check('help');
  });

  test('the theme can be chosen and is remembered', async () => {
    await open({ colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.click('#theme');
    await page.click('#theme');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
  });
});
