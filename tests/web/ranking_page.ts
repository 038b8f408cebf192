// Helpers for tests of the ranking panel on the page.
import type { Page } from 'playwright-core';
import { drop, ranked, show } from './browser.ts';
import type { InputFile } from '../../wasm/engine.ts';

/** Returns the index of the configuration that row n of the ranking table shows, with n counted from 0. */
export const indexOfRow = (page: Page, n: number) =>
  page.textContent(`#ranking .rows .row[aria-rowindex="${n + 2}"] .index`);

/** Waits until the page explains the score of the configuration with this rank. */
export const explained = (page: Page, rank: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector('#explanation .what')?.textContent?.includes(`Rank ${wanted} `),
    rank,
  );

/**
 * Selects row n of the ranking table and waits until the page explains its score. Returns rank and index of the
 * configuration in the row.
 */
export async function chooseRow(page: Page, n: number): Promise<{ rank: number; index: number }> {
  const row = page.locator(`#ranking .rows .row[aria-rowindex="${n + 2}"]`);
  await row.click();
  const rank = Number(await row.locator('.rank').textContent());
  await explained(page, rank);
  return { rank, index: Number(await row.locator('.index').textContent()) };
}

/**
 * Returns the sum of the contributions to a score difference, and the score difference itself. Tests expect that the
 * two are equal.
 */
export async function completeness(page: Page): Promise<{ sum: number; difference: number; text: string }> {
  await page.waitForSelector('#explanation .sum');
  return page.$eval('#explanation .sum', (element) => ({
    sum: Number((element as HTMLElement).dataset.sum),
    difference: Number((element as HTMLElement).dataset.difference),
    text: element.textContent,
  }));
}

/** Waits until the what-if panel starts from the configuration `index`. If `index` is '', any configuration will do. */
export const begunFrom = (page: Page, index = '') =>
  page.waitForFunction(
    (words) => document.querySelector('#what-if .what-if-status')?.textContent?.includes(words),
    `from configuration ${index}`,
  );

/** Opens a program with layouts to choose, and waits until all views show its best configuration. */
export async function rank(page: Page, files: InputFile[], name: string): Promise<void> {
  await show(page, 'ranking');
  await drop(page, files);
  await ranked(page, name);
  await begunFrom(page);
}

/** Ranks the open program with another model. */
export async function rankWith(page: Page, model: string, name: string): Promise<void> {
  await page.evaluate(() => (document.getElementById('announcer')!.textContent = ''));
  await page.selectOption('#model', model);
  await ranked(page, name);
}
