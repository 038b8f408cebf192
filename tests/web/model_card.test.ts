// The model card on the page, in Chromium.
import { expect, test } from 'vitest';
import { visitsOfTests } from './browser.ts';

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
