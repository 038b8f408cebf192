// Tests that all views agree on a ranking: on ranks, configurations that compile to the same program, the compiler
// default, and the verdict.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFirstOfProgram, reportHtml } from '../../web/src/report.ts';
import type { SharedState } from '../../web/src/share.ts';
import type { Verdict } from '../../web/src/window/verdict.ts';
import { file, loadEngine, measured, root } from './core.ts';

const engine = await loadEngine();
const simulated = 'web/public/models/simulated';

function rank(name: string, isSimulated = false): void {
  engine.open(measured(name), 2000, () => {});
  if (isSimulated)
    engine.rankByLoops(
      readFileSync(join(root, simulated, 'model.json'), 'utf8'),
      file(`${simulated}/model.onnx`).bytes,
    );
  else engine.rankAnalytically();
  while (engine.step(1000) < engine.report(0).count);
}

const all = { text: '', node: null, key: 'score', descending: false } as const;

test.each([true, false])('table, CSV, JSON and explanations show one rank (simulated: %s)', (isSimulated) => {
  rank('capsule', isSimulated);
  const { indices, ranks, scores, copies } = engine.view(all);
  expect(engine.top(1000)).toMatchObject({ indices, ranks, scores, copies });
  // Configurations with equal scores must have equal ranks. Some scores must be equal, except with the simulated
  // compiler, whose scores are all different.
  if (!isSimulated) expect(new Set(ranks).size).toBeLessThan(ranks.length);
  for (let i = 0; i < ranks.length; ++i) expect(ranks[i]).toBe(1 + scores.findIndex((score) => score === scores[i]));
  const csv = engine
    .saved(
      'csv',
      [...indices],
      [...indices].map(() => ''),
    )
    .text.trim()
    .split('\n')
    .slice(1);
  expect(csv.map((line) => Number(line.split(',')[0]))).toEqual([...ranks]);
  expect([...indices].map((index) => engine.explain(index).rank)).toEqual([...ranks]);
  const report = engine.report(1000).configurations.filter(isFirstOfProgram);
  expect(report.map(({ index, rank: place }) => [index, place])).toEqual(
    [...indices].map((index, i) => [index, ranks[i]]),
  );
});

test('configurations that compile to the same program are one row', () => {
  rank('capsule');
  const { indices, copies } = engine.view(all);
  expect([17, 46, 48].some((duplicate) => indices.includes(duplicate))).toBe(false);
  expect(copies[indices.indexOf(0)]).toBe(4);
  expect(engine.explain(17)).toMatchObject({ sameProgram: { first: 0, count: 4, known: 'measured' } });
  expect(engine.explain(17).rank).toBe(engine.explain(0).rank);
  // Expect all 72 configurations except the two that leave the layouts to the compiler.
  expect([...copies].reduce((sum, one) => sum + one, 0)).toBe(72 - 2);
});

test('configurations that were left to the compiler are a baseline, not rows', () => {
  rank('capsule');
  const { indices } = engine.view(all);
  const report = engine.report(1000);
  for (const left of [1, 51]) {
    expect(indices.includes(left)).toBe(false);
    expect(report.configurations.some(({ index }) => index === left)).toBe(false);
    expect(engine.explain(left)).toMatchObject({ rank: null, score: null });
    expect(engine.saved('csv', [left], ['']).text.trim().split('\n')).toHaveLength(1);
  }
  expect(report.compilerDefault).toMatchObject({ index: 1, time: 435627e-9 });
  const state = { title: '', notes: '', files: [] } as unknown as SharedState;
  const verdict: Verdict = { tone: 'even', headline: '', detail: '', instructions: [] };
  const context = { verdict, costs: null, hotspots: null, edited: null };
  const html = reportHtml(report, state, context, 'https://example.com', new Date(0));
  expect(html).toContain('Layouts that the compiler chose on its own (not ranked): 435.6 µs, configuration 1.');
  expect(html.match(/none: the program layouts/g)).toHaveLength(1);
});

test('a slot that was left to the compiler is not shown with the program layout', () => {
  rank('capsule', true);
  const { changes } = engine.explain(56); // configuration 56 constrains only the layout of operand 0 of dot.2
  expect(changes.filter(({ to }) => to !== 'default')).toMatchObject([{ node: 'dot.2', tensor: 'operand 0' }]);
  expect(changes.length).toBeGreaterThan(5);
  expect(engine.explain(56).score).toBeLessThan(-0.9); // much faster than the layouts in the HLO file
});

test('the verdict on Capsule compares with the layouts that the compiler chooses', () => {
  rank('capsule');
  expect(engine.report(0).verdict).toMatchObject({ kind: 'tie', against: 'compilerDefault', time: 435627e-9 });
  expect(engine.report(0).verdict!.text).toContain('No layout change helps');
});

test('an example promises what was measured against the compiler default', () => {
  const { examples } = JSON.parse(readFileSync(join(root, 'web/public/examples/index.json'), 'utf8')) as {
    examples: { note: string; files: string[] }[];
  };
  const promising = examples.filter(({ note }) => note.includes('%'));
  expect(promising.length).toBeGreaterThan(2);
  for (const { note, files } of promising) {
    const [, share] = /the best layouts take (\d+) % less time than the compiler default/.exec(note) ?? [];
    expect(share, note).toBeDefined();
    rank(files[0]!.replace('.hlo.txt.gz', ''));
    const { verdict } = engine.report(0);
    expect(verdict).toMatchObject({ kind: 'measured', against: 'compilerDefault' });
    expect(verdict!.text, note).toContain(`${share} % less than the layouts that the compiler chooses`);
  }
});
