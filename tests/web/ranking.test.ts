// Tests the ranking table on the page: sorting, filtering, stopping and resuming.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop, ranked, rows, show, visitsOfTests } from './browser.ts';
import { dots, measured, text } from './core.ts';
import { rank } from './ranking_page.ts';

const visits = visitsOfTests();
let page: Page;

/** Opens the page. Each test opens its own program, so the page of the previous test may be reused. */
async function open(): Promise<void> {
  ({ page } = await visits({ analytical: true, again: true }));
  await show(page, 'ranking');
}

const showFilters = () => page.$eval('.filters', (details) => ((details as HTMLDetailsElement).open = true));

describe('the table', () => {
  test('sorts by the clicked column, in both directions', async () => {
    await open();
    await rank(page, measured('capsule'), 'capsule');
    await page.click('#ranking .head .index button');
    await page.waitForSelector('#ranking .head .index[aria-sort="ascending"]');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '0',
    );
    await page.click('#ranking .head .index button');
    await page.waitForFunction(
      () => document.querySelector('#ranking .rows .row[aria-rowindex="2"] .index')?.textContent === '71',
    );
    await page.click('#ranking .head .time button');
    await page.waitForSelector('#ranking .head .time[aria-sort="ascending"]');
    await page.waitForFunction(() => !document.querySelector('#ranking .head .index[aria-sort]'));
    const times = await page.$$eval('#ranking .rows .row', (elements) =>
      elements
        .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
        .map((row) => parseFloat(row.querySelector('.time')!.textContent)),
    );
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const title = page.locator('#ranking .head .time button');
    expect(await title.textContent()).toBe('Measured');
    const overhang = await title.evaluate((button) => {
      const room = button.closest('[role=columnheader]')!.getBoundingClientRect();
      // Allow the padding of the button, but not its text, to reach beyond the edges of the header.
      const { left, right } = button.getBoundingClientRect();
      const padding = parseFloat(getComputedStyle(button).paddingLeft);
      return Math.max(room.left - left, right - room.right, button.scrollWidth - button.clientWidth) - padding;
    });
    expect(overhang).toBeLessThanOrEqual(0);
  });

  test('a row stands for all configurations that compile to the same program', async () => {
    await open();
    await rank(page, measured('capsule'), 'capsule');
    await page.click('#ranking .head .index button');
    const first = '#ranking .rows .row[aria-rowindex="2"]';
    await page.waitForFunction((row) => document.querySelector(`${row} .index`)?.textContent === '0', first);
    await page.waitForSelector(`${first} .copies`);
    expect(await page.textContent(`${first} .changes`)).toBe('none: program layouts ×4');
    expect(await page.getAttribute(`${first} .copies`, 'title')).toBe(
      '4 configurations compile to the same program: the compiled programs were compared',
    );
    expect(await page.textContent('#verdict')).toContain('No layout change helps');
  });

  test('sorts 100,000 rows, and the header stays visible', async () => {
    await open();
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
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
    await page.selectOption('#candidates', '2000'); // fewer candidates make the following tests faster
    await page.waitForFunction(() => document.getElementById('announcer')!.textContent.startsWith('2,000 '));
  });

  test.each([1280, 390])('its menus open beside their buttons, at %i pixels', async (width) => {
    await open();
    await page.setViewportSize({ width, height: 900 });
    await show(page, 'ranking');
    for (const title of ['Columns', 'Save as…']) {
      const button = page.locator(`#ranking button:text-is("${title}")`);
      await button.click();
      const [menu, { x, y, width: wide, height }] = [
        (await page.locator('.menu:popover-open').boundingBox())!,
        (await button.boundingBox())!,
      ];
      expect(Math.min(Math.abs(menu.y - y - height), Math.abs(menu.y + menu.height - y)), title).toBeLessThan(8);
      expect(menu.x).toBeLessThan(x + wide);
      expect(menu.x + menu.width).toBeGreaterThan(x);
      expect(Math.min(menu.x, menu.y)).toBeGreaterThanOrEqual(0);
      expect(menu.x + menu.width).toBeLessThanOrEqual(width);
      expect(menu.y + menu.height).toBeLessThanOrEqual(900);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('shows the selected columns', async () => {
    await open();
    await page.click('button:text-is("Columns")');
    await page.click('label:has-text("Contributions to the score")');
    expect(await page.isVisible('#ranking .rows .row .parts')).toBe(false);
    expect(await page.isVisible('#ranking .rows .row .changes')).toBe(true);
    await page.click('label:has-text("Contributions to the score")');
    expect(await page.isVisible('#ranking .rows .row .parts')).toBe(true);
  });

  test('filters by words in the changes, and shows all rows again', async () => {
    await open();
    await rank(page, [text(dots)], 'dots');
    const total = Number(await page.getAttribute('#ranking .table', 'aria-rowcount')) - 1;
    await showFilters();
    await page.fill('#ranking-search', 'second output {0,1}');
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent),
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

  test('filters by an instruction whose layouts differ', async () => {
    await open();
    await rank(page, [text(dots)], 'dots');
    await showFilters();
    await page.fill('#ranking-place', 'r');
    await page.press('#ranking-place', 'Enter');
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent),
    );
    await page.click('#ranking .rows .row[aria-rowindex="2"]');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#explanation .slot')].some((slot) => slot.textContent.startsWith('r ')),
    );
  });

  test('a range of scores can be dragged or typed, and both stay in sync', async () => {
    await open();
    await rank(page, measured('gpt_fwd'), 'gpt_fwd');
    await showFilters();
    const box = (await page.locator('.range svg').first().boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.up();
    await page.waitForFunction(() =>
      /of .* shown/.test(document.querySelector('.filter-bar [role=status]')!.textContent),
    );
    const [least, greatest] = await page.$$eval('.range:first-of-type input', (fields) =>
      fields.map((field) => (field as HTMLInputElement).valueAsNumber),
    );
    for (const { score } of await rows(page)) {
      expect(score).toBeGreaterThanOrEqual(least! - 0.01 * (1 + Math.abs(score)));
      expect(score).toBeLessThanOrEqual(greatest! + 0.01 * (1 + Math.abs(score)));
    }
    expect(await page.textContent('#ranking .agreement')).toContain('of the configurations shown');
    await page.fill('.range:first-of-type input >> nth=1', String(least));
    await page.press('.range:first-of-type input >> nth=1', 'Enter');
    await page.waitForFunction(() => document.querySelectorAll('#ranking .rows .row').length < 5);
  });

  test('shows agreement with measured times, and never calls a score a time', async () => {
    await open();
    await rank(page, measured('gpt_fwd'), 'gpt_fwd');
    expect(await page.textContent('#ranking .agreement')).toMatch(/Kendall τ.*Slowdown of top 1/s);
    expect(await page.textContent('#ranking .status')).toContain('lower is faster; it is not a time');
    expect(await page.getAttribute('#ranking .head .score', 'title')).toContain('not a time');
  });
});

describe('a ranking that takes a moment', () => {
  const announced = (words: RegExp) =>
    page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById('announcer')!.textContent),
      words.source,
    );
  const count = (words: string | null) => Number(/[\d,]+/.exec(words!)![0].replace(',', ''));

  /**
   * Opens a page whose web worker has a slow clock of its own: each reading is 13 ms after the one before. On every
   * machine it then scores 16 configurations at a time, and handles messages in between for 60 ms.
   */
  async function openSlowly(): Promise<void> {
    const slow = `{
      let time = 0;
      Performance.prototype.now = () => (time += 13);
      const later = setTimeout;
      self.setTimeout = (work) => later(work, 60);
    }`;
    await open();
    const { url, context } = { url: new URL('/', page.url()).href, context: page.context() };
    page = await context.newPage();
    await page.route(/\/worker-[^/]*\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: slow + (await response.text()) });
    });
    await page.goto(url);
    await page.waitForSelector('html[data-ready]');
    await show(page, 'ranking');
  }

  /** Waits until the explanations of all rows are shown, and returns the rows. */
  async function filledRows() {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#ranking .rows .changes')].every((cell) => cell.textContent !== '…'),
    );
    return rows(page);
  }

  /** Starts a new ranking, and stops it as soon as the first rows are shown. */
  async function stopped(): Promise<void> {
    await page.evaluate(() => {
      document.getElementById('announcer')!.textContent = '';
      const status = document.querySelector('#ranking .status')!;
      new MutationObserver((_, observer) => {
        const seen = /^([\d,]+) of 2,000 /.exec(status.textContent);
        if (!seen) return;
        observer.disconnect();
        document.body.dataset.partial = seen[1];
        document.body.dataset.rows = String(document.querySelectorAll('#ranking .rows .row .score').length);
        const buttons = [...document.querySelectorAll<HTMLElement>('#ranking button')];
        buttons.find((button) => button.textContent === 'Stop')!.click();
      }).observe(status, { childList: true });
    });
    await page.dispatchEvent('#model', 'change');
    await announced(/^Stopped: /);
  }

  test('shows the best so far, can be stopped, and resumes to the same order', async () => {
    await openSlowly();
    await drop(page, measured('gpt_fwd').slice(0, 1));
    await ranked(page, 'gpt_fwd');
    const whole = await filledRows();
    await stopped();
    const scored = count(await page.textContent('#announcer'));
    expect(scored).toBeGreaterThanOrEqual(count(await page.getAttribute('body', 'data-partial')));
    expect(scored).toBeLessThan(2000);
    // A percentage of all steps would contradict the number of configurations.
    expect(await page.textContent('#progress .muted')).toMatch(/^[\d,]+ of 2,000 scored$/);
    expect(count(await page.getAttribute('body', 'data-rows'))).toBeGreaterThan(5);
    expect(await page.isDisabled('text=Save as…')).toBe(true); // only a finished ranking can be saved
    await page.click('#ranking button:text-is("Resume")');
    await announced(/^2,000 configurations ranked$/);
    expect(await filledRows()).toEqual(whole);
    await page.close();
  });
});

test('rows are explained when a newer ranking replaces those that asked for explanations', async () => {
  ({ page } = await visits({ analytical: true }));
  await show(page, 'ranking');
  await page.evaluate(() => {
    const next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => window.setTimeout(() => next(act), 700);
  });
  for (const name of ['first', 'second', 'third']) {
    await drop(page, [text(dots.replace('dots', name), `${name}.hlo`)]);
    await page.waitForFunction(() => document.getElementById('announcer')!.textContent.endsWith('ranked'));
  }
  await ranked(page, 'third');
});

test('at 320 pixels, the ranking is fully visible', async () => {
  ({ page } = await visits({ analytical: true, width: 320, height: 700 }));
  await show(page, 'ranking');
  await showFilters();
  await page.waitForSelector('#what-if .settings input', { state: 'attached' });
  await page.click('#ranking .rows .row[aria-rowindex="2"] .mark');
  await page.click('#ranking .rows .row[aria-rowindex="4"] .mark');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(320);
  expect(await page.isVisible('#ranking .rows .row[aria-rowindex="2"] .score')).toBe(true);
  await show(page, 'compare');
  await page.waitForSelector('#compare tbody');
  expect(await width()).toBeLessThanOrEqual(320);
});
