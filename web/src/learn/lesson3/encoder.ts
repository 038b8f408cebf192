// The node encoder of the published graph model, computed step by step: native/model/layers.h defines it. Equal to
// ONNX Runtime's result to 1e-5 (tests/web/learn_lesson3.test.ts).
import type { Tensor } from '../../../../wasm/engine';
import type { Weight } from '../../onnx';
import type { Edges } from '../frame/edges';

export const kWidth = 16;
const kEpsilon = 1e-5; // kLayerNormEpsilon of layers.h

/** One message passing step, for all nodes: rows of kWidth numbers. */
export interface Layer {
  /** Mean of the states of the operands and of the users; zeros where there are none. */
  operands: number[][];
  users: number[][];
  /** What is added to the state: ReLU(LayerNorm(W · [state, operands, users] + b)). */
  message: number[][];
  /** The state after the step. */
  state: number[][];
}

export interface Encoding extends Edges {
  /** [nodes][16] what the network has learned about the opcode of a node. */
  opcodes: number[][];
  /** [nodes][144] what the network receives of a node. */
  features: number[][];
  /** [nodes][144] the same, standardised over the training programs. */
  standardised: number[][];
  /** [nodes][kWidth] state before the first step. */
  initial: number[][];
  layers: Layer[];
}

export type Weights = Map<string, Weight>;

const encoderOf = (member: number): string => `member${member}.encoder`;
const firstOf = (member: number): string => `${encoderOf(member)}.in`;
/** The layer that computes the first states from opcode and features. */
export const kFirst = firstOf(0);
/** The layer of a message passing step; `member`: of which network of the ensemble. */
export const layerName = (step: number, member = 0): string => `${encoderOf(member)}.${step}`;

export const arrayOf = (inputs: Tensor[], name: string): number[] =>
  Array.from(inputs.find((each) => each.name === name)!.data, Number);

export function weightOf(weights: Weights, name: string): Weight {
  const weight = weights.get(name);
  if (!weight) throw new Error(`the graph model has no weight ${name}`);
  return weight;
}

/** How a number of a state follows from ReLU(LayerNorm(W · x + b)). */
export interface Parts {
  /** What each group of inputs adds to the sum: W · x. */
  given: number[];
  bias: number;
  sum: number;
  /** Mean and standard deviation of the sums of all numbers of the state. */
  mean: number;
  deviation: number;
  gain: number;
  offset: number;
  /** max(0, gain · (sum − mean) / deviation + offset). */
  value: number;
}

function spreadOf(x: number[]): { mean: number; deviation: number } {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  return { mean, deviation: Math.sqrt(variance + kEpsilon) };
}

function normalisedRelu(weights: Weights, name: string, x: number[]): number[] {
  const { data: gain } = weightOf(weights, `${name}.gain`);
  const { data: offset } = weightOf(weights, `${name}.offset`);
  const { mean, deviation } = spreadOf(x);
  return x.map((value, i) => Math.max(0, ((value - mean) / deviation) * gain[i]! + offset[i]!));
}

/** W · x + b. */
export function dense(weights: Weights, name: string, x: number[]): number[] {
  const { data: weight } = weightOf(weights, `${name}.weight`);
  return [...weightOf(weights, `${name}.bias`).data].map((bias, row) => {
    let sum = bias;
    for (let column = 0, at = row * x.length; column < x.length; ++column, ++at) sum += x[column]! * weight[at]!;
    return sum;
  });
}

function meanOver(states: number[][], targets: ArrayLike<number>, sources: ArrayLike<number>): number[][] {
  const sums = states.map((state) => state.map(() => 0));
  const counts = states.map(() => 0);
  for (let edge = 0; edge < targets.length; ++edge) {
    const target = targets[edge]!;
    ++counts[target]!;
    states[sources[edge]!]!.forEach((value, i) => (sums[target]![i]! += value));
  }
  return sums.map((sum, node) => sum.map((value) => value / Math.max(1, counts[node]!)));
}

