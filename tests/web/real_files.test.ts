// Tests in Chromium that saved rankings can be opened on the page, and that equal warnings are merged.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, text } from './core.ts';

const visits = visitsOfTests();

async function saved(page: Page): Promise<string> {
  await show(page, 'ranking');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save JSON')]);
  return readFileSync(await download.path(), 'utf8');
}

test('a saved ranking dropped onto its open program is used as its configurations', async () => {
  const { page } = await visits({});
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots.hlo');
  const generated = (await page.textContent('#ranking .status'))!;
  expect(generated).toContain('generated here');
  const ranking = await saved(page);
  const { configurations } = JSON.parse(ranking) as { configurations: { score: number }[] };
  await drop(page, [text(ranking, 'ranking.json')]);
  await page.waitForFunction(() => document.querySelector('#ranking .status')?.textContent?.includes('of the file'));
  expect(await page.textContent('#ranking .status')).toContain(`${configurations.length} configurations of the file`);
  expect(await page.isVisible('#error')).toBe(false);
});

test('a saved ranking without its program says which program to drop', async () => {
  const { page } = await visits({});
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots.hlo');
  const ranking = await saved(page);
  await drop(page, [text(dots.replace('HloModule dots', 'HloModule other'), 'other.hlo')]);
  await ranked(page, 'other.hlo');
  await drop(page, [text(ranking, 'ranking.json')]);
  await page.waitForSelector('#error:not([hidden])');
  expect(await page.textContent('#error')).toContain('Drop dots.hlo');
});

test('equal warnings are shown once with their number', async () => {
  const { page } = await visits({});
  const call = (name: string, of: string): string =>
    `  ${name} = f32[2]{0} custom-call(${of}), custom_call_target="AwsNeuronCall", api_version=API_VERSION_UNSPECIFIED\n`;
  const program = `HloModule calls\n\nENTRY main {\n  x = f32[2]{0} parameter(0)\n${call('a', 'x')}${call('b', 'a')}${call('ROOT c', 'b')}}\n`;
  await drop(page, [text(program, 'calls.hlo')]);
  await ranked(page, 'calls.hlo');
  const lines = await page.$$eval('#summary .warnings li', (items) => items.map((item) => item.textContent));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^5:\d+: .* \(3 times\)$/);
});
