// Tests that the node states which lesson 3 computes in the page equal those of the published network in ONNX Runtime.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../wasm/engine.ts';
import type { Tensor } from '../../wasm/engine.ts';
import { distances, edgesOf } from '../../web/src/learn/frame/edges.ts';
import columns from '../../web/src/learn/lesson3/columns.json';
import {
  edgesAmong,
  encode,
  encodeNodes,
  explain,
  kFirst,
  passMessages,
  rowsOf,
} from '../../web/src/learn/lesson3/encoder.ts';
import { layoutCost, membersOf, scoreOf, slotsOf, sumOf } from '../../web/src/learn/lesson3/costs.ts';
import { kRows, programOf } from '../../web/src/learn/lesson3/program.ts';
import { changesBy, explainStep, toyStep } from '../../web/src/learn/lesson3/steps.ts';
import { type CardText, goldenInputs } from '../../web/src/model_check.ts';
import { de } from '../../web/src/learn/messages/lesson3.de.ts';
import { en } from '../../web/src/learn/messages/lesson3.en.ts';
import { readWeights } from '../../web/src/onnx.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { drop, ranked, visitsOfTests } from './browser.ts';
import { dots, loadEngine, measured, root, text } from './core.ts';
import { openLesson } from './learn_page.ts';

const folder = join(root, 'web/public/models/graph');
const card = readFileSync(join(folder, 'model.json'), 'utf8');
const network = new Uint8Array(readFileSync(join(folder, 'model.onnx')));
const weights = readWeights(network);
const kProgram = programOf(kRows);
let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
  Ranker.configure();
});

type Message = { number: number; bytes: Buffer }[];

/** Splits a protobuf message into its fields. Supports only varints and length-delimited fields. */
function split(bytes: Buffer): Message {
  const fields: Message = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      value += (bytes[at]! & 127) * scale;
      if (bytes[at++]! < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    if (key % 8 === 0) varint();
    else if (key % 8 === 5) at += 4;
    else {
      const length = varint();
      fields.push({ number: key >> 3, bytes: bytes.subarray(at, (at += length)) });
    }
  }
  return fields;
}

function encoded(number: number, bytes: Buffer): Buffer {
  const head = [number * 8 + 2];
  let { length } = bytes;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) + 128);
  return Buffer.concat([Buffer.from([...head, length]), bytes]);
}

/**
 * Returns the published network with a single output: the node states after message passing, which are the input of the
 * network's first Gather.
 */
function withStates(): { bytes: Buffer; name: string } {
  const model = split(Buffer.from(network));
  const graph = split(model.find(({ number }) => number === 7)!.bytes);
  const inputsOf = (node: Buffer) => split(node).flatMap((f) => (f.number === 1 ? [f.bytes.toString()] : []));
  const name = graph
    .filter(({ number }) => number === 1)
    .map(({ bytes }) => inputsOf(bytes))
    .find((inputs) => inputs[1] === 'rowNode')![0]!;
  const tensorType = encoded(1, Buffer.from([8, 1]));
  const output = encoded(12, Buffer.concat([encoded(1, Buffer.from(name)), encoded(2, tensorType)]));
  const kept = graph.map(({ number, bytes }) => encoded(number, bytes));
  const opset = model.filter(({ number }) => number === 8).map(({ number, bytes }) => encoded(number, bytes));
  return {
    bytes: Buffer.concat([Buffer.from([8, 8]), ...opset, encoded(7, Buffer.concat([...kept, output]))]),
    name,
  };
}

/**
 * Runs the network in ONNX Runtime. Returns the states of all nodes after message passing, and the score of each
 * layout.
 */
async function runNetwork(tensors: Tensor[]): Promise<{ states: Float32Array; rows: Float32Array }> {
  const { bytes, name } = withStates();
  const session = await ort.InferenceSession.create(bytes);
  const feeds = Object.fromEntries(
    tensors.map((each) => [
      each.name,
      each.data instanceof Float32Array
        ? new ort.Tensor('float32', each.data, each.shape)
        : new ort.Tensor('int64', each.data, each.shape),
    ]),
  );
  const found = await session.run(feeds, [name, 'rows']);
  return { states: found[name]!.data as Float32Array, rows: found.rows!.data as Float32Array };
}

const largestDifference = (a: number[], b: ArrayLike<number>): number => {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
};

const programs: Record<string, () => Tensor[]> = {
  'the program of the lesson': () => {
    engine.open([text(kProgram)], 1);
    return engine.inputs(card).tensors;
  },
  'an example': () => {
    engine.open(measured('gpt_fwd'), 1);
    return engine.inputs(card).tensors;
  },
  'the golden example': () => goldenInputs(JSON.parse(card) as CardText)!,
};

test.each(Object.keys(programs))(
  'states of %s are those of the network',
  async (which) => {
    const tensors = programs[which]!();
    const { states: expected } = await runNetwork(tensors);
    const states = encode(weights, tensors).layers.at(-1)!.state.flat();
    expect(largestDifference(states, expected)).toBeLessThan(1e-5);
    expect(Math.max(...states)).toBeGreaterThan(0.1);
  },
  30_000,
);