/** Explains number `i` of what layer `name` computes from its inputs, in groups. */
export function explain(weights: Weights, name: string, groups: number[][], i: number): Parts {
  const { data: weight } = weightOf(weights, `${name}.weight`);
  const x = groups.flat();
  const sums = dense(weights, name, x);
  let column = i * x.length;
  const given = groups.map((group) => group.reduce((sum, value) => sum + value * weight[column++]!, 0));
  const number = (part: string): number => weightOf(weights, `${name}.${part}`).data[i]!;
  return {
    given,
    bias: number('bias'),
    sum: sums[i]!,
    ...spreadOf(sums),
    gain: number('gain'),
    offset: number('offset'),
    value: normalisedRelu(weights, name, sums)[i]!,
  };
}

/** Runs the message passing steps from the given states. */
export function passMessages(
  weights: Weights,
  initial: number[][],
  { consumer, producer }: Edges,
  member = 0,
): Layer[] {
  const layers: Layer[] = [];
  for (let layer = 0; weights.has(`${layerName(layer, member)}.weight`); ++layer) {
    const name = layerName(layer, member);
    const before = layers.at(-1)?.state ?? initial;
    const operands = meanOver(before, consumer, producer);
    const users = meanOver(before, producer, consumer);
    const message = before.map((state, node) =>
      normalisedRelu(weights, name, dense(weights, name, [...state, ...operands[node]!, ...users[node]!])),
    );
    const state = before.map((row, node) => row.map((value, i) => value + message[node]![i]!));
    layers.push({ operands, users, message, state });
  }
  return layers;
}

/** What the network receives of each node, and the states before the first step; `inputs`: those of the graph model. */
export function encodeNodes(weights: Weights, inputs: Tensor[], member = 0): Omit<Encoding, 'layers' | keyof Edges> {
  const [given, opcode] = [arrayOf(inputs, 'node'), arrayOf(inputs, 'opcode')];
  const { data: shift } = weightOf(weights, `${encoderOf(member)}.node.shift`);
  const { data: scale } = weightOf(weights, `${encoderOf(member)}.node.scale`);
  const table = weightOf(weights, `${encoderOf(member)}.opcode`);
  const [, width] = table.shape as [number, number];
  const columns = shift.length;
  const features = opcode.map((_, node) => given.slice(node * columns, (node + 1) * columns));
  const standardised = features.map((row) => row.map((value, i) => (value - shift[i]!) * scale[i]!));
  const opcodes = opcode.map((each) => [...table.data.subarray(each * width, (each + 1) * width)]);
  const initial = standardised.map((row, node) =>
    normalisedRelu(weights, firstOf(member), dense(weights, firstOf(member), [...opcodes[node]!, ...row])),
  );
  return { opcodes, features, standardised, initial };
}

/** Computes the states of all nodes by a network of the ensemble; `inputs`: those of the graph model. */
export function encode(weights: Weights, inputs: Tensor[], member = 0): Encoding {
  const edges = { consumer: arrayOf(inputs, 'consumer'), producer: arrayOf(inputs, 'producer') };
  const encoded = encodeNodes(weights, inputs, member);
  return { ...encoded, ...edges, layers: passMessages(weights, encoded.initial, edges, member) };
}

/** The inputs of some nodes, in their order, without edges. */
export function rowsOf(inputs: Tensor[], nodes: number[]): Tensor[] {
  return ['node', 'opcode'].map((name) => {
    const { shape, data } = inputs.find((each) => each.name === name)!;
    const width = shape[1] ?? 1;
    const kept = new Float32Array(nodes.length * width);
    nodes.forEach((node, row) => {
      for (let i = 0; i < width; ++i) kept[row * width + i] = Number(data[node * width + i]);
    });
    return { name, shape: [nodes.length, ...shape.slice(1)], data: kept };
  });
}

/** The edges between some nodes, as places in `nodes`. */
export function edgesAmong({ consumer, producer }: Edges, nodes: number[]): Edges {
  const place = new Map(nodes.map((node, i) => [node, i]));
  const kept: [number[], number[]] = [[], []];
  for (let edge = 0; edge < consumer.length; ++edge) {
    const [to, from] = [place.get(consumer[edge]!), place.get(producer[edge]!)];
    if (to === undefined || from === undefined) continue;
    kept[0].push(to);
    kept[1].push(from);
  }
  return { consumer: kept[0], producer: kept[1] };
}
