// Tests the explanation of a score and the what-if panel, where the user changes layouts.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rows, visitsOfTests } from './browser.ts';
import type { RankReport } from '../../wasm/engine.ts';
import { dots, measured, text } from './core.ts';
import { begunFrom, completeness, explained, indexOfRow, rank, rankWith } from './ranking_page.ts';

const visits = visitsOfTests();
let page: Page;

/** Opens the page. Each test opens its own program, so the page of the previous test may be reused. */
async function open(): Promise<void> {
  ({ page } = await visits({ again: true }));
}

/** CSS selector of a row in the what-if panel whose layout is neither the current one nor the one in the HLO file. */
const kOtherLayout = '#what-if .settings tr:has(input:not(:checked)):not(:has-text("program"))';

/**
 * Selects another layout of the current tensor in the what-if panel and waits for the new score. Returns the new score.
 */
async function takeAnother(): Promise<number> {
  const before = await page.getAttribute('#what-if .what-if-status', 'data-score');
  await page.locator(`${kOtherLayout} input`).first().click();
  await page.waitForFunction(
    (old) => document.querySelector<HTMLElement>('#what-if .what-if-status')!.dataset.score !== old,
    before,
  );
  return Number(await page.getAttribute('#what-if .what-if-status', 'data-score'));
}

/** Expects that two numbers are equal, except for rounding of the number that the page displays. */
const same = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-3 * Math.max(1, Math.abs(a)));

const number = (words: string | null): number => Number((words ?? '').replace('−', '-').replace(/[^\d.e-]/g, ''));

