// Tests the losses and the small network of lesson 4. The expected values are from PyTorch and SciPy
// (tests/data/learn/make.py).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kendallTau, listMle, type Loss, pairwiseHinge, squaredError } from '../../web/src/learn/lesson4/losses.ts';
import { kLosses, type MeasuredProgram, Network, Trainer } from '../../web/src/learn/lesson4/ranker.ts';
import { root } from './core.ts';

interface Golden {
  cases: ({ scores: number[]; times: number[]; tau: number | null } & Record<'hinge' | 'listmle' | 'squared', Loss>)[];
  network: { x: number[]; score: number; gradient: number[] };
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const golden = read('tests/data/learn/losses.json') as Golden;
const { programs } = read('web/src/learn/lesson4/measured.json') as { programs: MeasuredProgram[] };

function expectClose(found: Loss, wanted: Loss): void {
  expect(found.value).toBeCloseTo(wanted.value, 10);
  wanted.gradient.forEach((each, i) => expect(found.gradient[i]).toBeCloseTo(each, 10));
}

test.each(golden.cases)('losses and gradients equal those of PyTorch, case %#', ({ scores, times, ...wanted }) => {
  if (wanted.tau === null) expect(kendallTau(scores, times)).toBeNaN();
  else expect(kendallTau(scores, times)).toBeCloseTo(wanted.tau, 12);
  expectClose(pairwiseHinge(scores, times), wanted.hinge);
  expectClose(listMle(scores, times), wanted.listmle);
  expectClose(squaredError(scores, times), wanted.squared);
});

test('the score of the small network and its gradient equal those of PyTorch', () => {
  const { x, score, gradient } = golden.network;
  const network = new Network(x.length, () => 0);
  network.weights.forEach((_, i) => (network.weights[i] = Math.sin(i + 1) / 2));
  expect(network.score(x)).toBeCloseTo(score, 12);
  const found = new Float64Array(network.weights.length);
  network.addGradient(x, 1, found);
  gradient.forEach((each, i) => expect(found[i]).toBeCloseTo(each, 12));
});

test('training is deterministic, and ranking losses order held-out programs better than the squared error', () => {
  for (const seed of [1, 2, 3]) {
    const taus = kLosses.map((loss) => {
      const trainers = [0, 1].map(() => new Trainer(programs, loss, seed));
      for (let epoch = 0; epoch < 40; ++epoch) trainers.forEach((trainer) => trainer.epoch());
      expect(trainers[0]!.network.weights).toEqual(trainers[1]!.network.weights);
      expect(trainers[0]!.network.weights.length).toBeLessThanOrEqual(5000);
      return trainers[0]!.taus().heldOut;
    });
    expect(Math.min(taus[1]!, taus[2]!)).toBeGreaterThan(taus[0]! + 0.1);
    expect(taus[1]).toBeGreaterThan(0.6);
  }
});
