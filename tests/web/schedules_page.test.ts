// Tests schedules of Halide and TVM on the page in Chromium: opening, graph, ranking, the stages' shares of the time,
// and a trained model.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { drop, ranked, show, type Visit, visitsOfTests } from './browser.ts';
import { dots, file, publishedModels, text } from './core.ts';
import { dropFolder } from './folder_page.ts';
import { blurBundle, blurFiles, trainedModel } from './schedules.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
async function open(options: Parameters<typeof visited>[0] = { analytical: true, again: true }): Promise<void> {
  visit = await visited(options);
  page = visit.page;
}

const words = (selector: string) => page.$$eval(selector, (all) => all.map((each) => each.textContent));
const column = (name: string) => words(`#ranking .rows .row .${name}`);
const verdict = async () => (await page.textContent('#verdict'))!;
const hasVerdict = (said: string) => page.waitForFunction((wanted) => document.getElementById('verdict')!.textContent.includes(wanted), said); // prettier-ignore

/** Clicks a button that saves a file. Returns the name and the text of the file. */
async function saved(button: string): Promise<[string, string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
}

async function openBlur(): Promise<void> {
  await open();
  await page.evaluate(() => (document.getElementById('announcer')!.textContent = ''));
  await dropFolder(page, blurFiles(), 'blur');
  await ranked(page, 'blur');
  await hasVerdict('Its time goes into');
}

test('the arrays of one pipeline are opened like its files', async () => {
  await open();
  await drop(page, [file('data/halide/0001.npz')]);
  await ranked(page, '0001');
  expect(await words('#summary .figure')).toEqual(['7stages', '6edges', '20schedules']);
  expect((await column('rank')).length).toBeGreaterThan(10);
});

