// Tests what users do most on the page, in Chromium.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, rows, show, type Visit, type VisitOptions, visitsOfTests } from './browser.ts';
import { bad, dots, firstExample, hlorank, measured, publishedModels, root, sharedData, text } from './core.ts';
import { chooseRow } from './ranking_page.ts';

const visits = visitsOfTests();
let visit: Visit;
let page: Page;

/** Opens the page. Reuses the page of the previous test if its window has the same size. */
async function open(options: VisitOptions = {}): Promise<void> {
  visit = await visits({ again: true, ...options });
  page = visit.page;
  await show(page, 'ranking');
}

interface Listed {
  index: number;
  score: number;
  sameProgram?: { first: number };
}

interface Report {
  count: number;
  compilerDefault?: { index: number } | null;
  configurations: Listed[];
}

/** Returns the output of `hlorank rank --json` for the same file. */
const rankOfCommandLine = (args: string[]): Report =>
  JSON.parse(hlorank('rank', ...args, '--json', '--top', 'all')) as Report;

/**
 * Returns, of the configurations that compile to the same program, only the first. These are the rows of the ranking
 * table.
 */
const programsOf = (configurations: Listed[]): Listed[] =>
  configurations.filter(({ index, sameProgram }) => index === (sameProgram?.first ?? index));

describe('on start', () => {
  test('the page ranks the first example with the first published model', async () => {
    await open();
    await ranked(page, firstExample);
    expect((await rows(page)).length).toBeGreaterThan(8);
    expect(await page.inputValue('#model')).toBe(publishedModels()[0] ?? 'analytical');
    expect(await page.textContent('#ranking .status')).toContain('lower is faster; it is not a time');
    expect(await page.isVisible('#ranking .notice')).toBe(false);
  });

  test('shows agreement with measured times: tau, pairs and slowdowns', async () => {
    await open();
    await ranked(page, firstExample);
    const agreement = (await page.textContent('#ranking .agreement'))!;
    expect(agreement).toMatch(/Kendall τ0\.\d{3}/);
    expect(agreement).toMatch(/top 5\+\d/);
    expect(await page.textContent('#ranking .rows .row .time')).toMatch(/[mµ]?s/);
  });

  test('every configuration lists its changes with old and new layout', async () => {
    await open();
    const [best] = await rows(page);
    expect(best!.changes).toMatch(
      /^\S+ (output|operand \d+): \{[\d,]+\} → (\{[\d,]+\}|compiler’s choice)( \+\d+)?( ×\d+)?$/,
    );
  });

  test('the best configuration is explained by contributions', async () => {
    await open();
    await page.waitForSelector('#explanation .what');
    expect(await page.textContent('#explanation .what')).toContain('Rank 1');
  });
});

