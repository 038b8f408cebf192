// The ranking as a user works with it: the table, why, what if, side by side, trust, files to take away.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, rows, type VisitOptions, visitsOfTests } from './browser.ts';
import type { InputFile } from '../../wasm/engine.ts';
import { dots, measured, publishedModels, root, text } from './core.ts';

const visits = visitsOfTests();
let page: Page;

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page } = await visits(options));
}

const indexOfRow = (n: number) => page.textContent(`#ranking .rows .row[aria-rowindex="${n + 2}"] .index`);
const number = (words: string | null): number => Number((words ?? '').replace('−', '-').replace(/[^\d.e-]/g, ''));
const settled = (what: string) => page.waitForFunction((css) => document.querySelector(css), what);

/** Waits until the explanation is about this rank. */
const explained = (rank: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector('#explanation .what')?.textContent?.includes(`Rank ${wanted} `),
    rank,
  );

/** The sum of the parts and the difference it should be, as the page computed and showed them. */
const completeness = () =>
  page.$eval('#explanation .sum', (element) => ({
    sum: Number((element as HTMLElement).dataset.sum),
    difference: Number((element as HTMLElement).dataset.difference),
    text: element.textContent!,
  }));

describe('the table', () => {
  test('R1: is sorted by the column that is pressed, and back', async () => {
    await open();
    await drop(page, measured('capsule'));
    await ranked(page, 'capsule');
    await page.click('#ranking .head .index button');
    await settled('#ranking .head .index[aria-sort="ascending"]');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '0',
    );
    await page.click('#ranking .head .index button');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '71',
    );
    await page.click('#ranking .head .time button');
    await settled('#ranking .head .time[aria-sort="ascending"]');
    await page.waitForFunction(() => !document.querySelector('#ranking .head .index[aria-sort]'));
    const times = await page.$$eval('#ranking .rows .row', (elements) =>
      elements
        .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
        .map((row) => parseFloat(row.querySelector('.time')!.textContent!)),
    );
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('R1: of 100,000 rows is sorted too, and its head stays in sight', async () => {
    await open();
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    await page.selectOption('#candidates', '100000');
    await page.waitForFunction(
      () => document.getElementById('announcer')!.textContent === '100,000 configurations ranked',
    );
    await page.click('#ranking .head .index button');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '0',
    );
    await page.$eval('#ranking .table', (table) => table.scrollTo(0, 2_000_000));
    await page.waitForFunction(() => {
      const row = document.querySelector('#ranking .rows .row');
      return row !== null && Number(row.getAttribute('aria-rowindex')) > 40_000;
    });
    expect(await page.$$eval('#ranking .rows .row', (all) => all.length)).toBeLessThan(60);
    const [head, table] = await page.$$eval('#ranking .head, #ranking .table', (both) =>
      both.map((element) => element.getBoundingClientRect().top),
    );
    expect(Math.abs(head! - table!)).toBeLessThan(4);
  });

  test('R1: shows the columns that are chosen', async () => {
    await open();
    await page.click('button:text-is("Columns")');
    await page.click('label:has-text("Parts of the score")');
    expect(await page.isVisible('#ranking .rows .row .parts')).toBe(false);
    expect(await page.isVisible('#ranking .rows .row .changes')).toBe(true);
    await page.click('label:has-text("Parts of the score")');
    expect(await page.isVisible('#ranking .rows .row .parts')).toBe(true);
  });

  test('R2: words keep what changes there, and all of them come back', async () => {
    await open();
    await drop(page, [text(dots)]);
    await ranked(page, 'dots');
    const total = Number(await page.getAttribute('#ranking .table', 'aria-rowcount')) - 1;
    await page.click('.filters summary');
    await page.fill('#ranking-search', 'second output {0,1}');
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent!),
    );
    const left = Number(await page.getAttribute('#ranking .table', 'aria-rowcount')) - 1;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(total);
    await page.click('text=Show all');
    await page.waitForFunction(
      (all) => document.querySelector('#ranking .table')!.getAttribute('aria-rowcount') === String(all + 1),
      total,
    );
  });

  test('R2: what differs in one instruction, by its name', async () => {
    await open();
    await drop(page, [text(dots)]);
    await ranked(page, 'dots');
    await page.click('.filters summary');
    await page.fill('#ranking-place', 'r');
    await page.press('#ranking-place', 'Enter');
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent!),
    );
    await page.click('#ranking .rows .row[aria-rowindex="2"]');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#explanation .slot')].some((slot) => slot.textContent!.startsWith('r ')),
    );
  });

  test('R2: a range of scores is drawn or written, and both say the same', async () => {
    await open();
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    await page.click('.filters summary');
    const box = (await page.locator('.range svg').first().boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.up();
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent!),
    );
    const [least, greatest] = await page.$$eval('.range:first-of-type input', (fields) =>
      fields.map((field) => (field as HTMLInputElement).valueAsNumber),
    );
    for (const { score } of await rows(page)) {
      expect(score).toBeGreaterThanOrEqual(least! - 0.01 * (1 + Math.abs(score)));
      expect(score).toBeLessThanOrEqual(greatest! + 0.01 * (1 + Math.abs(score)));
    }
    expect(await page.textContent('#ranking .agreement')).toContain('of those shown');
    await page.fill('.range:first-of-type input >> nth=1', String(least));
    await page.press('.range:first-of-type input >> nth=1', 'Enter');
    await page.waitForFunction(() => document.querySelectorAll('#ranking .rows .row').length < 5);
  });

  test('R6: measured times are compared with the order; R8: a score is never called a time', async () => {
    await open();
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    expect(await page.textContent('#ranking .agreement')).toMatch(/Kendall τ.*Slowdown of top 1/s);
    expect(await page.textContent('#ranking .status')).toContain('lower is faster; not time');
    expect(await page.getAttribute('#ranking .head .score', 'title')).toContain('Not a time');
  });
});

