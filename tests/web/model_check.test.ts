// Tests the checks of a model that the user drops on the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CardText, checkModel, goldenInputs, parityError, type Point, worst } from '../../web/src/model_check.ts';
import { readNetwork } from '../../web/src/onnx.ts';
import type { Trial } from '../../web/src/protocol.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { publishedModels, root } from './core.ts';
import { tinyCard, tinyNetwork } from './tiny_model.ts';

const bytesOf = (folder: string) => new Uint8Array(readFileSync(join(root, 'web/public/models', folder, 'model.onnx')));
const cardOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, 'web/public/models', folder, 'model.json'), 'utf8')) as CardText;

/**
 * Runs the checks of a model as the web worker does, for an engine that supports all inputs that the model card names.
 */
const run =
  (network: Uint8Array) =>
  async (inputs: Parameters<Ranker['run']>[0] | null): Promise<Trial> => {
    const ranker = await Ranker.load(network.slice().buffer);
    return { schemaError: null, loadError: null, answer: inputs && (await ranker.run(inputs)) };
  };
const accepted = async (): Promise<Trial> => ({ schemaError: null, loadError: null, answer: null });
const verdicts = (points: Point[]) => Object.fromEntries(points.map(({ what, verdict }) => [what, verdict]));

describe('an ONNX file', () => {
  test('has inputs, outputs, operations and an opset', () => {
    expect(readNetwork(new Uint8Array(tinyNetwork([1, 2, 3, 4])))).toEqual({
      opsets: { '': 17 },
      operations: ['MatMul'],
      inputs: [{ name: 'terms', type: 'float32', shape: ['rows', 4] }],
      outputs: [{ name: 'rows', type: 'float32', shape: ['rows'] }],
    });
  });

  test('that is truncated is rejected', () => {
    const bytes = new Uint8Array(tinyNetwork([1, 2, 3, 4]));
    expect(() => readNetwork(bytes.slice(0, bytes.length - 9))).toThrow(/damaged/);
    expect(() => readNetwork(new TextEncoder().encode('HloModule m'))).toThrow(/damaged/);
  });
});

describe.each(publishedModels('all'))('%s', (folder) => {
  test('passes all checks and reproduces its golden example', async () => {
    Ranker.configure();
    const network = bytesOf(folder);
    const points = await checkModel(cardOf(folder), network, run(network));
    expect(points.filter(({ verdict }) => verdict !== 'good')).toEqual([]);
    expect(points.map(({ what }) => what)).toContain('Parity');
  });

  test('with a changed byte in the network fails the checksum', async () => {
    const network = bytesOf(folder);
    network[network.length >> 1]! ^= 1;
    const points = await checkModel(cardOf(folder), network, accepted);
    expect(verdicts(points).Checksum).toBe('bad');
    expect(worst(points)).toBe('bad');
  });
});

describe('an incompatible model', () => {
  const network = new Uint8Array(tinyNetwork([1, 1, 1, 0]));
  const check = (fields: object, tried = accepted) =>
    checkModel(JSON.parse(tinyCard('x', fields)) as CardText, network, tried).then(verdicts);

  test('has an input that its card does not list', async () => {
    expect(await check({ inputs: ['weather'] })).toMatchObject({ 'Names of inputs': 'bad', Output: 'good' });
  });

  test('has inputs with a different shape or type than in its card', async () => {
    const tensors = (shape: (string | number)[], type = 'float32') => ({ tensors: { terms: { type, shape } } });
    expect(await check(tensors(['rows', 4]))).toMatchObject({ 'Types and shapes of inputs': 'good' });
    expect(await check(tensors(['rows', 5]))).toMatchObject({ 'Types and shapes of inputs': 'bad' });
    expect(await check(tensors(['rows', 4], 'int64'))).toMatchObject({ 'Types and shapes of inputs': 'bad' });
  });

  test('has a different feature schema', async () => {
    const tried = async () => ({ schemaError: 'schema: the model has x', loadError: null, answer: null });
    expect(await check({}, tried)).toMatchObject({ 'Feature schema': 'bad' });
  });

  test('with missing information gets warnings but is not rejected', async () => {
    const points = await check({});
    expect(points).toMatchObject({ Checksum: 'doubtful', Normalisation: 'doubtful', Parity: 'doubtful' });
    expect(Object.values(points)).not.toContain('bad');
  });
});

test('parity is the largest difference between the output and the golden output', () => {
  const card = { name: 'm', golden: { inputs: {}, rows: [1, 2, 3] } };
  const answer = (rows: number[], scores: number[] = []) => ({
    rows: Float32Array.from(rows),
    pairs: new Float32Array(),
    scores: Float32Array.from(scores),
  });
  expect(parityError(card, answer([1, 2.5, 3]))).toBe(0.5);
  expect(parityError(card, answer([1, 2]))).toBeNull();
  expect(goldenInputs({ name: 'm' })).toBeNull();
  const joined = { name: 'm', golden: { inputs: {}, scores: [4, 5] } };
  expect(parityError(joined, answer([], [4, 4.75]))).toBe(0.25);
  expect(parityError(joined, answer([], [4]))).toBeNull();
});
