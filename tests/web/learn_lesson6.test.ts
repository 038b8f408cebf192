// Tests lesson 6: the stored rankings, the slowdown of the first k configurations, and that run times are hidden until
// the learner has answered.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import cases from '../../web/src/learn/lesson6/cases.json';
import { de } from '../../web/src/learn/messages/lesson6.de.ts';
import { en } from '../../web/src/learn/messages/lesson6.en.ts';
import { visitsOfTests } from './browser.ts';
import { publishedModels, root } from './core.ts';
import { openLesson, press, tabTo } from './learn_page.ts';

const visits = visitsOfTests();

test('stored rankings are in the order of their scores, and the best is nearly always in the first band', () => {
  for (const { scores, times } of [cases.example, ...cases.cases]) {
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(times.length).toBe(scores.length);
    expect(Math.min(...times)).toBeGreaterThan(0);
  }
  expect(cases.all.filter(({ best }) => best <= 2).length / cases.all.length).toBeGreaterThan(0.9);
  const stems = readdirSync(join(root, 'data/layouts/test')).flatMap((name) => /(.*)\.npz$/.exec(name)?.[1] ?? []);
  stems.sort();
  expect(stems.length).toBe(cases.all.length);
  expect(stems.filter((_, i) => cases.all[i]!.best > 2)).toEqual(cases.outside);
  expect(cases.all.every(({ first, best, band, of }) => best <= first && band <= of)).toBe(true);
});

const folder = join(root, 'web/public/models');

test.each(publishedModels())('the distances that the text names are those on the card of the model %s', (name) => {
  const card = JSON.parse(readFileSync(join(folder, name, 'model.json'), 'utf8')) as {
    confidence: { similarity: { bands: { upTo: number; programs: number }[] } };
  };
  const { bands } = card.confidence.similarity;
  const named = bands.map(({ upTo }) => upTo.toFixed(2));
  expect(en.similar2.match(/\d+\.\d+/g)).toEqual(named);
  expect(de.similar2.match(/\d+,\d+/g)).toEqual(named.map((each) => each.replace('.', ',')));
  const counts = bands.map(({ programs }) => programs);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test.each(['en', 'de'])(
  'the accuracies that the text names are those of the held-out programs, in %s',
  async (language) => {
    const { page } = await visits({ analytical: true, again: true });
    await openLesson(page, `6?step=4&lang=${language}`);
    const named = (await page.innerText('.lesson-text p:last-child')).match(/\d+(?=\s%)/g);
    const groups = cases.cases
      .map(({ similarity }) => similarity)
      .sort((a, b) => a.nearest[0]!.distance - b.nearest[0]!.distance);
    const accuracies = groups.map(({ pairAccuracy }) => pairAccuracy);
    expect(new Set(cases.all.flatMap(({ accuracy }) => accuracy ?? []))).toEqual(new Set(accuracies));
    expect(named?.map(Number)).toEqual(accuracies.map((accuracy) => Math.round(accuracy * 100)));
  },
);

test('measuring more of the first configurations is said, with the slowdown that remains', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '6?step=3&lang=en');
  if (await page.isVisible('[aria-pressed=false]')) await press(page, '.lesson-picture .buttons button:last-child');
  await tabTo(page, '.lesson-picture input[type=range]');
  const { times } = cases.example;
  const slowdown = (k: number): string =>
    `${((Math.min(...times.slice(0, k)) / Math.min(...times) - 1) * 100).toFixed(1)}\u00a0%`;
  expect(await page.textContent('.lesson-picture .live')).toContain(slowdown(1));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.lesson > [role=status]')?.textContent?.includes('first 2'));
  expect(await page.textContent('.lesson > [role=status]')).toContain(slowdown(2));
});

test('run times of a ranking appear after the prediction', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '6?step=5&lang=en');
  expect(await page.locator('.rank-chart').count()).toBe(1);
  await press(page, '.predict .buttons button:last-child');
  await page.waitForSelector('.rank-chart >> nth=1');
  expect(await page.textContent('.predict-result')).toContain('40\u00a0%');
});