describe('why', () => {
  test('R4: contributions add up to the score difference, against the default', async () => {
    await open();
    await drop(page, measured('dcgan_train'));
    await ranked(page, 'dcgan_train');
    for (const row of [2, 3, 4]) {
      await page.click(`#ranking .rows .row[aria-rowindex="${row}"]`);
      await explained(row - 1);
      const { sum, difference, text: shown } = await completeness();
      expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
      expect(shown).toMatch(/add up to .* = the difference .* \(±/);
    }
    expect(await page.textContent('#explanation')).toContain('Exact: the score before its scale is a sum');
  });

  test('R4: and against another configuration', async () => {
    await open();
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    const other = (await indexOfRow(7))!;
    await page.click('#ranking .rows .row[aria-rowindex="9"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="3"]');
    await explained(2);
    await page.selectOption('#against', { label: `configuration ${other}` });
    await settled('#explanation .from-to');
    await page.waitForFunction(() => document.querySelector('#explanation .from-to')!.textContent!.includes(' there'));
    const { sum, difference } = await completeness();
    expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
    expect(difference).not.toBe(0);
  });
});

describe('what if', () => {
  test('R4: another layout changes score, rank and parts at once, and undo takes it back', async () => {
    await open();
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    await settled('#what-if .settings input');
    const before = await page.getAttribute('#what-if .standing', 'data-score');
    const settings = page.locator('#what-if .settings input');
    const shown = number(await page.textContent('#what-if .settings tr:has(input:not(:checked)) td:nth-child(3)'));
    await page.locator('#what-if .settings input:not(:checked)').first().click();
    await page.waitForFunction(
      (old) => document.querySelector<HTMLElement>('#what-if .standing')!.dataset.score !== old,
      before,
    );
    const after = Number(await page.getAttribute('#what-if .standing', 'data-score'));
    expect(Math.abs(after - shown)).toBeLessThan(1e-3 * Math.max(1, Math.abs(after)));
    expect(await page.textContent('#explanation .what')).toContain('your configuration');
    const { sum, difference } = await completeness();
    expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
    expect(await settings.count()).toBeGreaterThan(1);
    await page.click('#what-if >> text=Undo');
    await page.waitForFunction(
      (old) => document.querySelector<HTMLElement>('#what-if .standing')!.dataset.score === old,
      before,
    );
  });

  test('R3: named, it is a row of the table, compared, and can be saved', async () => {
    await open();
    await drop(page, [text(dots)]);
    await ranked(page, 'dots');
    await settled('#what-if .settings input');
    await page.locator('#what-if .settings input:not(:checked)').first().click();
    await page.fill('#what-if-name', 'mine');
    await page.click('text=Add to the table');
    await page.waitForFunction(() => document.querySelector('#explanation .what')!.textContent!.includes('mine'));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#ranking .rows .index')].some((cell) => cell.textContent === 'mine'),
    );
    await page.click('#ranking .rows .row[aria-selected="true"] .mark');
    await page.click('text=Save as…');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#save-menu button:has-text("This configuration as JSON")'),
    ]);
    expect(download.suggestedFilename()).toBe('dots.mine.json');
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as { configurations: { name: string }[] };
    expect(saved.configurations.map(({ name }) => name)).toEqual(['mine']);
  });

  test('the best there is by the model is found with its bound', async () => {
    await open();
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    const [best] = await rows(page);
    await page.click('text=Best found');
    await settled('#what-if .proof');
    expect(await page.textContent('#what-if .proof')).toMatch(
      /no configuration of this program scores lower|none scores below/,
    );
    const score = number(
      await page.textContent('#what-if .best li button').then((words) => words!.split(',')[0]!.replace('Score', '')),
    );
    expect(score).toBeLessThanOrEqual(best!.score + 1e-3);
  });

  test('of an instruction of a program of 400 nodes, the engine answers within a frame', async () => {
    await open();
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    await settled('#what-if[data-engine]');
    const times: number[] = [];
    for (let i = 0; i < 6; ++i) {
      const before = await page.getAttribute('#what-if', 'data-milliseconds');
      await page.locator('#what-if .settings input:not(:checked)').first().click();
      await page.waitForFunction(
        (old) => document.querySelector<HTMLElement>('#what-if')!.dataset.milliseconds !== old,
        before,
      );
      times.push(Number(await page.getAttribute('#what-if', 'data-milliseconds')));
    }
    console.log(`what-if: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
    expect(times).toHaveLength(6);
  });

  test('V5: a layout is drawn as memory, and implied copies are named', async () => {
    await open();
    await drop(page, [text(dots)]);
    await ranked(page, 'dots');
    await page.click('#ranking .head .index button');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '0',
    );
    await page.click('#ranking .rows .row[aria-rowindex="2"]');
    await page.waitForFunction(() =>
      document.querySelector('#what-if .standing')!.textContent!.includes('from configuration 0'),
    );
    await page.fill('#what-if-place', 'second');
    await page.press('#what-if-place', 'Enter');
    await page.click('#what-if .tensors button:has-text("operand 0")');
    await page.waitForFunction(() =>
      document.querySelector('#what-if .tensors code')!.textContent!.startsWith('f32[64,256]'),
    );
    const option = page.locator('#what-if .settings label:has-text("{0,1}") input');
    await option.check();
    await page.waitForFunction(() =>
      document.querySelector('#what-if .memory dl')!.textContent!.includes('runs of 64 elements'),
    );
    expect(await page.textContent('#what-if .memory dl')).toContain('64 KiB');
    expect(await page.textContent('#what-if .copies')).toMatch(/first, 64 KiB: .*for second operand 0/);
    expect(await page.$$eval('#what-if .memory-picture .run', (all) => all.length)).toBe(5);
  });
});

test('R3: up to four configurations stand side by side', async () => {
  await open();
  await drop(page, measured('dcgan_train'));
  await ranked(page, 'dcgan_train');
  const chosen: string[] = [];
  for (const row of [2, 4, 6, 8]) {
    chosen.push((await indexOfRow(row - 2))!);
    await page.click(`#ranking .rows .row[aria-rowindex="${row}"] .mark`);
  }
  await page.waitForFunction(() => document.querySelectorAll('#compare thead th').length === 4);
  const heads = await page.$$eval('#compare thead th', (cells) => cells.map((cell) => cell.textContent!));
  expect(heads.map((head) => head.replace('✕', ''))).toEqual(chosen.map((index) => `configuration ${index}`));
  expect(await page.textContent('#compare tbody')).toContain('Measured');
  expect(await page.$$eval('#compare .layouts tr', (all) => all.length)).toBeGreaterThan(0);
  await page.click('#compare .remove >> nth=0');
  await page.waitForFunction(() => document.querySelectorAll('#compare thead th').length === 3);
  await page.click('#compare >> text=Clear');
  expect(await page.isVisible('#compare')).toBe(false);
});