describe('explanation', () => {
  test('contributions add up to the score difference from the program layouts', async () => {
    await open();
    await rank(page, measured('dcgan_train'), 'dcgan_train');
    await rankWith(page, 'calibrated', 'dcgan_train');
    for (const row of [2, 3, 4]) {
      await page.click(`#ranking .rows .row[aria-rowindex="${row}"]`);
      await explained(page, row - 1);
      const { sum, difference, text: shown } = await completeness(page);
      expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
      expect(shown).toMatch(/^\d+ contributions?[+−\d.]/);
      expect(await page.textContent('#explanation details')).toMatch(/add up to .*; the difference is .* \(± /);
    }
    expect(await page.textContent('#explanation')).toContain(
      'Before scaling, a score is a sum of layout table entries',
    );
  });

  test('of a simulated model lists loops whose amounts add up', async () => {
    await open();
    await rank(page, measured('dcgan_train'), 'dcgan_train');
    await rankWith(page, 'simulated', 'dcgan_train');
    for (const row of [10, 12, 13]) {
      await page.click(`#ranking .rows .row[aria-rowindex="${row}"]`);
      await explained(page, row - 1);
      const { sum, difference } = await completeness(page);
      expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
      expect(await page.textContent('#explanation .slot')).toMatch(/copied|computed|reduced/);
    }
    expect(await page.textContent('#explanation')).toContain('simulates what the compiler does');
    const node = await page.textContent('#explanation .slot button');
    await page.click('#explanation .slot button');
    await page.waitForFunction((name) => document.querySelector('.graph-details h3')?.textContent === name, node);
  });

  test('contributions add up to the score difference from another configuration', async () => {
    await open();
    await rank(page, measured('gpt_fwd'), 'gpt_fwd');
    await rankWith(page, 'calibrated', 'gpt_fwd');
    const other = (await indexOfRow(page, 7))!;
    await page.click('#ranking .rows .row[aria-rowindex="9"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="3"]');
    await explained(page, 2);
    await page.selectOption('#against', { label: `configuration ${other}` });
    await page.waitForSelector('#explanation .from-to');
    await page.waitForFunction(() => document.querySelector('#explanation .from-to')!.textContent.includes(' there'));
    const { sum, difference } = await completeness(page);
    expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
    expect(difference).not.toBe(0);
  });
});

describe('what if', () => {
  test('another layout changes score, rank and contributions immediately, and Undo reverts it', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await page.waitForSelector('#what-if .settings input');
    const before = await page.getAttribute('#what-if .what-if-status', 'data-score');
    const settings = page.locator('#what-if .settings input');
    const shown = number(await page.textContent(`${kOtherLayout} td:nth-child(2)`));
    same(await takeAnother(), shown);
    expect(await page.textContent('#explanation .what')).toContain('your configuration');
    expect(await page.textContent('.verdict-line strong')).toMatch(/^Your layouts \(1 layout changed\): predicted /);
    const { sum, difference } = await completeness(page);
    expect(Math.abs(sum - difference)).toBeLessThan(1e-4 * Math.max(1, Math.abs(difference)));
    expect(await settings.count()).toBeGreaterThan(1);
    await page.click('#what-if >> text=Undo');
    await page.waitForFunction(
      (old) => document.querySelector<HTMLElement>('#what-if .what-if-status')!.dataset.score === old,
      before,
    );
    expect(await page.textContent('.verdict-line strong')).not.toContain('Your layouts');
  });

  test('the verdict compares with the program layouts, whatever configuration the changes started from', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await rankWith(page, 'simulated', 'gpt_fwd');
    await page.click('#ranking .rows .row[aria-rowindex="8"]');
    await begunFrom(page, (await indexOfRow(page, 6))!);
    const score = await takeAnother();
    const verdict = page.locator('.verdict-line strong');
    await expect.poll(() => verdict.textContent()).toMatch(/^Your layouts .* than the program layouts/);
    expect(await page.textContent('#what-if .against-start')).toContain('than configuration ');
    const [, change, direction] = /The score is ([\d.]+) (lower|higher) than that of the compiler’s own choice/.exec(
      (await verdict.textContent())!,
    )!;
    const [, compiler] = /score (−?[\d.]+)/.exec((await page.textContent('#ranking .compiler-default'))!)!;
    same(score - (direction === 'lower' ? -1 : 1) * Number(change), number(compiler!));
  });

  test('a configuration with the layouts of a measured one has its time', async () => {
    await open();
    await rank(page, measured('dcgan_train'), 'dcgan_train');
    await page.click('#ranking .rows .row[aria-rowindex="4"]');
    const index = (await indexOfRow(page, 2))!;
    await begunFrom(page, index);
    const status = page.locator('#what-if .what-if-status');
    await expect.poll(() => status.textContent()).toMatch(/Measured time[\d.]+ .s \(configuration \d+\)/);
    expect(await status.textContent()).toContain(`(configuration ${index})`);
  });

  test('a layout is taken although the panel starts anew between press and release', async () => {
    await open();
    await rank(page, measured('dcgan_train'), 'dcgan_train');
    await page.locator(`${kOtherLayout} input`).first().hover();
    await page.mouse.down();
    await page.locator('#ranking .rows .row[aria-rowindex="6"]').dispatchEvent('click');
    await page.waitForTimeout(500); // waits for the engine's reply, with which the panel starts from that row
    await page.mouse.up();
    const note = `started from configuration ${await indexOfRow(page, 4)}, 1 step`;
    await expect.poll(() => page.textContent('#what-if .note')).toBe(note);
  });

  test('starts at the tensor with the largest effect, and stays at the instruction that the user selects', async () => {
    await open();
    const uneven = `HloModule uneven

ENTRY main {
  x = f32[8,16]{1,0} parameter(0)
  w = f32[16,1024]{1,0} parameter(1)
  v = f32[512,1024]{1,0} parameter(2)
  small = f32[8,1024]{1,0} dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT large = f32[8,512]{1,0} dot(small, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}
}
`;
    await rank(page, [text(uneven)], 'uneven');
    await rankWith(page, 'analytical', 'uneven');
    const place = () => page.inputValue('#what-if-place');
    for (const row of [4, 5, 7, 8]) {
      await page.click(`#ranking .rows .row[aria-rowindex="${row}"]`);
      await begunFrom(page, (await indexOfRow(page, row - 2))!);
      await page.waitForFunction(
        () =>
          document.querySelector<HTMLInputElement>('#what-if-place')!.value ===
          document.querySelector('#explanation .parts-list code')!.textContent,
      );
    }
    await page.fill('#what-if-place', 'small');
    await page.press('#what-if-place', 'Enter');
    await page.waitForFunction(
      () => document.querySelector('#what-if .tensors code')?.textContent === 'f32[8,1024]{1,0}',
    );
    await page.click('#ranking .rows .row[aria-rowindex="3"]');
    await begunFrom(page, (await indexOfRow(page, 1))!);
    expect(await place()).toBe('small');
  });

  test('a change stays selected when the explanation of an earlier selected row arrives after it', async () => {
    await open();
    await rank(page, measured('dcgan_train'), 'dcgan_train');
    await page.evaluate(() => {
      const held: (() => void)[] = [];
      const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')!;
      const value = function (this: Worker, request: { kind: string }) {
        const send = () => (post.value as (this: Worker, request: unknown) => void).call(this, request);
        if (request.kind === 'explain') held.push(send);
        else send();
      };
      Object.defineProperty(Worker.prototype, 'postMessage', { ...post, value });
      document.addEventListener('release', () => {
        Object.defineProperty(Worker.prototype, 'postMessage', post);
        held.splice(0).forEach((send) => send());
      });
    });
    await page.focus('#ranking .table');
    await page.keyboard.press('End'); // a row that was not visible, whose explanation is requested now
    await takeAnother();
    const shown = page.locator('#explanation .what');
    await expect.poll(() => shown.textContent()).toContain('your configuration');
    await page.evaluate(() => document.dispatchEvent(new Event('release')));
    const isExplained = () =>
      [...document.querySelectorAll('#ranking .rows .row')].every((row) => row.querySelector('.bar'));
    await page.waitForFunction(isExplained);
    await page.waitForTimeout(100);
    expect(await shown.textContent()).toContain('your configuration');
  });

  test('a named configuration is a row of the table and can be compared and saved', async () => {
    await open();
    await rank(page, [text(dots)], 'dots');
    await page.waitForSelector('#what-if .settings input');
    await page.locator('#what-if .settings input:not(:checked)').first().click();
    await page.fill('#what-if-name', 'mine');
    await page.click('text=Add to the table');
    await page.waitForFunction(() => document.querySelector('#explanation .what')!.textContent.includes('mine'));
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

  test('an added configuration counts in the ranks of the others and in the verdict', async () => {
    await open();
    // A program for which the search finds a configuration that is better than all others.
    await rank(page, measured('dcgan_train').slice(0, 1), 'dcgan_train');
    await rankWith(page, 'simulated', 'dcgan_train');
    await page.click('text=Search best');
    await page.waitForSelector('#what-if .proof');
    await page.fill('#what-if-name', 'my best');
    await page.click('text=Add to the table');
    await page.waitForSelector('#ranking .rows .row[aria-rowindex="2"] .index:has-text("my best")');
    const shown = await rows(page);
    expect(shown[0]!.score).toBeLessThan(shown[1]!.score);
    expect(shown.slice(0, 2).map((row) => row.rank)).toEqual([1, 2]);
    await page.click('.verdict-more button');
    expect(await page.textContent('.verdict-more')).toContain('(added on this page), the first');
    await page.click('text=Save as…');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#save-menu button:has-text("Table as JSON")'),
    ]);
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as RankReport;
    expect(saved.configurations.slice(0, 2).map((each) => each.rank)).toEqual([1, 2]);
    expect(saved.verdict?.detail).toContain(`onfiguration ${saved.configurations[0]!.index} (added on this page)`);
  });

  test('the bars of a table have one axis, on which widths are proportional to the effects', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await rankWith(page, 'simulated', 'gpt_fwd');
    await page.waitForSelector('#ranking .bar i');
    const bars = await page.$$eval('#ranking .bar', (all) =>
      all.map((bar) => {
        const segments = [...bar.querySelectorAll('i')];
        const ends = segments.map(({ style: { left, width } }) => [
          parseFloat(left),
          parseFloat(left) + parseFloat(width),
        ]);
        const effects = segments.map(({ title, style }) => ({
          effect: Math.abs(
            Number(
              title
                .replace(/^.*: /, '')
                .replace('−', '-')
                .replace('×10⁻', 'e-')
                .replace(/[⁰¹²³-⁹]/g, (c) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))),
            ),
          ),
          width: parseFloat(style.width),
        }));
        return { ends: ends.flat(), effects };
      }),
    );
    expect(bars.length).toBeGreaterThan(10);
    for (const { effects } of bars) {
      const sum = (of: 'effect' | 'width') => effects.reduce((total, each) => total + each[of], 0);
      for (const { effect, width } of effects) expect(width / sum('width')).toBeCloseTo(effect / sum('effect'), 1);
    }
    const ends = bars.flatMap((bar) => bar.ends);
    expect(Math.min(...ends)).toBeCloseTo(0, 1);
    expect(Math.max(...ends)).toBeCloseTo(100, 1);
  });

  test('the search by simulation finds a configuration at least as good as the first of the ranking', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await rankWith(page, 'simulated', 'gpt_fwd');
    const [best] = await rows(page);
    await page.click('text=Search best');
    await page.waitForSelector('#what-if .proof');
    expect(await page.textContent('#what-if .proof')).toContain('Not proven optimal');
    const words = (await page.textContent('#what-if .best li button'))!;
    expect(number(words.split(',')[0]!.replace('Score', ''))).toBeLessThanOrEqual(best!.score + 1e-3);
  });

  test('the search finds the best configuration with its lower bound', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await rankWith(page, 'calibrated', 'gpt_fwd');
    const [best] = await rows(page);
    await page.click('text=Search best');
    await page.waitForSelector('#what-if .proof');
    expect(await page.textContent('#what-if .proof')).toMatch(
      /no configuration of this program has a lower|none scores below/,
    );
    expect(await page.textContent('#what-if .best .note')).toMatch(/lowest \(fastest\) score first.*first is selected/);
    const score = number(
      await page.textContent('#what-if .best li button').then((words) => words!.split(',')[0]!.replace('Score', '')),
    );
    expect(score).toBeLessThanOrEqual(best!.score + 1e-3);
  });

  test('in a program of 400 nodes, each of several changes results in the score announced for it', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await page.waitForSelector('#what-if .settings input');
    for (let i = 0; i < 6; ++i) {
      const score = await takeAnother();
      same(score, number(await page.textContent('#what-if .settings tr:has(input:checked) td:nth-child(2)')));
    }
  });

  test('lists the simulated copies that a change causes, as the explanation does, and says whether it is slower', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    await rankWith(page, 'simulated', 'gpt_fwd');
    await page.waitForSelector('#what-if .settings input');
    let [title, explanation] = ['', ''];
    for (let i = 0; i < 8 && !/^\d+ added cop/.test(title); ++i) {
      await takeAnother();
      title = (await page.textContent('#what-if .copies h3'))!;
    }
    expect(title).toMatch(/^\d+ added cop(y|ies) \(simulated\)$/);
    explanation = (await page.textContent('#explanation .parts-list'))!;
    const copied = (await page.textContent('#what-if .copies li'))!;
    const [, name, words] = /^(\S+), .*: (copied (?:for|to) .*), \+/.exec(copied)!;
    expect(explanation).toContain(name);
    expect(explanation).toContain(words);
    expect(await page.textContent('#what-if .against-start')).toMatch(
      /^Predicted (slower|faster) than .*: the score is .* (higher|lower).*probability .*Scores are not times\.$/,
    );
    await page.click('text=Conflicts');
    expect(await page.textContent('[aria-label="Layout conflicts"]')).toContain(`${words} (simulated)`);
  });

  test('shows a layout in memory and lists implied copies', async () => {
    await open();
    await rank(page, [text(dots)], 'dots');
    await page.click('#ranking .head .index button');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '0',
    );
    // Select configuration 1 first. If 0 were selected already, the wait for configuration 0 would end before the
    // click.
    for (const index of [1, 0]) {
      await page.click(`#ranking .rows .row[aria-rowindex="${index + 2}"]`);
      await begunFrom(page, `${index}`);
    }
    await page.fill('#what-if-place', 'second');
    await page.press('#what-if-place', 'Enter');
    await page.click('#what-if .tensors button:has-text("operand 0")');
    await page.waitForFunction(() =>
      document.querySelector('#what-if .tensors code')!.textContent.startsWith('f32[64,256]'),
    );
    const option = page.locator('#what-if .settings label:has-text("{0,1}") input');
    await option.check();
    await page.waitForFunction(() => {
      const memory = document.querySelector('#what-if .memory dl')!.textContent;
      return memory.includes('runs of 64 elements') && memory.includes('64 KiB');
    });
    const copies = () => page.textContent('#what-if .copies');
    expect(await copies()).toContain('1 added copy (simulated)first, 64 KiB: copied for second, +');
    expect(await page.$$eval('#what-if .memory-picture .run', (all) => all.length)).toBe(5);
    await rankWith(page, 'calibrated', 'dots'); // a model that does not simulate the compiler
    await expect.poll(copies).toMatch(/first, 64 KiB: .*for second operand 0/);
  });
});
