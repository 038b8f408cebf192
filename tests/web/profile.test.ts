// Tests measured times that are dropped together with a program. The hotspots must be sorted by these times, and marked
// where the times disagree with the estimate.
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, file, text } from './core.ts';
import { slowest, timed, trace } from './profiles.ts';

const visits = visitsOfTests();
const rows = slowest();

/** Expects rows in the order of the measured times, with a mark where measured and estimated time disagree. */
async function expectMeasured(page: Page): Promise<void> {
  await show(page, 'hotspots');
  await page.waitForSelector('#hotspots option:text("measured")', { state: 'attached' });
  const listed = page.locator('#hotspots .list-row');
  for (const [i, { name, disagrees }] of rows.slice(0, 5).entries()) {
    expect(await listed.nth(i).locator('.row-name').textContent()).toMatch(new RegExp(`^${name}\\b`));
    const title = (await listed.nth(i).getAttribute('title'))!;
    expect(title).toMatch(/of the measured time, [\d.]+ [mµn]?s\n.* of the estimated time, [\d.]+ [mµn]?s/);
    expect(/× (larger|smaller) share than estimated|not estimated/.test(title), title).toBe(disagrees);
    expect(title).not.toMatch(/slower|faster/); // the ratio compares shares, not times
    expect(title).toContain(await listed.nth(i).locator('.row-time').textContent());
  }
  expect(await page.textContent('#verdict')).toContain(rows[0]!.name);
  expect(await page.textContent('#hotspots .cost-total')).toMatch(/^[\d.]+ [mµ]?s measured, [\d.]+ [mµ]?s estimated: /);
  expect(await page.textContent('#verdict')).toMatch(/The measured time of [\d.]+ [mµ]?s \([\d.]+ [mµ]?s estimated/);
  const count = rows.filter(({ disagrees }) => disagrees).length;
  expect(await page.textContent('#hotspots .disagreement')).toMatch(
    new RegExp(`^${count} instructions .* more than 2×`),
  );
}

test.each([
  ['the file of `hlorank profile`', () => timed()],
  ['a trace of jax.profiler', () => [timed()[0], trace()]],
])('%s beside a program sorts its hotspots', async (_, files) => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, files());
  await ranked(page, 'optimised.hlo');
  await expectMeasured(page);
  await page.selectOption('[aria-label="Sort hotspots by"]', 'estimate');
  const values = await page.$$eval('#hotspots .row-value', (cells) =>
    cells.map((cell) => parseFloat(cell.textContent)),
  );
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test('times dropped on the open program are added to it', async () => {
  const { page } = await visits({ analytical: true, again: true });
  const [program, times] = timed();
  await drop(page, [program]);
  await ranked(page, 'optimised.hlo');
  await drop(page, [times]);
  await expectMeasured(page);
});

test('a trace alone opens the module that it holds', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots.hlo');
  await drop(page, [trace()]);
  await ranked(page, 'jit_program.hlo');
  await expectMeasured(page);
});

test('a trace of a GPU is compared with estimates for that GPU, unless the user selects a machine', async () => {
  const { page } = await visits({ analytical: true, again: true });
  const machine = page.locator('[aria-label="Machine that times are estimated for"]');
  await drop(page, [file('tests/data/profile/gpu.xplane.pb.gz')]);
  await ranked(page, 'jit_mixer.hlo');
  await show(page, 'hotspots');
  await page.waitForSelector('#hotspots option:text("measured")', { state: 'attached' });
  expect(await machine.inputValue()).toBe('h200');
  await machine.selectOption('a100');
  await page.waitForFunction(() => document.querySelector('.cost-total')?.getAttribute('title')?.endsWith('a100'));
  await machine.selectOption('h200');
  await page.waitForFunction(() => document.querySelector('.cost-total')?.getAttribute('title')?.endsWith('h200'));
});

test('a trace of a GPU whose peak rates are unknown asks for a machine', async () => {
  const { page } = await visits({ analytical: true });
  const note = page.locator(
    '.cost-notice:has-text("The peak rates of NVIDIA X200 are unknown; times are estimated for cpu-1core: choose a machine")',
  );
  const h200 = gunzipSync(file('tests/data/profile/gpu.xplane.pb.gz').bytes).toString('latin1');
  const bytes = Buffer.from(h200.replaceAll('NVIDIA H200', 'NVIDIA X200'), 'latin1');
  await drop(page, [{ name: 'gpu.xplane.pb', bytes }]);
  await ranked(page, 'jit_mixer.hlo');
  await show(page, 'hotspots');
  await note.waitFor();
  for (const machine of ['h100', 'cpu-1core']) {
    await page.selectOption('[aria-label="Machine that times are estimated for"]', machine);
    await page.waitForFunction(
      (wanted) => document.querySelector('.cost-total')?.getAttribute('title')?.endsWith(wanted),
      machine,
    );
    expect(await note.count()).toBe(0);
  }
});

test('the GPU of a trace is forgotten with its program', async () => {
  const { page } = await visits({ analytical: true });
  const machine = page.locator('[aria-label="Machine that times are estimated for"]');
  for (const [given, name, expected] of [
    [file('tests/data/profile/gpu.xplane.pb.gz'), 'jit_mixer.hlo', 'h200'],
    [text(dots, 'dots.hlo'), 'dots.hlo', 'cpu-1core'],
  ] as const) {
    await drop(page, [given]);
    await ranked(page, name);
    await show(page, 'hotspots');
    await page.waitForFunction(
      (wanted) => document.querySelector('.cost-total')?.getAttribute('title')?.endsWith(wanted),
      expected,
    );
    expect(await machine.inputValue()).toBe(expected);
  }
});

test('a profile beside its program before optimisation opens the optimised module that was measured', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, [text(dots.replace('HloModule dots', 'HloModule jit_program.3'), 'before.hlo'), timed()[1]]);
  await ranked(page, 'jit_program.hlo');
  await expectMeasured(page);
  expect(await page.isVisible('#error')).toBe(false);
});

test('times of another program are rejected, and the program is open', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, [file('web/public/examples/gpt_fwd.hlo.txt.gz'), timed()[1]]);
  await page.waitForSelector('#error:not([hidden])');
  expect(await page.textContent('#error')).toContain('times.json');
  await ranked(page, 'gpt_fwd');
});

test('another machine changes the estimate and keeps the measured times', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, timed());
  await ranked(page, 'optimised.hlo');
  await expectMeasured(page);
  const fusion = page.locator('#hotspots .list-row:has-text("ynn_fusion")');
  const before = await fusion.getAttribute('title');
  await page.selectOption('[aria-label="Machine that times are estimated for"]', 'h100');
  await expect.poll(() => fusion.getAttribute('title')).not.toBe(before);
  expect(await fusion.getAttribute('title')).toContain('of the measured time');
  await fusion.click();
  await page.waitForSelector('.graph-details :text("on h100")');
});

test('two profiles at once are an error that does not call the files damaged', async () => {
  const { page } = await visits({ analytical: true, again: true });
  const [, times] = timed();
  await drop(page, [times, { name: 'other.json', bytes: times.bytes }]);
  await page.waitForSelector('#error:not([hidden])');
  const said = await page.textContent('#error');
  expect(said).toContain('These files cannot be opened together');
  expect(said).toContain('with one profile');
  expect(said).not.toContain('damaged');
});
