// Tests the view of the program as HLO text, in Chromium.
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { drop, show, visitsOfTests } from './browser.ts';
import { root, text } from './core.ts';
import { find, isChosen } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;

const program = `HloModule loop

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

body {
  t = (s32[], f32[8,8]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = f32[8,8]{1,0} get-tuple-element(t), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  y = f32[8,8]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT u = (s32[], f32[8,8]) tuple(next, y)
}

cond {
  t = (s32[], f32[8,8]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  n = s32[] constant(24)
  ROOT less = pred[] compare(i, n), direction=LT
}

ENTRY main {
  p = f32[8,8]{1,0} parameter(0)
  zero = s32[] constant(0)
  start = (s32[], f32[8,8]) tuple(zero, p)
  w = (s32[], f32[8,8]) while(start), condition=cond, body=body
  y = f32[8,8]{1,0} get-tuple-element(w), index=1
  q = f32[8,8]{1,0} dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  zero.1 = f32[] constant(0)
  ROOT r = f32[] reduce(q, zero.1), dimensions={0,1}, to_apply=sum
}
`;

async function open(source = program, name = 'loop.hlo'): Promise<void> {
  ({ page } = await visits({ height: 1100, analytical: true, again: true }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await drop(page, [text(source, name)]);
  await page.waitForSelector(`#graph[data-drawn="${name}"]`, { timeout: 60_000 });
  await show(page, 'text');
  await page.waitForSelector('.text-row');
  await page.$eval('.hlo-text', (element) => ((element as HTMLElement).style.height = '800px'));
  await page.locator('.hlo-text').scrollIntoViewIfNeeded();
}

/** Returns the HLO text of a program with `count` computations of `lines` instructions each. */
const long = (count: number, lines: number): string => {
  const body = (c: number): string =>
    Array.from(
      { length: lines },
      (_, i) => `  v${i} = f32[${c + 1}] ${i ? `negate(v${i - 1})` : 'parameter(0)'}\n`,
    ).join('');
  const called = Array.from({ length: count }, (_, c) => `c${c} {\n${body(c)}}\n`).join('\n');
  const calls = Array.from(
    { length: count },
    (_, c) => `  p${c} = f32[${c + 1}] parameter(${c})\n  k${c} = f32[${c + 1}] call(p${c}), to_apply=c${c}\n`,
  );
  return `HloModule long\n\n${called}\nENTRY main {\n${calls.join('')}  ROOT all = (f32[1]) tuple(k0)\n}\n`;
};

const row = (content: string) => page.locator('.text-row', { hasText: content });
const rowCount = async (): Promise<number> => Number(await page.getAttribute('.text-scroller', 'aria-rowcount'));
/** Returns the text that screen readers announce: that of the row with the cursor, or of the name in this row. */
const active = (): Promise<string> =>
  page.$eval('.text-scroller', (element) => {
    const id = element.getAttribute('aria-activedescendant');
    const found = id ? document.getElementById(id) : null;
    return (found?.querySelector('.line') ?? found)?.textContent.trim() ?? '';
  });
const selected = (): Promise<string> =>
  page.$eval('.text-row[aria-selected=true] .line', (line) => line.textContent.trim());
const marked = (): Promise<string[]> =>
  page.$$eval('.line .marked', (names) => names.map((name) => name.closest<HTMLElement>('.text-row')!.dataset.line!));
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('numbers and colours the lines', async () => {
  await open();
  expect(await rowCount()).toBe(35);
  const line = row('w =');
  expect(await line.locator('.line-number').textContent()).toBe('30');
  for (const [kind, content] of [
    ['definition', 'w'],
    ['opcode', 'while'],
    ['operand', 'start'],
    ['computation', 'cond'],
    ['attribute', 'condition'],
    ['shape', 's32[]'],
  ] as const)
    expect(await line.locator(`.${kind}`).first().textContent(), kind).toBe(content);
});

test('is the text of the file, with its own line numbers', async () => {
  const own = program
    .replace('HloModule loop\n', '// a comment\nHloModule loop\n\n\n')
    .replace('  q = f32', '  // the last\n  %q   =   f32')
    .replace('while(start), condition', 'while(start),\n    condition');
  await open(own, 'own.hlo');
  const lines = own.split('\n').slice(0, -1);
  expect(await rowCount()).toBe(lines.length);
  const shown = await page.$$eval('.text-row', (rows) =>
    rows.map((each) => [
      each.querySelector('.line-number')!.textContent,
      each.querySelector('.line')!.textContent.trimEnd(),
    ]),
  );
  for (const [number, line] of shown) expect(line).toBe(lines[Number(number) - 1]);
  expect(shown.length).toBeGreaterThan(20);
  await find(page, 'name:q');
  await isChosen(page, 'q');
  const at = lines.findIndex((line) => line.includes('%q   ='));
  expect(await page.textContent('.text-row[aria-selected=true] .line-number')).toBe(String(at + 1));
  expect(await page.textContent('.graph-line')).toContain('%q   =   f32[8,8]{1,0} dot(');
  await drop(page, [text(own.replace('pred[] compare(', 'pred[] compares('), 'bad.hlo')]);
  await page.waitForSelector('#error:not([hidden])');
  const wrong = lines.findIndex((line) => line.includes('pred[] compare('));
  expect(await page.textContent('#error')).toContain(`bad.hlo, line ${wrong + 1}`);
});

test('a proto is shown as printed HLO text', async () => {
  await open(readFileSync(join(root, 'tests/data/proto/images.pbtxt'), 'utf8'), 'images.pbtxt');
  expect(await page.textContent('.text-row[data-line="0"] .line')).toMatch(/^HloModule /);
  expect(await row('parameter(0)').first().locator('.line').textContent()).toMatch(/^ +%/);
});

describe('selection', () => {
  test('of a line selects the instruction in the graph, and the reverse', async () => {
    await open();
    await row('q =').locator('.opcode').click();
    await isChosen(page, 'q');
    expect(await selected()).toMatch(/^q = f32\[8,8\]\{1,0\} dot\(/);
    await find(page, 'name:start');
    await isChosen(page, 'start');
    await page.waitForFunction(() =>
      document.querySelector('.text-row[aria-selected=true]')?.textContent.includes('start ='),
    );
  });

  test('of an instruction in a folded computation unfolds it', async () => {
    await open();
    await page.click('.hlo-text >> text=Fold all');
    expect(await rowCount()).toBe(6);
    await find(page, 'op:compare');
    await isChosen(page, 'less');
    await page.waitForSelector('.text-row[aria-selected=true]');
    expect(await selected()).toMatch(/less = pred\[\] compare/);
    expect(await rowCount()).toBe(6 + 6);
  });
});

describe('names', () => {
  test('under the pointer are highlighted within their computation', async () => {
    await open();
    // Point at operand i. Expect marks on the instruction i of the computation cond, but not on the i of the
    // computation body.
    await row('= pred[] compare').locator('.operand').first().hover();
    const lines = await marked();
    expect(lines).toHaveLength(2);
    await row('w =').locator('.computation').first().hover();
    expect(await marked()).toHaveLength(2);
    await page.hover('.text-bar');
    expect(await marked()).toEqual([]);
  });

  test('lead to their definitions by Ctrl+click', async () => {
    await open();
    await row('q =')
      .locator('.operand')
      .first()
      .click({ modifiers: ['Control'] });
    await isChosen(page, 'y');
    expect(await selected()).toMatch(/^y = f32\[8,8\]\{1,0\} get-tuple-element\(w\)/);
    await page.click('.hlo-text >> text=Fold all');
    await row('ENTRY main').locator('.fold').click();
    await row('r =')
      .locator('.computation')
      .click({ modifiers: ['Control'] });
    expect(await active()).toBe('sum {');
    expect(await row('sum {').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('folding', () => {
  test('by the button in the gutter hides the lines of a computation', async () => {
    await open();
    const fold = row('body {').locator('.fold');
    expect(await fold.getAttribute('aria-label')).toBe('Fold body');
    await fold.click();
    expect(await rowCount()).toBe(35 - 9);
    expect(await row('body {').locator('.line').textContent()).toBe('body { … 7 lines }');
    expect(await row('body {').locator('.fold').getAttribute('aria-expanded')).toBe('false');
    await row('body {').locator('.folded').click();
    expect(await rowCount()).toBe(35);
  });

  test('of text of more than 2,000 lines leaves only the entry computation open', async () => {
    await open(long(30, 100), 'long.hlo');
    expect(await rowCount()).toBe(2 + 30 + 1 + 61 + 1);
    await page.waitForFunction(() => document.querySelector('.text-scroller')!.scrollTop > 200);
    expect(await page.textContent('.text-computation')).toMatch(/^ENTRY main/);
    await page.click('.hlo-text >> text=Unfold all');
    expect(await rowCount()).toBe(2 + 30 * 103 + 63);
    expect(await page.textContent('.text-computation')).toMatch(/^ENTRY main/);
  });
});

test('the keyboard moves by lines, names and computations', async () => {
  await open();
  await page.focus('.text-scroller');
  await press('Home');
  expect(await active()).toBe('HloModule loop');
  await press('ArrowDown');
  expect(await active()).toBe('sum {');
  await press('ArrowLeft');
  expect(await rowCount()).toBe(35 - 5);
  await press('ArrowDown');
  expect(await active()).toBe('body {');
  await press('ArrowUp', 'ArrowRight', 'ArrowRight');
  expect(await active()).toMatch(/^a = f32/);
  await press('End', 'ArrowUp');
  expect(await active()).toMatch(/^ROOT r = /);
  await press('Enter');
  await isChosen(page, 'r');
  await press('ArrowRight');
  expect(await active()).toBe('q');
  expect(await page.getAttribute('#text-name', 'role')).toBe('link');
  expect(await marked()).toHaveLength(2);
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(await active()).toBe('sum');
  await press('Enter');
  expect(await active()).toBe('sum {');
  await press('End', 'ArrowUp', 'ArrowRight', 'Enter');
  await isChosen(page, 'q');
  await press('ArrowLeft');
  expect(await active()).toBe('ENTRY main {');
  await press('PageUp');
  expect(await active()).not.toBe('ENTRY main {');
});

test('copies a computation, and selected text over lines without line numbers', async () => {
  await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await row('sum {').locator('.line').click();
  await page.click('text=Copy computation');
  await page.waitForSelector('.text-bar [role=status]:has-text("Copied 5 lines")');
  expect(await clipboard()).toMatch(/^sum \{\n {2}a = f32\[\] parameter\(0\)\n[^]*\n\}\n$/);
  await page.evaluate(() => {
    const lines = [...document.querySelectorAll('.text-row .line')];
    const [first, last] = ['a =', 's ='].map((name) => lines.find((line) => line.textContent.includes(name))!);
    getSelection()!.setBaseAndExtent(first!.firstChild!, 2, last!.firstChild!, 2);
  });
  await press('Control+c');
  expect(await clipboard()).toBe('a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ');
});

test.for([12.5, 17])(
  'shows the columns of a long line in view, and the rest on request, at %f pixels',
  async (size) => {
    await open();
    await page.$eval(
      '.text-scroller',
      (element, pixels) => ((element as HTMLElement).style.fontSize = `${pixels}px`),
      size,
    );
    await page.setViewportSize({ width: 1200, height: 1100 }); // the page measures the font when its size changes
    const shapes = Array.from({ length: 400 }, (_, i) => `f32[${i + 1}]{0}`).join(', ');
    await open(`HloModule wide\n\nENTRY main {\n  ROOT x = (${shapes}) parameter(0)\n}\n`, 'wide.hlo');
    const line = row('x =').locator('.line');
    expect((await line.textContent())!.length).toBeLessThan(500);
    const scrolled = async (left: number) => {
      await page.$eval('.text-scroller', (element, x) => element.scrollTo(x, 0), left);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return (await page.locator('.text-row[data-line="3"] .line').textContent())!;
    };
    expect(await scrolled(1e6)).toMatch(/\d+ more characters$/);
    await page.click('.text-row .more');
    expect(await scrolled(1e6)).toMatch(/f32\[400\]\{0\}\) parameter\(0\)$/);
    // Each character must stay in its column. So the last character must end where it would end if the line were rendered
    // completely.
    const { begin, padding } = await page.$eval('.text-row[data-line="3"] .line', (cell) => ({
      begin: Number((cell as HTMLElement).dataset.begin),
      padding: parseFloat(getComputedStyle(cell).paddingLeft),
    }));
    expect(padding / begin).toBeCloseTo(size * 0.6, 1); // the width of a character of the font
    expect(await scrolled(0)).toMatch(/^ {2}ROOT x = \(f32\[1\]/);
    await page.$eval('.text-scroller', (element) => ((element as HTMLElement).style.fontSize = ''));
    await page.setViewportSize({ width: 1280, height: 1100 });
  },
);

test('axe finds no violations with folds, selection, focus and highlights', async () => {
  await open();
  await row('body {').locator('.fold').click();
  await row('q =').locator('.opcode').click();
  await page.focus('.text-scroller');
  await press('ArrowRight');
  await row('r =').locator('.operand').first().hover();
  expect(await violationsOn(page)).toEqual([]);
});

describe.runIf(existsSync(join(root, 'build/suite/valid')))('a program of 55,000 lines', () => {
  const name = '00590_xla_tools_benchmarks_hlo_hlo_mixtral_8x7b_bf16_2x8.hlo.hlo';

  test('can be unfolded and scrolled to its end', async () => {
    await open(readFileSync(join(root, 'build/suite/valid', name), 'utf8'), 'mixtral.hlo');
    await page.click('.hlo-text >> text=Unfold all');
    expect(await rowCount()).toBeGreaterThan(55_000);
    await page.$eval('.text-scroller', (element) => element.scrollTo(0, element.scrollHeight));
    const last = () =>
      page.$$eval('.text-row .line', (lines) =>
        lines
          .map((line) => line.textContent.trim())
          .filter(Boolean)
          .at(-1),
      );
    await expect.poll(last).toBe('}');
  });
});