test('the network that gives these states has the outputs of LibTorch', async () => {
  const { golden } = JSON.parse(card) as { golden: { rows: number[] } };
  const { rows } = await runNetwork(programs['the golden example']!());
  expect(largestDifference(golden.rows, rows)).toBeLessThan(1e-5);
  expect(Math.max(...golden.rows)).toBeGreaterThan(0.1);
});

test('the terms of the formulas add up to the states', () => {
  const encoding = encode(weights, programs['the program of the lesson']!());
  const computed = { encoding, weights };
  for (let node = 0; node < encoding.initial.length; ++node)
    for (let i = 0; i < 16; ++i) {
      const first = explain(weights, kFirst, [encoding.opcodes[node]!, encoding.standardised[node]!], i);
      expect(first.given[0]! + first.given[1]! + first.bias).toBeCloseTo(first.sum, 9);
      expect(first.value).toBe(encoding.initial[node]![i]);
      for (const step of [0, 1]) {
        const parts = explainStep(computed, step, node, i);
        expect(parts.given.reduce((sum, each) => sum + each, parts.bias)).toBeCloseTo(parts.sum, 9);
        expect(parts.after).toBe(encoding.layers[step]!.state[node]![i]);
      }
    }
});

test('the nodes two steps around an instruction are enough for its state', () => {
  const tensors = programs['an example']!();
  const whole = encode(weights, tensors);
  const node = 40;
  const far = distances(whole.initial.length, whole, node);
  const near = [node, ...whole.initial.flatMap((_, i) => (i !== node && far[i]! >= 0 && far[i]! <= 2 ? [i] : []))];
  expect(near.length).toBeLessThan(whole.initial.length / 2);
  const { initial } = encodeNodes(weights, rowsOf(tensors, near));
  const layers = passMessages(weights, initial, edgesAmong(whole, near));
  expect(layers.at(-1)!.state[0]).toEqual(whole.layers.at(-1)!.state[node]);
});

test('the columns have the names of this build', () => {
  const { stdout } = spawnSync(join(root, 'build/hlorank'), ['schema', '--json'], { encoding: 'utf8' });
  expect(columns.nodeFeatures).toEqual((JSON.parse(stdout) as { nodeFeatures: string[] }).nodeFeatures);
});

test('the answers of the lesson: equal rows, equal first states, different ones after a step; the receptive field', () => {
  engine.open([text(kProgram)], 1);
  const encoding = encode(weights, engine.inputs(card).tensors);
  const { features, initial, layers } = encoding;
  const { names } = engine.instructions();
  const at = (name: string): number => names.indexOf(name);
  expect(features[at('left')]).toEqual(features[at('right')]);
  expect(initial[at('left')]).toEqual(initial[at('right')]);
  expect(layers[0]!.state[at('left')]).not.toEqual(layers[0]!.state[at('right')]);
  expect(layers.length).toBe(2);
  const far = distances(names.length, encoding, at('sum'));
  expect([...far].filter((each) => each <= 2).length).toBe(5);
  expect(far[at('x')]).toBe(3);
  const moved = changesBy({ encoding, weights }, at('x'), 1);
  expect(moved[2]!.map((change) => change > 0)).toEqual(
    names.map((_, i) => distances(names.length, encoding, at('x'))[i]! <= 2),
  );
});

test('the edges of the network follow from the data flow of a program', () => {
  engine.open(measured('gpt_fwd'), 1);
  const { tensors } = engine.inputs(card);
  const edges = edgesOf(engine.structure(), engine.instructions().opcodes);
  const [consumer, producer] = ['consumer', 'producer'].map((name) => tensors.find((each) => each.name === name)!.data);
  const pairs = (a: ArrayLike<number | bigint>, b: ArrayLike<number | bigint>) =>
    Array.from(a, (node, edge) => `${node} ${b[edge]}`).sort();
  expect(pairs(edges.consumer, edges.producer)).toEqual(pairs(consumer!, producer!));
});

test('by hand, the sum of the pair is 5 after the second round', () => {
  const nodes = [[], [], [0, 1], [2], [], [4], [3, 5]].map((operands) => ({ operands, users: [] }));
  const step = (values: number[]) => toyStep(values, nodes, { own: 0, operands: 1, users: 0 });
  const once = step([1, 3, 4, 1, 2, 1, 0]);
  expect([once[3], once[5], once[6]]).toEqual([5, 3, 1]);
  expect(step(once)[6]).toBe(5);
});

/**
 * Returns the tensors of the open program whose layout can be chosen, and a function that computes the cost of giving a
 * tensor a layout.
 */
