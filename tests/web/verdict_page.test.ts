// Tests what the page says about a program in Chromium: the verdict and the lists name what is expensive, and all views
// share the selected instruction.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { culprits } from '../regressions.ts';
import { drop, ranked, show, type View, visitsOfTests } from './browser.ts';
import { file, hlorank, measured, root, sharedData, text } from './core.ts';
import { find, isChosen } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;
async function open(width = 1280, height = 900): Promise<void> {
  ({ page } = await visits({ width, height, analytical: true, again: true }));
}

/** Waits until the page has opened the file. */
const opened = (name: string) => page.waitForSelector(`#program-name[title="${name}"]`, { timeout: 60_000 });
const headline = () => page.textContent('#verdict strong');
/** Returns the names in the rows of a list, in the order of the list. */
const listed = (list: View) =>
  page.$$eval(`#${list} .list-row .row-name`, (names) => names.map((name) => name.firstChild!.textContent));

describe('the first hotspot is the instruction with the largest share of the estimated time', () => {
  const large = [
    'k_nasnetmobile.hlo.txt.gz',
    'gpt_48l_train_adam.hlo.txt.gz',
    'tpugraphs_layout_main__.10904.HloProto.hlo',
  ];
  test.for(large)('%s', async (name, { skip }) => {
    const path = sharedData(`programs/${name}`) ?? join(root, 'build/suite/real_text', name);
    if (!existsSync(path)) return skip(`${name} is not here`);
    const { instructions } = JSON.parse(hlorank('cost', path, '--json')) as {
      instructions: { name: string; share: number }[];
    };
    const [first] = instructions.toSorted((a, b) => b.share - a.share);
    await open();
    await drop(page, [{ name, bytes: new Uint8Array(readFileSync(path)) }]);
    await opened(name);
    await show(page, 'hotspots');
    await page.waitForSelector('#hotspots .list-row');
    expect((await listed('hotspots'))[0]).toBe(first!.name);
    expect(await page.textContent('#verdict')).toContain(first!.name);
    await page.focus('#hotspots .virtual-list');
    await page.keyboard.press('Home');
    await isChosen(page, first!.name);
  });
});

