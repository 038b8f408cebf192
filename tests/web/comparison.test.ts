// Tests the side-by-side comparison of configurations on the page, and the confidence in a ranking.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { drop, show, visitsOfTests } from './browser.ts';
import { measured, publishedModels, root, text } from './core.ts';
import { explained, indexOfRow, rank } from './ranking_page.ts';

const visits = visitsOfTests();
let page: Page;

/** Opens the page. Each test opens its own program, so the page of the previous test may be reused. */
async function open(): Promise<void> {
  ({ page } = await visits({ analytical: true, again: true }));
}

test('compares up to four configurations side by side', async () => {
  await open();
  await rank(page, measured('dcgan_train'), 'dcgan_train');
  const chosen: string[] = [];
  for (const row of [2, 4, 6, 8]) {
    chosen.push((await indexOfRow(page, row - 2))!);
    await page.click(`#ranking .rows .row[aria-rowindex="${row}"] .mark`);
  }
  await page.waitForFunction(() => document.querySelectorAll('#compare thead th').length === 4);
  const heads = await page.$$eval('#compare thead th', (cells) => cells.map((cell) => cell.textContent));
  expect(heads.map((head) => head.replace('✕', ''))).toEqual(chosen.map((index) => `configuration ${index}`));
  expect(await page.textContent('#compare tbody')).toContain('Measured');
  expect(await page.$$eval('#compare .layouts tr', (all) => all.length)).toBeGreaterThan(0);
  await show(page, 'compare');
  await page.click('#compare .remove >> nth=0');
  await page.waitForFunction(() => document.querySelectorAll('#compare thead th').length === 3);
  await page.click('#compare >> text=Clear');
  expect(await page.isVisible('#compare table')).toBe(false);
});

test('a row is selected although the table is rendered again between press and release', async () => {
  await open();
  await rank(page, measured('dcgan_train'), 'dcgan_train');
  const row = page.locator('#ranking .rows .row[aria-rowindex="5"]');
  const wanted = Number(await row.locator('.rank').textContent());
  await row.hover();
  await page.mouse.down();
  await page.locator('#ranking .rows .row[aria-rowindex="3"] .mark').dispatchEvent('click'); // renders the rows again
  await page.mouse.up();
  await explained(page, wanted);
  expect(await row.getAttribute('aria-selected')).toBe('true');
  // After the release, the table shows the new state: the configuration of the second row is compared.
  await page.waitForSelector('#ranking .rows .row[aria-rowindex="3"] .mark[aria-pressed=true]');
});

describe('confidence', () => {
  const folder = join(root, 'web/public/models', publishedModels()[0]!);

  /**
   * Returns a published model with a changed model card. The card states an accuracy only for programs whose distance
   * from the training programs is at most `upTo`.
   */
  function distrusting(upTo: number): InputFile[] {
    const card = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Record<string, unknown>;
    const inputs = 144; // number of features per node, which is also the length of the program embedding
    const zeros = new Array<number>(inputs).fill(0);
    const confidence = {
      pairs: [
        [0.001, 0.6],
        [0.01, 0.88],
        [1, 0.99],
      ],
      separable: 0.01,
      similarity: {
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
      text(JSON.stringify({ ...card, title: `Made up, ${upTo}`, training, confidence }), 'card.json'),
    ];
  }

  async function dropModel(upTo: number): Promise<void> {
    await drop(page, distrusting(upTo));
    await page.waitForFunction(
      (title) => [...document.querySelectorAll('#model option')].some((option) => option.textContent === title),
      `Made up, ${upTo}`,
    );
    await page.waitForSelector('#models-dialog[open]'); // the dialog opens when the checks of the model are done
    await page.keyboard.press('Escape');
    await page.selectOption('#model', { label: `Made up, ${upTo}` });
    await page.waitForSelector('#ranking .confidence');
  }

  test('shows what is too close to the first to call, similar training programs, and confidence for two configurations', async () => {
    await open();
    await rank(page, measured('gpt_fwd'), 'gpt_fwd');
    await dropModel(1);
    const line = (await page.textContent('#ranking .confidence'))!;
    expect(line).toContain('attention_tiny');
    expect(line).toContain('87 %');
    expect(await page.getAttribute('#ranking .rows .row[aria-rowindex="2"] .rank > span', 'title')).toMatch(
      /too close to call|at least 90 %/,
    );
    expect(await page.$('#ranking .interval')).toBeNull(); // the interval of an ensemble is not calibrated
    await page.click('#ranking .rows .row[aria-rowindex="2"] .mark');
    await page.click('#ranking .rows .row[aria-rowindex="12"] .mark');
    await page.waitForFunction(() =>
      /faster|less time|no difference/.test(document.querySelector('#compare tbody')?.textContent ?? ''),
    );
    expect(await page.textContent('#compare tbody')).toMatch(/less time than .*\(measured .* against .*\)|Cannot tell/);
  });

  test('warns if no training program is similar', async () => {
    await open();
    await rank(page, measured('gpt_fwd'), 'gpt_fwd');
    await dropModel(-1);
    expect(await page.textContent('#ranking .confidence')).toContain('No training program is similar to this program');
  });
});