describe('a dropped folder of samples and log', () => {
  test('is drawn as a graph of stages', async () => {
    await openBlur();
    await page.waitForSelector('#graph[data-drawn="blur.zip"][data-boxes="7"]');
    expect(await page.textContent('#summary .identity')).toBe('blurblur.zip · schedules of Halide');
    expect(await words('#summary .figure')).toEqual(['6stages', '6edges', '4schedules']);
    expect(await page.textContent('.graph-legend')).toContain('Share of the predicted time');
  });

  test('is ranked by Halide’s own model, which is said and named with its licence', async () => {
    await openBlur();
    expect(await verdict()).toContain('0.sample is predicted fastest');
    expect(await verdict()).toContain('No model for Halide’s schedules is published here');
    expect(await column('rank')).toEqual(['1', '1', '3', '4']);
    expect((await column('predicted')).every((time) => /^\d+(\.\d+)? [mµ]s$/.test(time))).toBe(true);
    expect(await column('time')).toContain('1.750 ms');
    // The column of Halide's costs must be hidden, because its numbers would equal the predicted times.
    expect(await page.isVisible('#ranking .rows .halide')).toBe(false);
    expect(await page.locator('#model option').allTextContents()).toEqual([
      'Halide’s own cost model (Adams 2019)',
      'Measured times',
    ]);
    await page.click('.card summary');
    expect(await page.textContent('.card')).toMatch(/Halide 21\.0\.0 .*MIT licence/);
  });

  test('shows the share of each stage in the list, which follows the selected schedule', async () => {
    await openBlur();
    const shares = async () => (await words('#hotspots .row-value')).map((share) => parseFloat(share.replace('<', '')));
    const first = await shares();
    expect(first).toHaveLength(6);
    expect(first).toEqual(first.toSorted((a, b) => b - a));
    expect(first.reduce((sum, share) => sum + share)).toBeCloseTo(100, -1);
    await page.click('#ranking .rows .row[aria-rowindex="5"]');
    await page.waitForFunction(() => document.querySelector('#hotspots .list-head')?.textContent.endsWith('3.sample'));
    await expect.poll(shares).not.toEqual(first);
    await expect.poll(() => page.textContent('#explanation .what')).toBe('Rank 4 · schedule 3.sample');
  });

  test('shows what a stage computes and its features', async () => {
    await openBlur();
    await page.click('#hotspots .row-name >> nth=0');
    await page.waitForSelector('.graph-details h4:has-text("Features")');
    expect(await page.textContent('.graph-details')).toMatch(
      /Computes.*Predicted.*% of the time.*points computed total/s,
    );
    expect(await page.textContent('.graph-details')).not.toContain('HLO');
  });

  test('has only views that apply to schedules, and none are missing afterwards', async () => {
    await openBlur();
    const tabs = () => page.$$eval('[role=tab]', (all) => all.filter((tab) => tab.checkVisibility()).map((tab) => tab.textContent)); // prettier-ignore
    expect(await tabs()).toEqual(['Hotspots', 'Schedules', 'Outline', 'Graph', 'Schedules', 'Stages']);
    expect(await page.isVisible('#what-if')).toBe(false);
    expect(await page.isVisible('#graph-overlay')).toBe(false);
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots.hlo');
    expect(await tabs()).toContain('Conflicts');
    expect(await page.isVisible('#graph-overlay')).toBe(true);
  });

  test('can be saved as a table, in the order on the page', async () => {
    await openBlur();
    await page.click('#ranking .time button');
    await page.waitForFunction(() => document.querySelector('#ranking .time')!.getAttribute('aria-sort') === 'ascending'); // prettier-ignore
    const schedules = await column('schedule');
    const [name, json] = await saved('text=Save JSON');
    expect(name).toBe('blur.ranking.json');
    const report = JSON.parse(json) as { kind: string; configurations: { id: string; rank: number }[] };
    expect(report.kind).toBe('halide');
    expect(report.configurations.map(({ id }) => id)).toEqual(schedules);
    await page.click('text=Save as…');
    expect(await words('#save-menu button strong')).toEqual(['Table as JSON', 'Table as CSV']);
    const [table, csv] = await saved('#save-menu button:has-text("Table as CSV")');
    expect(table).toBe('blur.ranking.csv');
    const [head, ...rows] = csv.trimEnd().split('\n');
    expect(head).toMatch(/^rank,schedule,predicted_ms,measured_ms,halide_cost(,share of \w+\.s\d){6}$/);
    expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual(report.configurations.map(({ id, rank }) => [String(rank), id])); // prettier-ignore
    await drop(page, [{ name, bytes: new TextEncoder().encode(json) }]);
    await page.waitForSelector('#error:not([hidden])');
    expect(await page.textContent('#error')).toContain('is a ranking of blur.zip');
  });

  test('is ranked by Halide’s own model for other numbers of cores, also after a reload', async () => {
    // Remove the state of the previous program from the page address.
    await page.evaluate(() => history.replaceState(null, '', location.pathname));
    await openBlur();
    const predicted = await column('predicted');
    await page.click('#ranking .rows .row[aria-rowindex="4"]');
    const chosen = (await column('schedule'))[2];
    const setCores = async (count: string) => {
      await page.fill('#cores', count);
      await page.press('#cores', 'Enter');
    };
    await setCores('7');
    await expect.poll(() => column('predicted')).not.toEqual(predicted);
    await expect.poll(() => page.textContent('#ranking .row[aria-selected=true] .schedule')).toBe(chosen);
    const ofSeven = await column('predicted');
    await page.waitForFunction(() => document.getElementById('kept')!.textContent.includes('kept in this browser'));
    await expect.poll(async () => atob(await page.evaluate(() => location.hash.slice(4)))).toContain('"cores":7');
    await page.reload();
    await ranked(page, 'blur');
    expect(await page.inputValue('#cores')).toBe('7');
    expect(await column('predicted')).toEqual(ofSeven);
    await setCores('100000');
    expect(await page.inputValue('#cores')).toBe('4096');
    await setCores('1');
    await expect.poll(() => column('predicted')).toEqual(predicted);
  });

  test('comes back after a reload', async () => {
    // Remove the state of the previous program from the page address.
    await page.evaluate(() => history.replaceState(null, '', location.pathname));
    await openBlur();
    await page.waitForFunction(() => document.getElementById('kept')!.textContent.includes('kept in this browser'));
    await page.waitForFunction(() => location.hash.startsWith('#v1='));
    await page.reload();
    await ranked(page, 'blur');
    expect(await column('schedule')).toHaveLength(4);
  });

  test('has no accessibility violations', async () => {
    await openBlur();
    expect(await violationsOn(page)).toEqual([]);
    await page.click('text=What is a schedule?');
    await page.waitForSelector('#schedule-help[open]');
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.textContent('#schedule-help')).toContain('A schedule says how to compute it');
  });
});