describe('R5: trust', () => {
  const folder = join(root, 'web/public/models', publishedModels()[0]!);

  /** A published model with a made-up card; `upTo`: how far from its one program it was tried. */
  function distrusting(upTo: number): InputFile[] {
    const card = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Record<string, unknown>;
    const inputs = 144; // of a node; the portrait is as long
    const zeros = new Array<number>(inputs).fill(0);
    const trust = {
      pairs: [
        [0.001, 0.6],
        [0.01, 0.88],
        [1, 0.99],
      ],
      separable: 0.01,
      likeness: {
        shift: zeros,
        scale: zeros.map(() => 1),
        axes: [zeros],
        clip: 5,
        places: [[0]],
        bands: [{ upTo, pairAccuracy: 0.87 }],
      },
    };
    const training = { data: [{ name: 'attention_tiny' }] };
    return [
      { name: 'net.onnx', bytes: new Uint8Array(readFileSync(join(folder, 'model.onnx'))) },
      text(JSON.stringify({ ...card, title: 'Made up', training, trust }), 'card.json'),
    ];
  }

  async function dropModel(upTo: number): Promise<void> {
    await drop(page, distrusting(upTo));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#model option')].some((option) => option.textContent === 'Made up'),
    );
    await page.keyboard.press('Escape'); // the list of models, which opens to say whether it fits
    await page.selectOption('#model', { label: 'Made up' });
    await settled('#ranking .trust');
  }

  test('ranks that cannot be told apart are one band, likeness names programs, and two configurations are told by how sure it is', async () => {
    await open();
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    await dropModel(1);
    const line = (await page.textContent('#ranking .trust'))!;
    expect(line).toContain('attention_tiny');
    expect(line).toContain('87 %');
    expect(await page.$$eval('#ranking .rows .band-0, #ranking .rows .band-1', (all) => all.length)).toBeGreaterThan(3);
    expect(await page.getAttribute('#ranking .rows .row[aria-rowindex="2"] .band-0', 'title')).toMatch(/told/);
    await page.click('#ranking .rows .row[aria-rowindex="2"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="12"] .mark');
    await page.waitForFunction(() =>
      /is faster than|cannot tell/.test(document.querySelector('#compare tbody')?.textContent ?? ''),
    );
    expect(await page.textContent('#compare tbody')).toMatch(/: \d+ % sure|cannot tell/);
  });

  test('of a program unlike all of them it says so', async () => {
    await open();
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    await dropModel(-1);
    expect(await page.textContent('#ranking .trust')).toContain('Nothing like this program was in training');
  });
});

describe('by keyboard and on a small screen', () => {
  test('the table is walked, compared and sorted by keys', async () => {
    await open();
    await page.focus('#ranking .table');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await explained(2);
    await page.keyboard.press(' ');
    await settled('#compare:not([hidden])');
    await page.focus('#ranking .head .index button');
    await page.keyboard.press('Enter');
    await settled('#ranking .head .index[aria-sort="ascending"]');
  });

  test('at 320 px nothing is cut off', async () => {
    await open({ width: 320, height: 700 });
    await page.click('.filters summary');
    await settled('#what-if .settings input');
    await page.click('#ranking .rows .row[aria-rowindex="2"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="4"] .mark');
    await settled('#compare tbody');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await page.isVisible('#ranking .rows .row[aria-rowindex="2"] .score')).toBe(true);
  });

  test('axe finds nothing in what-if, comparison and filters', async () => {
    await open();
    await page.click('.filters summary');
    await page.click('#ranking .rows .row[aria-rowindex="2"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="4"] .mark');
    await settled('#compare tbody');
    await page.click('text=Best found');
    await settled('#what-if .proof');
    await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(violations).toEqual([]);
  });
});