describe('a dropped file', () => {
  test('of 27,000 instructions is shown and ranked without a network request', async ({ skip }) => {
    const path = sharedData('programs/gpt_48l_train_adam.hlo.txt.gz');
    if (!path) return skip('the programs beside the repository are not here');
    await open();
    visit.requests.length = 0;
    await drop(page, [{ name: 'gpt_48l_train_adam.hlo.txt.gz', bytes: new Uint8Array(readFileSync(path)) }]);
    await ranked(page, 'gpt_48l_train_adam');
    const figures = (await page.textContent('#summary .figures'))!;
    expect(figures).toContain('27,3');
    expect((await rows(page)).length).toBeGreaterThan(8);
    expect(await page.textContent('#summary .notices')).toContain('came straight from a framework');
    expect(visit.requests).toEqual([]);
    expect(await page.getAttribute('#requests', 'data-requests')).toBe('0');
    expect(await page.textContent('#requests')).toContain('No network request');
  });

  test('of arrays is ranked by a network of ONNX Runtime without a network request', async () => {
    visit = await visits({}); // opens a new page, in which no network has run
    ({ page } = visit);
    visit.requests.length = 0;
    const name = 'moe_switch.graph.npz';
    const bytes = new Uint8Array(readFileSync(join(root, 'web/public/examples', name)));
    await drop(page, [{ name, bytes }]);
    await ranked(page, 'moe_switch');
    expect(await page.textContent('#ranking .notice')).toContain('Ranked with');
    expect(visit.requests).toEqual([]);
    expect(await page.getAttribute('#requests', 'data-requests')).toBe('0');
  });

  test('that is invalid causes an error with line, column, caret and help, and leaves the last ranking', async () => {
    await open();
    const before = await page.textContent('#summary h2');
    await drop(page, [text(bad, 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    const message = (await page.textContent('#error'))!;
    expect(message).toMatch(/bad\.hlo, line 5, column \d+/);
    expect(message).toContain('frobnicate');
    expect(message).toContain('What to do');
    const [line, caret] = (await page.textContent('#error pre'))!.split('\n');
    expect(line!.slice(caret!.indexOf('^'))).toMatch(/^frobnicate/);
    expect(await page.textContent('#summary h2')).toBe(before);
    await drop(page, [text(dots, 'good.hlo')]);
    await ranked(page, 'dots');
    expect(await page.isVisible('#error')).toBe(false);
  });

  test('with measured configurations is ranked and compared with their times', async () => {
    await open();
    await drop(page, measured('capsule'));
    await ranked(page, 'capsule.hlo');
    expect(await page.textContent('#ranking .status')).toContain('70 configurations of the file and XLA’s own choice');
    expect(await page.isVisible('#ranking .agreement')).toBe(true);
  });

  test('of TpuGraphs (graph or tuning data) is ranked and compared with its times', async ({ skip }) => {
    const [archive, tuning] = ['layout_main__.10904.npz', 'module_tuning_data_layout.pb'].map((name) => ({
      name,
      path: sharedData(`tpugraphs/${name}`),
    }));
    if (!archive!.path || !tuning!.path) return skip('the TpuGraphs files beside the repository are not here');
    await open();
    for (const { name, path } of [archive!, tuning!]) {
      await drop(page, [{ name, bytes: new Uint8Array(readFileSync(path!)) }]);
      await ranked(page, name);
      expect(await page.textContent('#summary .figures')).toContain('3,163');
      expect(await page.textContent('#ranking .status')).toContain('112 configurations of the file');
      // Some of the 112 rows have the same configuration.
      expect(await page.textContent('#ranking .agreement')).toContain('91 measured times');
      // Expect that times which differ by less than 0.1 % are shown with enough digits to tell them apart.
      const times = await page.$$eval('#ranking .rows .time', (cells) => cells.map((cell) => cell.textContent));
      expect(new Set(times).size).toBeGreaterThan(1);
    }
    expect(await page.textContent('#summary .notices')).toContain('TPU');
  });

  test('with configurations only is used for the open program', async () => {
    await open();
    await drop(page, measured('resnet_nchw').slice(0, 1));
    await ranked(page, 'resnet_nchw');
    expect(await page.isVisible('#ranking .agreement')).toBe(false);
    await drop(page, measured('resnet_nchw').slice(1));
    await page.waitForSelector('#ranking .agreement:not([hidden])');
  });
});

test('text can be pasted anywhere on the page and in the paste dialog', async () => {
  await open();
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, dots);
  await ranked(page, 'dots');
  await page.click('#open-more');
  await page.click('#paste');
  await page.fill('#paste-text', dots.replace('HloModule dots', 'HloModule again'));
  await page.click('#paste-rank');
  await ranked(page, 'again');
});

test('every example can be opened and ranked', async () => {
  await open();
  const examples = JSON.parse(readFileSync(join(root, 'web/public/examples/index.json'), 'utf8')) as {
    examples: { title: string; files: string[] }[];
  };
  for (const { title, files } of examples.examples) {
    await page.click('#examples');
    await page.click(`#example-list button:has-text("${title}")`);
    await ranked(page, files[0]!);
  }
});

test('100,000 candidates are ranked on request', async () => {
  await open();
  await drop(page, measured('capsule').slice(0, 1));
  await ranked(page, 'capsule');
  await page.selectOption('#candidates', '100000');
  await page.waitForFunction(
    () => document.getElementById('announcer')!.textContent === '100,000 configurations ranked',
    undefined,
    { timeout: 100_000 },
  );
  const rowCount = Number(await page.getAttribute('#ranking .table', 'aria-rowcount'));
  expect(rowCount).toBeLessThanOrEqual(100_001); // one row per compiled program, so there may be fewer
  expect(rowCount).toBeGreaterThan(99_000);
});

describe('models', () => {
  test('a file of arrays is ranked by a model that needs no HLO, and the page says so', async ({ skip }) => {
    const path = sharedData('tpugraphs/layout_main__.10904.npz');
    if (!path) return skip('the TpuGraphs files beside the repository are not here');
    await open();
    await drop(page, [{ name: 'layout.npz', bytes: new Uint8Array(readFileSync(path)) }]);
    await page.waitForFunction(() =>
      /arrays only\. Ranked with Calibrated/.test(document.querySelector('#ranking .notice')!.textContent),
    );
    expect(await page.textContent('#verdict [role=note]')).toContain('arrays only. Ranked with Calibrated');
  });

  const choices = [...publishedModels(), 'analytical'];

  test.each(choices)('page and command line agree on all scores and the order (%s)', async (model) => {
    const command = join(root, 'build/hlorank');
    expect(existsSync(command), 'build/hlorank').toBe(true);
    await open({ height: 1200 });
    for (const [name, withConfigurations] of [
      ['capsule', true],
      ['cnn_train_nhwc', true],
      ['gpt_fwd', false],
    ] as const) {
      const files = measured(name).slice(0, withConfigurations ? 2 : 1);
      await drop(page, files);
      await ranked(page, `${name}.hlo`);
      await page.selectOption('#model', model);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save JSON')]);
      const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
        model: { name: string };
        count: number;
        configurations: { index: number; score: number }[];
      };
      const [program, archive] = files.map((file) => join(root, 'web/public/examples', file.name));
      const { count, compilerDefault, configurations } = rankOfCommandLine([
        program!,
        ...(archive ? ['--configs', archive] : []),
        '--model',
        model === 'analytical' ? 'analytical' : join(root, 'web/public/models', model),
      ]);
      expect(saved.model.name).toBe(model);
      const programs = programsOf(configurations);
      expect(saved.configurations.length).toBe(Math.min(programs.length, 1000));
      expect(saved.count).toBe(count);
      expect(compilerDefault !== undefined && compilerDefault !== null).toBe(withConfigurations);
      // The compiler default must not be a row of the table.
      expect(saved.configurations.map(({ index }) => index)).not.toContain(compilerDefault?.index);
      const scores = new Map(configurations.map(({ index, score }) => [index, score]));
      for (const { index, score } of saved.configurations)
        expect(Math.abs(score - scores.get(index)!)).toBeLessThan(1e-4);
      // Both orders must be equal, except for scores closer than the numerical difference between ONNX Runtime and
      // LibTorch.
      saved.configurations.forEach(({ index, score }, i) => {
        if (index !== programs[i]!.index) expect(Math.abs(score - programs[i]!.score)).toBeLessThan(1e-4);
      });
    }
  });

  test('each model shows its card', async () => {
    await open();
    await page.click('.card summary');
    for (const model of choices) {
      await page.selectOption('#model', model);
      expect((await page.textContent('.card > div'))!.length).toBeGreaterThan(50);
    }
  });
});

describe('while it works', () => {
  test('Esc cancels, and the open program stays usable', async ({ skip }) => {
    const path = sharedData('programs/gpt_48l_train_adam.hlo.txt.gz');
    if (!path) return skip('the programs beside the repository are not here');
    await open();
    await drop(page, measured('dcgan_train'));
    await ranked(page, 'dcgan_train');
    // Expect that the file opens, although it was dropped gzipped.
    await page.waitForFunction(() => document.querySelector('#summary')!.textContent.includes('gzipped'));
    const summary = await page.textContent('#summary');
    // Dispatch the event by script inside the page, because a real key press could arrive after the file is open.
    const stopped = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const progress = document.querySelector<HTMLElement>('#progress')!;
          new MutationObserver((_, observer) => {
            if (progress.hidden) return;
            observer.disconnect();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
            resolve();
          }).observe(progress, { attributes: true });
        }),
    );
    await drop(page, [{ name: 'gpt.hlo', bytes: new Uint8Array(readFileSync(path)) }]);
    await stopped;
    await page.waitForSelector('#progress', { state: 'hidden' });
    expect(await page.textContent('#summary')).toBe(summary);
    await chooseRow(page, 4);
  });

  test('a failed drop does not prevent an unfinished ranking from completing', async ({ skip }) => {
    const path = sharedData('programs/gpt_48l_train_adam.hlo.txt.gz');
    if (!path) return skip('the programs beside the repository are not here');
    await open();
    await drop(page, [{ name: 'gpt.hlo', bytes: new Uint8Array(readFileSync(path)) }]);
    await ranked(page, 'gpt');
    await page.selectOption(
      '#model',
      (await page.inputValue('#model')) === 'analytical' ? publishedModels()[0]! : 'analytical',
    );
    await drop(page, [text(bad, 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    await chooseRow(page, 4);
    expect(await page.isVisible('#error')).toBe(true);
  });
});

describe('instructions', () => {
  test('the search finds words in opcode, name, shape and computation', async () => {
    await open();
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots');
    await show(page, 'instructions');
    await page.fill('#graph-search', 'dot f32[64,32]');
    await page.waitForFunction(() => document.querySelectorAll('#instructions .rows .row').length === 1);
    expect(await page.textContent('#instructions .rows .row')).toContain('second');
    await page.fill('#graph-search', '');
    await page.check('text=configurable only');
    await page.waitForFunction(() => document.querySelectorAll('#instructions .rows .row').length === 3);
  });
});

test('the content security policy allows requests to this site only', async () => {
  await open();
  const refused = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => false,
      () => true,
    ),
  );
  expect(refused).toBe(true);
  visit.problems.length = 0; // drops the expected report of the blocked request
});