test('samples without their log are taken as a chain, which is said', async () => {
  await open();
  await drop(page, blurFiles(['0.sample', '2.sample']));
  await ranked(page, 'schedules');
  expect(await verdict()).toContain('its stages are taken as a chain');
});

test('records of TVM are in the order of their times, which is said', async () => {
  await open();
  await drop(page, [file('tests/data/stages/database_tuning_record.json')]);
  await page.waitForSelector('#graph[data-drawn="database_tuning_record.zip"]');
  await hasVerdict('is the fastest as measured');
  expect(await verdict()).toContain('No model for schedules of TVM MetaSchedule is published here');
  expect(await page.isVisible('#ranking .rows .predicted')).toBe(false);
  expect(await page.isVisible('#cores')).toBe(false);
  expect(await page.textContent('#hotspots')).toContain('does not say what the stages take');
});

describe('a collected workload of TVM', () => {
  const kFiles = ['database_tuning_record.json.gz', 'database_workload.json.gz', 'store_features.npz', 'pipeline.json'];
  const openSeparable = async () => {
    await open();
    await drop(
      page,
      kFiles.map((name) => file(`data/tvm/0011/${name}`)),
    );
    await page.waitForSelector('#graph[data-drawn="schedules.zip"]');
    await hasVerdict('is the fastest as measured');
  };
  const isChosen = (id: string) =>
    page.waitForFunction((wanted) => document.querySelector('#explanation .what')?.textContent.endsWith(wanted), id);

  test('is listed by measured time, which is not called a prediction', async () => {
    await openSeparable();
    expect(await page.isVisible('#layouts')).toBe(true);
    expect(await page.textContent('#layouts .list-counts')).toBe('40 schedules by measured time');
    expect(await page.textContent('#layouts .row-value')).not.toContain('predicted');
    expect(await page.textContent('.graph-legend')).not.toContain('predicted');
    expect(await verdict()).toMatch(/^Record 20 is the fastest/);
    expect(await page.isVisible('#ranking .rows .index')).toBe(false);
  });

  test('has the names and the family of the program', async () => {
    await openSeparable();
    const identity = await page.textContent('#summary .identity');
    expect(identity).toContain('schedules/72905003');
    expect(identity).toContain('separable');
  });

  test('shows which stages a schedule has and what it does', async () => {
    await openSeparable();
    await isChosen('record 20');
    const named = () => words('#explanation .schedule-steps dt');
    expect(await named()).toEqual([
      'PaddedInput',
      'DepthwiseConv2d_global',
      'DepthwiseConv2d',
      'conv2d_nchw',
      'compute_1',
    ]);
    expect(await words('#explanation .step')).toEqual(expect.arrayContaining(['tile ff 2×2×2×1', 'parallel 32']));
    expect(await page.textContent('.graph-legend')).not.toContain('Grey');
    // Record 3 is among the slowest, so it comes into view when the slowest come first.
    const sorted = async (direction: string) => {
      await page.click('#ranking .time button');
      await page.waitForFunction((wanted) => document.querySelector('#ranking .time')!.getAttribute('aria-sort') === wanted, direction); // prettier-ignore
    };
    await sorted('ascending');
    await sorted('descending');
    await page.click('#ranking .rows .schedule:text-is("record 3")');
    await isChosen('record 3');
    await expect.poll(named).toEqual(['DepthwiseConv2d', 'conv2d_nchw', 'compute_1']);
    expect(await page.textContent('.graph-legend')).toContain('Grey: not in this schedule');
  });

  test('without its tuning records has an error that asks for them', async () => {
    await open();
    await drop(page, [file('data/tvm/0011/database_workload.json.gz')]);
    await page.waitForSelector('#error:not([hidden])');
    expect(await page.textContent('#error')).toContain('together with database_tuning_record.json');
  });
});

