// Tests how the page shows a model card, in Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visitsOfTests } from './browser.ts';
import { root } from './core.ts';

const visits = visitsOfTests();

test('shows metrics on programs before any optimisation next to those just before layout assignment', async () => {
  const { page } = await visits({});
  const raw = { programs: 12, slotsMatched: 0.5, tau: 0.4, gain1: -0.01, before: { tau: 0.7, gain1: 0.055 } };
  await page.route('**/models/*/model.json', async (route) => {
    const response = await route.fetch();
    const card = (await response.json()) as { metrics: object };
    await route.fulfill({ response, json: { ...card, metrics: { ...card.metrics, raw } } });
  });
  await page.reload();
  const line = page.locator('.card p', { hasText: 'before any optimisation' });
  await line.waitFor({ state: 'attached' });
  expect(await line.textContent()).toBe(
    'On the same programs before any optimisation: τ 0.400 (just before layout assignment: 0.700); ' +
      'gain of top 1 −1.0 % (just before layout assignment: +5.5 %). ' +
      '12 programs; 50.0 % of the layout slots exist at this stage.',
  );
});

test('shows the calibration that its probabilities come from', async () => {
  const { page } = await visits({});
  const { confidence } = JSON.parse(readFileSync(join(root, 'web/public/models/simulated/model.json'), 'utf8')) as {
    confidence: { pairs: [number, number][]; gains: [number, number][] };
  };
  const rowOf = async (label: string): Promise<[string, string][]> => {
    const table = page.locator(`.card [aria-label="${label}"]`);
    await table.waitFor({ state: 'attached' });
    const [heads, cells] = [
      await table.locator('th[scope=col]').allTextContents(),
      await table.locator('td').allTextContents(),
    ];
    return heads.map((head, i) => [head, cells[i + 1]!]); // the first cell of the table's head is empty
  };
  const pairs = await rowOf('Pairs in order by the difference of their scores');
  expect(pairs.at(-1)).toEqual([
    confidence.pairs.at(-1)![0].toFixed(2),
    `${(100 * confidence.pairs.at(-1)![1]).toFixed(0)} %`,
  ]);
  const gains = await rowOf("Rankings whose first is faster than the compiler's own layouts");
  expect(gains[0]).toEqual([
    confidence.gains[0]![0].toFixed(2).replace('-', '−'),
    `${(100 * confidence.gains[0]![1]).toFixed(0)} %`,
  ]);
});