describe('the verdict on two programs', () => {
  const verdictOn = async (files: InputFile[]): Promise<string> => {
    await open();
    await drop(page, files);
    await opened(files[1]!.name);
    await page.waitForSelector('#verdict .change');
    return (await headline())!;
  };

  /**
   * Returns the example gpt_fwd twice: unchanged, and with the first two dimensions swapped in the layout of the
   * instruction `name`.
   */
  function swapped(name: string): InputFile[] {
    const { bytes } = file('web/public/examples/gpt_fwd.hlo.txt.gz');
    const before = gunzipSync(bytes).toString();
    const after = before.replace(new RegExp(`(^ +${name} = \\w+\\[[\\d,]+\\]\\{)(\\d),(\\d)`, 'm'), '$1$3,$2');
    expect(after).not.toBe(before);
    return [text(before, 'before.hlo'), text(after, 'after.hlo')];
  }

  test.each([
    ['mul.69', 'slower itself'],
    ['dot.12', 'no estimate changes'],
    ['dot_general.43', 'its reader is slower'],
  ])('names the one instruction whose layout differs (%s: %s)', async (name) => {
    await verdictOn(swapped(name));
    const named = new RegExp(`\\b${name.replace('.', '\\.')}\\b`);
    await expect.poll(() => page.textContent('#verdict')).toMatch(named); // until then the verdict before may be shown
  });

  test('is about all stored regressions', () => {
    const folders = readdirSync(join(root, 'data/regressions'), { withFileTypes: true });
    expect(folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(culprits)),
    );
  });

  test.each(Object.entries(culprits))(
    '%s: the headline names the culprit, which is selected',
    async (name, [instruction, reason]) => {
      const side = (which: string) => file(`data/regressions/${name}/${which}.hlo.txt`, `${name}.${which}.hlo`);
      const words = await verdictOn([side('before'), side('after')]);
      expect(words).toContain(instruction);
      expect(words).toContain(reason);
      await isChosen(page, (await page.textContent('#verdict .verdict-detail button'))!);
      // Page and command line name the same cause, and the page's change of the time is that of the causes.
      const paths = ['before', 'after'].map((which) => join(root, `data/regressions/${name}/${which}.hlo.txt`));
      const [first] = hlorank('diff', ...paths, '--cost').split('\n');
      const reason1 = /: (.*?)(?:;|$)/.exec(first!)![1]!;
      expect(words.startsWith(reason1)).toBe(true);
      expect(await page.textContent('#diff .costs .row[aria-rowindex="2"] .cause')).toBe(reason1);
      if (name === 'convolution_in_loop')
        expect(await page.textContent('#verdict .verdict-detail')).toContain('22.8 ms → 484 ms');
    },
  );

  test('the diff lists all causes with time and bytes', async () => {
    const side = (which: string) => file(`data/regressions/padding/${which}.hlo.txt`, `padding.${which}.hlo`);
    await verdictOn([side('before'), side('after')]);
    expect(await page.textContent('#diff .diff-costs summary')).toContain('5 more expensive, 0 less expensive');
    const causes = await page.$$eval('#diff .costs .rows .row', (rows) => rows.map((row) => row.textContent));
    expect(causes).toHaveLength(5);
    expect(causes[0]).toMatch(/^\+96\.6 µs \(\+26 %\)ynn_fusion\.2: .*\+312 KiB\+6\.64 MFLOP$/);
    await page.click('#diff .costs .rows .row >> nth=2');
    await isChosen(page, 'broadcast_multiply_fusion');
  });

  test('the causes are not cut, at any width', async () => {
    const side = (which: string) => file(`data/regressions/padding/${which}.hlo.txt`, `padding.${which}.hlo`);
    await verdictOn([side('before'), side('after')]);
    for (const width of [1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await show(page, 'diff');
      const cut = await page.$$eval('#diff .costs .rows .row', (rows) =>
        rows.flatMap((row) => {
          const cause = row.querySelector('.cause > span')!;
          const isInside = cause.getBoundingClientRect().bottom <= row.getBoundingClientRect().bottom;
          const isWhole = [cause, cause.parentElement!].every(
            (box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth,
          );
          return isInside && isWhole ? [] : [cause.textContent];
        }),
      );
      expect(cut, String(width)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('the selected instruction', () => {
  const program = `HloModule moves

ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  first = f32[64,64]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  turned = f32[64,64]{1,0} transpose(first), dimensions={1,0}
  ROOT last = f32[64,64]{1,0} add(first, turned)
}
`;
  const marks: [View, string][] = [
    ['hotspots', '#hotspots [role=option]'],
    ['conflicts', '#conflicts [role=option]'],
    ['outline', '.tree-row'],
    ['text', '.text-row'],
  ];
  test.each(marks)('in %s is shown in the inspector and marked in the other views', async (from, rows) => {
    await open();
    await drop(page, [text(program, 'moves.hlo')]);
    await page.waitForSelector('#graph[data-drawn="moves.hlo"]');
    await find(page, 'name:first');
    await isChosen(page, 'first');
    await show(page, from);
    await page.click(`${rows}:has-text("turned")`);
    await isChosen(page, 'turned');
    expect(await page.isVisible('.graph-details h3')).toBe(true);
    for (const [view, selector] of marks) {
      await show(page, view);
      const marked = page.locator(`${selector}[aria-selected=true]`);
      await marked.waitFor();
      expect(await marked.textContent(), view).toMatch(/^[^=]*turned/);
    }
    await show(page, 'graph-view');
    await page.waitForSelector('.graph-cursor:not([hidden])');
    expect(await page.textContent('.graph-crumbs')).toMatch(/main.*turned$/);
  });

  test('is shown from its name on, but stays in place when a layout is changed in what-if', async () => {
    await open(1280, 500);
    await drop(page, [text(program, 'moves.hlo')]);
    await ranked(page, 'moves');
    await find(page, 'name:first');
    await isChosen(page, 'first');
    const inspector = page.locator('#inspector');
    const scrolled = () => inspector.evaluate((element) => element.scrollTop);
    await page.click('#what-if .settings input:not(:checked)');
    await page.waitForFunction(() => document.querySelector('.what-if-status')!.textContent.includes('1 step'));
    expect(await scrolled()).toBeGreaterThan(0);
    for (const [view, rows, name] of [
      ['hotspots', '#hotspots [role=option]', 'turned'],
      ['text', '.text-row', 'first'],
      ['outline', '.tree-row', 'last'],
    ] as const) {
      await inspector.evaluate((element) => element.scrollTo(0, 150));
      await show(page, view);
      await page.click(`${rows}:has-text("${name}")`);
      await isChosen(page, name);
      expect(await scrolled(), view).toBe(0);
    }
  });
});

test('the list of layouts says what its order is, and shows scores beside measured times', async () => {
  await open();
  await drop(page, [
    file('web/public/examples/fastattention_linformer_bhtd.hlo.txt.gz'),
    file('web/public/examples/fastattention_linformer_bhtd.npz'),
  ]);
  await ranked(page, 'linformer');
  await show(page, 'layouts');
  const head = () => page.textContent('#layouts .list-head');
  expect(await head()).toContain('84 configurations by score');
  expect(await page.innerText('#layouts .compiler-default')).toMatch(
    /^Compiler’s own choice\s+1\.852 ms\s+measured faster than \d+ of 84 configurations$/,
  );
  const [time, score] = await page.$$eval('#layouts .row-value', (all) => all.slice(1).map((one) => one.textContent));
  expect([time, score]).toEqual([expect.stringMatching(/^[\d.]+ ms$/), expect.stringMatching(/^−?[\d.]+/)]);
  await show(page, 'ranking');
  await page.click('#ranking .head .time button');
  await page.waitForFunction(() =>
    document.querySelector('#layouts .list-head')!.textContent.includes('measured time'),
  );
});

test('the list of layouts shows the whole change of each row', async () => {
  await open();
  await drop(page, measured('dcgan_train').slice(0, 1));
  await ranked(page, 'dcgan_train');
  await show(page, 'layouts');
  const changes = page.locator('#layouts code.row-second');
  await expect.poll(() => changes.allTextContents()).toContainEqual(expect.stringContaining('{3,2,1,0} → '));
  const isCut = (parts: Element[]) => parts.some((part) => part.scrollWidth > part.clientWidth);
  expect(await changes.evaluateAll(isCut)).toBe(false);
});

test('the hotspots say what the reader warns of, and that another machine is meant', async () => {
  await open();
  const shapes = ['f32[64,32]{1,0:T(8,128)} parameter(0)', 'f32[16,8]{1,0:T(8,128)} parameter(1)'];
  const dot = 'f32[64,8]{1,0:T(8,128)} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}';
  const program = `HloModule m\nENTRY e {\n  a = ${shapes[0]}\n  b = ${shapes[1]}\n  ROOT d = ${dot}\n}\n`;
  await drop(page, [text(program, 'wrong.hlo')]);
  await ranked(page, 'wrong');
  await show(page, 'hotspots');
  const notes = await page.locator('#hotspots .cost-notice').allInnerTexts();
  expect(notes[0]).toMatch(/^Warning, line 5: dot: the contracting dimensions/);
  expect(notes[1]).toMatch(/compiled for a TPU/);
  await page.selectOption('[aria-label="Machine that times are estimated for"]', 'tpu-v4');
  await page.waitForFunction(() => !document.querySelector('#hotspots')!.textContent.includes('compiled for a TPU'));
  await page.selectOption('[aria-label="Machine that times are estimated for"]', 'cpu-1core');
});

test('the details of the verdict are shown on request', async () => {
  ({ page } = await visits({ width: 1280, height: 900 }));
  await drop(page, measured('gpt_fwd').slice(0, 1));
  await ranked(page, 'gpt_fwd');
  const more = page.locator('#verdict').getByRole('button', { name: 'Details' });
  await more.click();
  expect(await page.textContent('.verdict-more')).toMatch(
    /with a probability of 0\.\d\d: too close to one half to tell/,
  );
  await more.click();
  expect(await page.textContent('.verdict-more')).toBe('Details');
});