test('the bar of the fastest schedule is readable beside one that takes many times as long', async () => {
  await open();
  await drop(page, [file('data/halide/0001.npz')]);
  await ranked(page, '0001');
  const length = await page.$eval('#ranking .rows .row .bar', (bar) => {
    const right = Math.max(...[...bar.querySelectorAll('i')].map((part) => part.getBoundingClientRect().right));
    const { left, width } = bar.getBoundingClientRect();
    return (right - left) / width;
  });
  expect(length).toBeGreaterThan(0.3);
});

test('a truncated sample has an error with its byte', async () => {
  await open();
  const [sample] = blurFiles(['0.sample']);
  await drop(page, [{ name: 'bad.sample', bytes: sample!.bytes.slice(0, 5000) }]);
  await page.waitForSelector('#error:not([hidden])');
  expect(await page.textContent('#error')).toContain('bad.sample, byte 5000: the .sample has 5000 bytes');
});

test('the examples of schedules open', async () => {
  await open();
  for (const name of ['Attention, schedules', 'Mobile block, schedules']) {
    await page.click('#examples');
    const entry = page.locator(`#example-list button:has-text("${name}")`);
    expect(await entry.textContent()).toMatch(/\d+.stages,.30.schedules.*kB.*Apache/);
    await page.evaluate(() => (document.getElementById('announcer')!.textContent = ''));
    await entry.click();
    await ranked(page, name.startsWith('Attention') ? 'halide_attention' : 'halide_mobile');
    expect(await verdict()).toContain('median of 30 schedules');
  }
});

test('the published model ranks schedules of Halide', async () => {
  await open({});
  await drop(page, [blurBundle()]);
  await ranked(page, 'blur');
  expect(await page.inputValue('#model')).toBe(publishedModels('schedules')[0]);
  expect(await verdict()).toContain('is predicted fastest');
  expect(await verdict()).not.toContain('published');
});

describe('a stage model', () => {
  let model: string;
  beforeAll(() => {
    model = trainedModel();
  }, 120_000);

  test('is checked, ranks schedules only, and stands beside Halide’s own model', async () => {
    await open();
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots.hlo');
    const given = ['model.onnx', 'model.json'].map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(model, name))) })); // prettier-ignore
    await drop(page, given);
    await page.waitForSelector('#models-news h3');
    expect(await page.textContent('#models-news h3')).toContain('passed all checks');
    await page.keyboard.press('Escape');
    expect(await page.locator('#model option').count()).toBe(1); // models for schedules cannot rank HLO programs
    await drop(page, [blurBundle()]);
    await ranked(page, 'blur');
    await show(page, 'ranking');
    expect(await page.textContent('#model option:checked')).toBe('Halide: Graph network of stages');
    expect(await verdict()).not.toContain('published');
    const costs = (await column('halide')).map(Number);
    expect(costs).toHaveLength(4);
    expect(Math.min(...costs)).toBeGreaterThan(0);
    expect(await page.textContent('.agreement')).toContain('Halide’s own model: Kendall τ');
    await page.click('#ranking .halide button');
    await page.waitForFunction(() => document.querySelector('#ranking .halide')!.getAttribute('aria-sort') === 'ascending'); // prettier-ignore
    const sorted = costs.toSorted((a, b) => a - b);
    expect((await column('halide')).map(Number)).toEqual(sorted);
    const predicted = (await column('predicted')).toSorted();
    await page.fill('#cores', '7');
    await page.press('#cores', 'Enter');
    await expect.poll(async () => (await column('halide')).map(Number)).not.toEqual(sorted);
    // The table must stay sorted by the same column after the number of cores changed.
    expect(await page.getAttribute('#ranking .halide', 'aria-sort')).toBe('ascending');
    expect((await column('predicted')).toSorted()).toEqual(predicted); // the network's predictions must not change
  });
});
