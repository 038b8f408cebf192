// Computes the node encoder (message passing) of the published graph model step by step, as native/model/layers.h
// defines it. tests/web/learn_lesson3.test.ts checks that the result equals that of ONNX Runtime to 1e-5.
import type { Tensor } from '../../../../wasm/engine';
import type { Weight } from '../../onnx';
import type { Edges } from '../frame/edges';

export const kWidth = 16;
const kEpsilon = 1e-5; // added to variances by the layer norm: kLayerNormEpsilon of native/model/layers.h

/** One message passing step for all nodes of the graph; each array has the shape [nodes][kWidth]. */
export interface Layer {
  /** Mean of the states of a node's operands; zeros if the node has no operands. */
  operands: number[][];
  users: number[][];
  /** The change of each node's state: ReLU(LayerNorm(W · [state, operands, users] + b)). */
  message: number[][];
  /** The state of each node after this message passing step. */
  state: number[][];
}

export interface Encoding extends Edges {
  /** The learned embedding of each node's opcode. Shape: [nodes][16]. */
  opcodes: number[][];
  /** Numbers that the network receives for each node, apart from the opcode. Shape: [nodes][144]. */
  features: number[][];
  /** The features, standardised over the training programs (mean 0, standard deviation 1). Shape: [nodes][144]. */
  standardised: number[][];
  /** State of each node before the first message passing step. Shape: [nodes][kWidth]. */
  initial: number[][];
  layers: Layer[];
}

export type Weights = Map<string, Weight>;

const encoderOf = (member: number): string => `member${member}.encoder`;
const firstOf = (member: number): string => `${encoderOf(member)}.in`;
/** Name of the layer that computes the first state of a node from opcode and features. */
export const kFirst = firstOf(0);
/** Returns the name of the layer that computes a message passing step. `member`: index of a network in the ensemble. */
export const layerName = (step: number, member = 0): string => `${encoderOf(member)}.${step}`;

export const arrayOf = (inputs: Tensor[], name: string): number[] =>
  Array.from(inputs.find((each) => each.name === name)!.data, Number);

export function weightOf(weights: Weights, name: string): Weight {
  const weight = weights.get(name);
  if (!weight) throw new Error(`the graph model has no weight ${name}`);
  return weight;
}

/** The terms from which one number of ReLU(LayerNorm(W · x + b)), the output of a layer, is computed. */
export interface Parts {
  /** Contribution of each group of inputs to W · x. */
  given: number[];
  bias: number;
  sum: number;
  /** Mean and standard deviation over all numbers of W · x + b, by which the layer norm scales. */
  mean: number;
  deviation: number;
  gain: number;
  offset: number;
  /** Output of the layer: max(0, gain · (sum − mean) / deviation + offset). */
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

/** Computes W · x + b with the weights of the layer `name`. */
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

/**
 * Computes number `i` of the output of layer `name` and the terms it consists of. `groups`: the inputs of the layer,
 * divided into groups.
 */
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

/** Runs the message passing steps of the network, starting from the states `initial` of the nodes. */
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

/**
 * Computes the features of each node and the states before the first message passing step. `inputs`: inputs of the
 * graph model.
 */
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

/** Computes the states of all nodes with one network of the ensemble. `inputs`: inputs of the graph model. */
export function encode(weights: Weights, inputs: Tensor[], member = 0): Encoding {
  const edges = { consumer: arrayOf(inputs, 'consumer'), producer: arrayOf(inputs, 'producer') };
  const encoded = encodeNodes(weights, inputs, member);
  return { ...encoded, ...edges, layers: passMessages(weights, encoded.initial, edges, member) };
}

/** Returns the inputs of the graph model for some nodes only, in the order of `nodes`, without edges. */
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

/** Returns the edges that connect two of `nodes`. Ends of edges are indices into `nodes`. */
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
