// The published models: the same figures from ONNX Runtime in WebAssembly as from the trainer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../wasm/engine.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { loadEngine, measured, publishedModels, root, text, dots } from './core.ts';

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

test('the page has models to choose from', () => {
  expect(publishedModels().length).toBeGreaterThanOrEqual(1);
});

describe.each(publishedModels())('%s', (folder) => {
  test('is at most 1 MB', () => {
    expect(networkOf(folder).byteLength).toBeLessThanOrEqual(1e6);
  });

  test('ranks a measured program about as it ran', async () => {
    engine.open(measured('gpt_fwd'));
    const { tensors } = engine.inputs(cardOf(folder));
    const { rows, pairs } = await (await Ranker.load(networkOf(folder))).run(tensors);
    engine.rank(rows, pairs);
    engine.step(1e6);
    expect(engine.report(0).agreement!.tau).toBeGreaterThan(0.3);
  });

  test('gives the default 0, and every score its parts', async () => {
    engine.open([text(dots)], 200);
    const { tensors } = engine.inputs(cardOf(folder));
    const { rows, pairs } = await (await Ranker.load(networkOf(folder))).run(tensors);
    engine.rank(rows, pairs);
    engine.step(1e6);
    expect(engine.explain(0).score).toBe(0);
    for (const index of engine.top(20).indices) {
      const { z, contributions } = engine.explain(index);
      expect(contributions.reduce((sum, part) => sum + part.amount, 0)).toBeCloseTo(z, 3);
    }
  });

  test('refuses to rank with a card of another schema', () => {
    engine.open([text(dots)], 40);
    const card = JSON.parse(cardOf(folder)) as { schema: string };
    card.schema = '0000000000000000';
    expect(() => engine.inputs(JSON.stringify(card))).toThrow(/schema/);
  });
});
