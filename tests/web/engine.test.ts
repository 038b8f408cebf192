// Tests the C++ engine as WebAssembly in Node, through wasm/engine.ts.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../wasm/engine.ts';
import { dots, errorOf, loadEngine, measured, sharedData, text } from './core.ts';
import { trace } from './profiles.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function rankAll(batch = 1000): void {
  engine.rankAnalytically();
  for (let before = -1, scored = 0; scored !== before;) [before, scored] = [scored, engine.step(batch)];
}

describe('opening', () => {
  test('reports format, name and sizes of a file', () => {
    const inspection = engine.open([text(dots)], 40);
    expect(inspection).toMatchObject({
      version: 2,
      name: 'dots',
      format: 'HLO text',
      computations: 1,
      instructions: 6,
      configurable: 3,
      configurations: { count: 40, generated: true, measured: false },
    });
    expect(inspection.hashes.opcode).toMatch(/^[0-9a-f]{16}$/);
  });

  test('calls onStep at the beginning of each step', () => {
    const steps: string[] = [];
    engine.open([text(dots)], 40, (step) => steps.push(step));
    expect(steps).toEqual(['read', 'features', 'configurations']);
  });

  test('lists every instruction in node order', () => {
    engine.open([text(dots)], 40);
    const { names, opcodes, shapes, computations, configurable } = engine.instructions();
    expect(names).toEqual(['x', 'w', 'first', 'v', 'second', 'r']);
    expect(opcodes[2]).toBe('dot');
    expect(shapes[2]).toBe('f32[64,256]{1,0}');
    expect(computations[2]).toBe('main');
    expect([...configurable]).toEqual([2, 4, 5]);
  });

  test('throws an error with message, place and help', () => {
    const report = errorOf(() =>
      engine.open([text('HloModule m\n\nENTRY main {\n  ROOT x = f32[2] frob(x)\n}\n', 'bad.hlo')]),
    );
    expect(report).toMatchObject({ file: 'bad.hlo', line: 4 });
    expect(report.message).toContain('frob');
    expect(report.excerpt.slice(report.caret!)).toMatch(/^frob/);
  });

  test('keeps the open program if the next one is invalid', () => {
    engine.open([text(dots)], 40);
    errorOf(() => engine.open([text('{', 'bad.hlo')]));
    expect(engine.instructions().names).toHaveLength(6);
  });

  test('rejects arbitrary bytes without crashing', () => {
    for (let seed = 1; seed <= 200; ++seed) {
      let state = seed;
      const bytes = Uint8Array.from({ length: seed }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16);
      expect(errorOf(() => engine.open([{ name: 'noise', bytes }])).message).not.toBe('');
    }
  });
});

test('without an open program, results are empty or errors', async () => {
  const fresh = await loadEngine();
  expect(fresh.instructions().names).toEqual([]);
  expect(fresh.step(10)).toBe(0);
  expect(fresh.top(10).indices).toHaveLength(0);
  for (const body of [() => fresh.rankAnalytically(), () => fresh.inputs('{}'), () => fresh.rank(new Float32Array())]) {
    expect(errorOf(body).message).toBe('no program is open');
  }
  expect(errorOf(() => fresh.report(1)).message).not.toBe('');
});

describe('ranking', () => {
  test('scores in steps, with the best configurations so far after each step', () => {
    engine.open([text(dots)], 300);
    engine.rankAnalytically();
    expect(engine.step(100)).toBe(100);
    expect(engine.top(5).indices.every((index) => index < 100)).toBe(true);
    expect(engine.step(1000)).toBe(300);
    const { indices, scores } = engine.top(300);
    expect(new Set(indices).size).toBe(300);
    expect([...scores]).toEqual([...scores].sort((a, b) => a - b));
    expect([...engine.top(7).indices]).toEqual([...indices.slice(0, 7)]);
  });

  test('explains every score by contributions that add up to it', () => {
    engine.open(measured('gpt_fwd'));
    rankAll();
    for (const index of engine.top(20).indices) {
      const { z, score, contributions } = engine.explain(index);
      expect(contributions.reduce((sum, part) => sum + part.amount, 0)).toBeCloseTo(z, 4);
      expect(score).toBeCloseTo(z, 4);
    }
  });

  test('reports agreement with measured times', () => {
    const inspection = engine.open(measured('gpt_fwd'));
    expect(inspection.configurations.measured).toBe(true);
    rankAll();
    const { agreement, configurations } = engine.report(3);
    expect(agreement!.tau).toBeGreaterThan(0.3);
    expect(configurations).toHaveLength(3);
    expect(configurations[0]!.time).toBeGreaterThan(1e-5);
    expect(engine.top(3).times).toHaveLength(3);
  });

  test('explaining a configuration that does not exist is an error', () => {
    engine.open([text(dots)], 40);
    rankAll();
    expect(errorOf(() => engine.explain(40)).message).toContain('no configuration 40');
  });

  test('scores 100,000 configurations in steps, with the best so far after each step', () => {
    const program = measured('gpt_fwd').slice(0, 1);
    expect(engine.open(program, 100_000).instructions).toBeGreaterThan(350);
    const { count } = engine.open(program, 100_000).configurations;
    expect(count).toBe(100_000);
    engine.rankAnalytically();
    let best = Infinity;
    for (let scored = engine.step(5000); scored < count; scored = engine.step(5000)) {
      const [first] = engine.top(1).scores;
      expect(first).toBeLessThanOrEqual(best);
      best = first!;
    }
  });
});

test('a program of 27,000 instructions is opened and ranked', ({ skip }) => {
  const path = sharedData('programs/gpt_48l_train_adam.hlo.txt.gz');
  if (!path) return skip('the programs beside the repository are not here');
  const inspection = engine.open([{ name: 'gpt', bytes: new Uint8Array(readFileSync(path)) }]);
  expect(inspection.instructions).toBeGreaterThan(27_000);
  expect(inspection.notices.map(({ kind }) => kind)).toContain('raw');
  rankAll();
  expect(engine.top(1).scores[0]).toBeLessThanOrEqual(0);
});

test('a second module in a file is rejected with advice', () => {
  expect(errorOf(() => engine.open([text(`${dots}\n${dots}`)], 10))).toMatchObject({
    message: 'a second module begins here, but a file contains one module',
    help: 'save each module in a file of its own',
  });
});

test('of a trace of two programs, the module with the name of the open program is taken', () => {
  const one = trace().bytes;
  const other = Buffer.from(Buffer.from(one).toString('latin1').replaceAll('jit_program', 'jit_another'), 'latin1');
  const profile = { name: 'both.xplane.pb', bytes: new Uint8Array(Buffer.concat([one, other])) };
  for (const name of ['jit_another', 'jit_program'])
    expect(engine.profiledModule(profile, `${name}.7`)).toMatchObject({
      module: { name: `${name}.hlo` },
      isOfProgram: true,
    });
  expect(engine.profiledModule(profile, 'jit_other')).toMatchObject({ isOfProgram: false });
});