function pricing() {
  const inputs = engine.inputs(card).tensors;
  const slots = slotsOf(engine.propagation(new Uint8Array()), engine.slots().reference, inputs);
  const states = Array.from(
    { length: membersOf(weights) },
    (_, member) => encode(weights, inputs, member).layers.at(-1)!.state,
  );
  const cost = (slot: (typeof slots)[number], layout: number) =>
    layoutCost(
      weights,
      inputs,
      slot.row + layout,
      states.map((state) => [state[slot.node]!, state[slot.value]!]),
    );
  return { inputs, slots, cost };
}

async function rankByNetwork(inputs: Tensor[]): Promise<void> {
  const { rows, pairs, members, scores } = await (await Ranker.load(network.slice().buffer)).run(inputs);
  engine.rank(rows, pairs, members, scores);
}

test.each(['the program of the lesson', 'an example'])('scores of %s are those of the engine', async (which) => {
  programs[which]!();
  const { inputs, slots, cost } = pricing();
  await rankByNetwork(inputs);
  const first = slots.filter(({ node }) => node === slots[0]!.node);
  const reference = Uint8Array.from(slots, (slot) => slot.reference);
  const last = slots.map(({ layouts }) => layouts.length - 1);
  for (const changed of [...slots.slice(0, 12).map((slot) => [slot]), first, slots]) {
    const choice = reference.map((row, i) => (changed.includes(slots[i]!) ? last[i]! : row));
    const costs = changed.map((slot) => ({ slot, cost: cost(slot, last[slots.indexOf(slot)]!).cost }));
    expect(scoreOf(sumOf(slots, costs))).toBeCloseTo(engine.describeChoice(choice).score, 3);
  }
});

test('the costs that the lesson names are those of its program', () => {
  engine.open([text(kProgram)], 1);
  const { slots, cost } = pricing();
  const { names } = engine.instructions();
  const of = (name: string) => {
    const slot = slots.find(({ value }) => names[value] === name)!;
    return cost(slot, slot.layouts.indexOf('{0,1}'));
  };
  const [x, w] = [of('x'), of('w')];
  expect(x.terms[0]!.toFixed(3)).toBe('0.141');
  const sum = `${x.cost.toFixed(2)} + ${w.cost.toFixed(2)} = ${(x.cost + w.cost).toFixed(2)}`;
  for (const texts of [en, de]) {
    const [ask, less, right, wrong] = (['bothAsk', 'bothLess', 'bothRight', 'bothWrong'] as const).map((key) =>
      texts[key].replace(/(\d),(\d)/g, '$1.$2'),
    );
    for (const each of [x, w]) expect(ask).toContain(scoreOf(each.cost).toFixed(1));
    expect(less).toContain((scoreOf(x.cost) + scoreOf(w.cost)).toFixed(1));
    for (const answer of [right, wrong]) {
      expect(answer).toContain(sum);
      expect(answer).toContain(scoreOf(x.cost + w.cost).toFixed(1));
    }
  }
});

const visits = visitsOfTests();

test('the answer by hand is the computed one', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '3?step=3&lang=en');
  await page.click('.predict .buttons button:last-child');
  expect(await page.textContent('.predict-result p')).toContain('Answer: 5.0.');
});

test('the page shows the states of the network', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await openLesson(page, '3?step=4&lang=en');
  await page.waitForSelector('.strips');
  const { states } = await runNetwork(programs['the program of the lesson']!());
  for (let i = 0; i < 2; ++i) await page.click('.timeline button:nth-of-type(4)');
  for (const component of [2, 4, 14]) {
    await page.fill('[aria-label="j: which number (1 to 16)"][type=number]', String(component));
    await page.keyboard.press('Enter');
    const shown = await page.$$eval('.strips tbody td:last-child', (cells) => cells.map((cell) => cell.textContent));
    expect(shown).toEqual(Array.from(shown, (_, node) => states[node * 16 + component - 1]!.toFixed(2)));
    const after = await page.$eval('.formula .katex-html', (element) => /[−\d.]+$/.exec(element.textContent)![0]);
    const { names } = engine.instructions();
    expect(after).toBe(shown[names.indexOf('left')]);
  }
});

test('shows the receptive field and the states of an instruction of the window', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await page.evaluate(() => (location.hash = ''));
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  await openLesson(page, '3?step=7&lang=en');
  await page.waitForSelector('.strips');
  expect(await page.textContent('.lesson-picture h4')).toBe('dots');
  await page.selectOption('.lesson-picture select', { label: 'second' });
  const counts = await page.$$eval('.bars td:last-child', (cells) => cells.map((cell) => cell.textContent));
  expect(counts.slice(0, 4)).toEqual(['1', '4', '6', '6']); // 0 hops: second; 1: also first, v and r; 2: also x, w
  engine.open([text(dots)], 1);
  const { tensors } = engine.inputs(card);
  const { states } = await runNetwork(tensors);
  const node = engine.instructions().names.indexOf('second');
  await page.fill('[aria-label="j: which number (1 to 16)"][type=number]', '3');
  await page.keyboard.press('Enter');
  expect(await page.textContent('.strips tr:last-child td:last-child')).toBe(states[node * 16 + 2]!.toFixed(2));
});
