// Message passing as lesson 3 shows it: in the published network, and in a toy example with a single number per node.
import { explain, layerName, passMessages } from './encoder';
import type { Encoded } from './network';

type Computed = Pick<Encoded, 'encoding' | 'weights'>;

/** Returns the states of all nodes after `step` message passing steps. */
export const statesAt = ({ encoding }: Computed, step: number): number[][] =>
  step === 0 ? encoding.initial : encoding.layers[step - 1]!.state;

/**
 * Computes number `i` of the state of a node after the message passing step with index `step`, and the terms of its
 * change.
 */
export function explainStep(encoded: Computed, step: number, node: number, i: number) {
  const { operands, users } = encoded.encoding.layers[step]!;
  const before = statesAt(encoded, step)[node]!;
  const groups = [before, operands[node]!, users[node]!];
  const parts = explain(encoded.weights, layerName(step), groups, i);
  return { ...parts, before: before[i]!, after: before[i]! + parts.value };
}

/**
 * Returns how far the state of each node moves after each number of message passing steps if the first state of `node`
 * is increased by `amount`. Shape: [steps + 1][nodes].
 */
export function changesBy(encoded: Computed, node: number, amount: number): number[][] {
  const { encoding, weights } = encoded;
  const initial = encoding.initial.map((state, i) => (i === node ? state.map((value) => value + amount) : state));
  const changed = [initial, ...passMessages(weights, initial, encoding).map(({ state }) => state)];
  return changed.map((states, step) =>
    states.map((state, i) => Math.hypot(...state.map((value, c) => value - statesAt(encoded, step)[i]![c]!))),
  );
}

/**
 * Weights of the toy example. They multiply the node's own number, the mean over its operands, and the mean over its
 * users.
 */
export interface ToyWeights {
  own: number;
  operands: number;
  users: number;
}

export interface ToyNode {
  operands: number[];
  users: number[];
}

/** Returns what a message passing step of the toy example adds to the number of `node`, and the terms of this sum. */
export function toyMessage(values: number[], { operands, users }: ToyNode, node: number, weights: ToyWeights) {
  const meanOf = (nodes: number[]): number =>
    nodes.length ? nodes.reduce((sum, each) => sum + values[each]!, 0) / nodes.length : 0;
  const [own, ofOperands, ofUsers] = [values[node]!, meanOf(operands), meanOf(users)];
  const sum = weights.own * own + weights.operands * ofOperands + weights.users * ofUsers;
  return { own, operands: ofOperands, users: ofUsers, message: Math.max(0, sum) };
}

/**
 * Returns the numbers of all nodes after a message passing step of the toy example. All are computed from the numbers
 * before the step.
 */
export const toyStep = (values: number[], nodes: ToyNode[], weights: ToyWeights): number[] =>
  nodes.map((node, i) => values[i]! + toyMessage(values, node, i, weights).message);
