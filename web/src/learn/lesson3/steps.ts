// What lesson 3 shows of message passing: of the published network, and of one by hand with a single number per node.
import { explain, layerName, passMessages } from './encoder';
import type { Encoded } from './network';

type Computed = Pick<Encoded, 'encoding' | 'weights'>;

/** The states of all nodes after `step` steps. */
export const statesAt = ({ encoding }: Computed, step: number): number[][] =>
  step === 0 ? encoding.initial : encoding.layers[step - 1]!.state;

/** How number `i` of the state of a node changes in the step after `step` steps. */
export function explainStep(encoded: Computed, step: number, node: number, i: number) {
  const { operands, users } = encoded.encoding.layers[step]!;
  const before = statesAt(encoded, step)[node]!;
  const groups = [before, operands[node]!, users[node]!];
  const parts = explain(encoded.weights, layerName(step), groups, i);
  return { ...parts, before: before[i]!, after: before[i]! + parts.value };
}

/** For each number of steps and each node how far its state moves when that of `node` begins `amount` higher. */
export function changesBy(encoded: Computed, node: number, amount: number): number[][] {
  const { encoding, weights } = encoded;
  const initial = encoding.initial.map((state, i) => (i === node ? state.map((value) => value + amount) : state));
  const changed = [initial, ...passMessages(weights, initial, encoding).map(({ state }) => state)];
  return changed.map((states, step) =>
    states.map((state, i) => Math.hypot(...state.map((value, c) => value - statesAt(encoded, step)[i]![c]!))),
  );
}

/** Weights of the number itself, of the mean of the operands and of that of the users. */
export interface ToyWeights {
  own: number;
  operands: number;
  users: number;
}

export interface ToyNode {
  operands: number[];
  users: number[];
}

/** What a step adds to the number of a node, and from what. */
export function toyMessage(values: number[], { operands, users }: ToyNode, node: number, weights: ToyWeights) {
  const meanOf = (nodes: number[]): number =>
    nodes.length ? nodes.reduce((sum, each) => sum + values[each]!, 0) / nodes.length : 0;
  const [own, ofOperands, ofUsers] = [values[node]!, meanOf(operands), meanOf(users)];
  const sum = weights.own * own + weights.operands * ofOperands + weights.users * ofUsers;
  return { own, operands: ofOperands, users: ofUsers, message: Math.max(0, sum) };
}

/** The numbers of all nodes after a step: each is computed from the numbers before it. */
export const toyStep = (values: number[], nodes: ToyNode[], weights: ToyWeights): number[] =>
  nodes.map((node, i) => values[i]! + toyMessage(values, node, i, weights).message);
