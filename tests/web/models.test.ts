// Tests that the published models have the same outputs in ONNX Runtime (WebAssembly) as in the trainer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../wasm/engine.ts';
import { wasTrainedOn } from '../../web/src/models.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { dots, loadEngine, measured, publishedModels, root, text } from './core.ts';
import { tinyCard, tinyNetwork } from './tiny_model.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
  Ranker.configure();
});

function networkOf(folder: string): ArrayBuffer {
  const bytes = readFileSync(join(root, 'web/public/models', folder, 'model.onnx'));
  return new Uint8Array(bytes).buffer;
}
const cardOf = (folder: string): string => readFileSync(join(root, 'web/public/models', folder, 'model.json'), 'utf8');

/** Ranks the open program with a published model. */
async function rankBy(folder: string): Promise<void> {
  if ((JSON.parse(cardOf(folder)) as { join?: string }).join === 'loops') {
    engine.rankByLoops(cardOf(folder), new Uint8Array(networkOf(folder)));
  } else {
    const { tensors } = engine.inputs(cardOf(folder));
    const { rows, pairs } = await (await Ranker.load(networkOf(folder))).run(tensors);
    engine.rank(rows, pairs);
  }
  engine.step(1e6);
}

/**
 * Returns the feature schema of this build. Reads it from the error message that a model card with another schema
 * causes.
 */
function schemaOfBuild(): string {
  try {
    engine.inputs(tinyCard('?'));
  } catch (error) {
    return (error as Error).message.match(/this build expects (\S+)/)![1]!;
  }
  throw new Error('a card of another schema was accepted');
}

describe('a network through ONNX Runtime', () => {
  test('that sums the terms of the analytical cost model ranks like it', async () => {
    engine.open(measured('gpt_fwd'));
    engine.rankAnalytically();
    engine.step(1e6);
    const expected = engine.top(1e6);
    const { tensors } = engine.inputs(tinyCard(schemaOfBuild()));
    const { rows, pairs } = await (await Ranker.load(tinyNetwork([1, 1, 1, 0]))).run(tensors);
    engine.rank(rows, pairs);
    engine.step(1e6);
    const found = engine.top(1e6);
    expect([...found.indices]).toEqual([...expected.indices]);
    found.scores.forEach((score, i) => expect(Math.abs(score - expected.scores[i]!)).toBeLessThan(1e-5));
  });

  test('receives the inputs listed in its card, with their shapes', () => {
    engine.open([text(dots)], 40);
    const names = ['terms', 'slot', 'rowNode', 'rowValue', 'opcode', 'node', 'consumer', 'producer'];
    const { tensors } = engine.inputs(tinyCard(schemaOfBuild(), { inputs: names }));
    expect(tensors.map(({ name }) => name)).toEqual(names);
    for (const { shape, data } of tensors) expect(data.length).toBe(shape.reduce((size, n) => size * n, 1));
    expect(tensors.filter(({ data }) => data instanceof BigInt64Array)).toHaveLength(5);
  });

  test('with an unknown input is rejected with the name of the input', () => {
    engine.open([text(dots)], 40);
    expect(() => engine.inputs(tinyCard(schemaOfBuild(), { inputs: ['weather'] }))).toThrow(/weather/);
  });

  test('with too few output rows is rejected', () => {
    engine.open([text(dots)], 40);
    engine.inputs(tinyCard(schemaOfBuild()));
    expect(() => engine.rank(new Float32Array(1))).toThrow(/rows.*expected/);
  });
});

test('there are published models', () => {
  expect(publishedModels().length).toBeGreaterThanOrEqual(1);
});

describe.each(publishedModels())('%s', (folder) => {
  test('reproduces its golden example', async () => {
    const { golden } = JSON.parse(cardOf(folder)) as {
      golden: {
        inputs: Record<string, { shape: number[]; data: number[] }>;
        rows?: number[];
        pairs?: number[];
        scores?: number[];
      };
    };
    const { tensors } = JSON.parse(cardOf(folder)) as { tensors: Record<string, { type: string }> };
    const inputs = Object.entries(golden.inputs).map(([name, { shape, data }]) => ({
      name,
      shape,
      data: tensors[name]!.type === 'int64' ? BigInt64Array.from(data, BigInt) : Float32Array.from(data),
    }));
    const outputs = await (await Ranker.load(networkOf(folder))).run(inputs);
    expect(golden.rows ?? golden.scores).toBeDefined();
    for (const name of ['rows', 'pairs', 'scores'] as const) {
      const wanted = golden[name] ?? [];
      expect(outputs[name].length, name).toBe(wanted.length);
      outputs[name].forEach((value, i) =>
        expect(Math.abs(value - wanted[i]!)).toBeLessThan(1e-4 * Math.max(1, Math.abs(wanted[i]!) / 10)),
      );
    }
  });

  test('is at most 1 MB', () => {
    expect(networkOf(folder).byteLength).toBeLessThanOrEqual(1e6);
  });

  test('ranks a measured program in roughly the order of its times', async () => {
    engine.open(measured('gpt_fwd'));
    await rankBy(folder);
    expect(engine.report(0).agreement!.tau).toBeGreaterThan(0.3);
  });

  test('gives the program layouts score 0, and contributions that add up to every score', async () => {
    engine.open([text(dots)], 200);
    await rankBy(folder);
    expect(engine.explain(0).score).toBe(0);
    for (const index of engine.top(20).indices) {
      const { z, contributions, loops } = engine.explain(index);
      expect((loops ?? contributions).reduce((sum, part) => sum + part.amount, 0)).toBeCloseTo(z, 3);
    }
  });

  test('rejects a card with another feature schema', () => {
    engine.open([text(dots)], 40);
    const card = JSON.parse(cardOf(folder)) as { schema: string };
    card.schema = '0000000000000000';
    expect(() => engine.inputs(JSON.stringify(card))).toThrow(/schema/);
  });
});

test('a model was trained on the files that have the name of a listed program, up to an extension', () => {
  const card = { name: 'tiny', training: { data: [{ name: 'bert.v2' }, { name: 'mlp' }] } };
  for (const file of ['bert.v2', 'bert.v2.npz', 'folder/mlp.hlo.txt']) expect(wasTrainedOn({ card }, file)).toBe(true);
  for (const file of ['bert', 'bert.v3.npz', 'mlp2.npz', 'mlp/bert.npz'])
    expect(wasTrainedOn({ card }, file)).toBe(false);
  expect(wasTrainedOn({ card: { name: 'tiny' } }, 'mlp')).toBe(false);
});
