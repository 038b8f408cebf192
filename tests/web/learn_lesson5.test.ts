// Tests lesson 5. Its segments must equal those of the trainer, the sum of a training step must be right, and
// measurements must be hidden until the learner has answered.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { operandLists } from '../../web/src/learn/frame/edges.ts';
import cases from '../../web/src/learn/lesson5/cases.json';
import {
  changedNodes,
  cutEdges,
  freshWeight,
  neededNodes,
  segmentCount,
  simulate,
  stateBytes,
  trainedSegments,
  trainingSteps,
} from '../../web/src/learn/lesson5/segments.ts';
import { readZip } from '../../web/src/zip.ts';
import { drop, ranked, visitsOfTests } from './browser.ts';
import { dots, hlorank, text } from './core.ts';
import { openLesson, press } from './learn_page.ts';
import { headerOf } from './npz.ts';

const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the shape and the numbers of each int64 array in an .npz file. */
async function arraysOf(path: string): Promise<Map<string, { shape: number[]; data: number[] }>> {
  const members = await readZip(new Uint8Array(readFileSync(path)));
  return new Map(
    members.map(({ name, bytes }) => {
      const { size, text: header, shape } = headerOf(bytes);
      const isLong = header.includes("'<i8'");
      const data = isLong ? Array.from(new BigInt64Array(bytes.slice(size).buffer), Number) : [];
      return [name.replace(/\.npy$/, ''), { shape, data }];
    }),
  );
}

test('segments are those that the trainer keeps embeddings of', { timeout: 60_000 }, async () => {
  hlorank('synth', '-o', join(folder, 'made'), '--single', '300');
  const file = join(folder, 'made/npz/layout/xla/random/train/single.npz');
  const program = await arraysOf(file);
  const nodes = program.get('node_opcode')!.shape[0]!;
  const pairs = program.get('edge_index')!.data;
  const edges = {
    consumer: pairs.filter((_, i) => i % 2 === 0),
    producer: pairs.filter((_, i) => i % 2 === 1),
  };
  const changed = changedNodes(nodes, edges, program.get('node_config_ids')!.data, 2);
  for (const size of [20, 50, 130]) {
    const run = join(folder, `run-${size}`);
    const options = `--form early --set tables=off --segment ${size} --epochs 1 --test 0`.split(' ');
    hlorank('train', file, '-o', run, ...options);
    const checkpoint = await arraysOf(join(run, 'jobs/all-member-0.npz'));
    const [, embeddings] = [...checkpoint].find(([name]) => name.includes('pooled/'))!;
    const kept = trainedSegments(changed, size);
    expect(kept.length, `${size}`).toBe(embeddings.shape[1]);
    expect(kept.length).toBeLessThanOrEqual(segmentCount(nodes, size));
  }
});

test('a segment takes along the operands outside of it, and their operands', () => {
  // A graph with the edges 0 → 1 → 2 → 3 → 4 and 0 → 4.
  const edges = { consumer: [1, 2, 3, 4, 4], producer: [0, 1, 2, 3, 0] };
  const operands = operandLists(5, edges);
  expect(neededNodes(operands, 2, 1, 1)).toEqual([1]);
  expect(neededNodes(operands, 2, 1, 2)).toEqual([0, 1]);
  expect(neededNodes(operands, 2, 2, 2)).toEqual([0, 2, 3]);
  expect(neededNodes(operands, 5, 0, 2)).toEqual([]);
  expect(cutEdges(edges, 2)).toBe(3);
  expect(segmentCount(43615, 5000)).toBe(9);
  expect(segmentCount(5, 0)).toBe(1);
});

test.each([0, 0.25, 0.5, 1])('with dropout %d each segment counts once on average', (dropout) => {
  const steps = trainingSteps(9, dropout, 40_000, 3);
  const mean = (segment: number) => steps.reduce((sum, uses) => sum + uses[segment]!.weight, 0) / steps.length;
  for (let segment = 0; segment < 9; ++segment) expect(mean(segment)).toBeCloseTo(1, 1);
  expect(freshWeight(9, 0.5)).toBe(5);
});

test.each([1, 7])('more dropout: bias nearer to 0, more spread, with the seed %d', (seed) => {
  const errors = [0, 0.25, 0.5, 0.75, 1].map((dropout) => simulate(6, dropout, 0.03, seed));
  expect(errors[0]!.bias).toBeLessThan(-0.02);
  for (let i = 1; i < errors.length; ++i) {
    expect(Math.abs(errors[i]!.bias)).toBeLessThan(Math.abs(errors[i - 1]!.bias));
    expect(errors[i]!.spread).toBeGreaterThan(errors[i - 1]!.spread);
  }
  expect(Math.abs(errors[4]!.bias)).toBeLessThan(0.01);
  expect(errors[0]!.spread).toBeLessThan(errors[1]!.spread / 2);
});

test('the measured answers are those that the texts give', () => {
  const bySize = new Map(cases.sizes.map((row) => [row.size, row]));
  const leastMemory = cases.sizes.reduce((least, row) => (row.memory < least.memory ? row : least));
  expect(leastMemory.size).toBe(5000);
  for (const run of [0, 1]) {
    const best = cases.sizes.reduce((most, row) => (row.tau[run]! > most.tau[run]! ? row : most));
    expect(best.size).toBe(0);
    expect(bySize.get(21808)!.tau[run]).toBeGreaterThan(bySize.get(20000)!.tau[run]!);
    const byTau = cases.dropouts.toSorted((a, b) => a.tau[run]! - b.tau[run]!);
    expect([byTau[0]!.dropout, byTau.at(-1)!.dropout]).toEqual([1, 0.25]);
    expect(cases.long.tau[run]).toBeGreaterThan(bySize.get(5000)!.tau[run]!);
  }
  expect(stateBytes(43615, 256, 2, 32)).toBe(43615 * 256 * 3 * 32 * 4);
});

const visits = visitsOfTests();

test('measured accuracy appears after the prediction', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '5?step=5&lang=en');
  const cells = () => page.$$eval('.measured tbody td:last-child', (all) => all.map((cell) => cell.textContent));
  expect(new Set(await cells())).toEqual(new Set(['?']));
  await press(page, '.predict .buttons button:last-child');
  await page.waitForSelector('.predict-result');
  expect(await cells()).toEqual(cases.sizes.map(({ tau }) => tau.map((each) => each.toFixed(3)).join('; ')));
});

test('choosing a segment says what it takes along', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '5?step=2&lang=en');
  await page.waitForSelector('.drawing [role=option]');
  await page.fill('[aria-label="segment"][type=number]', '3');
  await page.keyboard.press('Enter');
  const said = 'Segment 3 takes along: x, a3, h3.';
  await page.waitForFunction((all) => document.querySelector('.lesson-picture .live')?.textContent === all, said);
  expect(await page.textContent('.lesson > [role=status]')).toBe(said);
});

test('cuts the program of the window', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await page.evaluate(() => (location.hash = ''));
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  await openLesson(page, '5?step=7&lang=en');
  await page.waitForSelector('.own-segments');
  await page.fill('[aria-label="nodes in a segment"][type=number]', '4');
  await page.keyboard.press('Enter');
  const rows = () => page.$$eval('.own-segments td:last-child', (cells) => cells.map((cell) => cell.textContent));
  await page.waitForFunction(() => document.querySelectorAll('.own-segments tr').length === 2);
  expect(await rows()).toEqual(['4 + 0', '2 + 4']);
});
