// Graph Segment Training as native/model/torch_scores.cpp does it: segments, the nodes they need, the sum of a step.
import type { Lists } from '../../graph/flow';
import type { Edges } from '../frame/edges';
import { randomFrom } from '../frame/lesson';

/** Number of segments of at most `size` consecutive nodes each; 0: one segment. */
export const segmentCount = (nodes: number, size: number): number =>
  size <= 0 || nodes <= size ? 1 : Math.ceil(nodes / size);

/** The segment of a node. */
export const segmentOf = (node: number, size: number): number => (size <= 0 ? 0 : Math.floor(node / size));

/** Number of edges between segments. */
export function cutEdges({ consumer, producer }: Edges, size: number): number {
  let cut = 0;
  for (let edge = 0; edge < consumer.length; ++edge)
    cut += +(segmentOf(consumer[edge]!, size) !== segmentOf(producer[edge]!, size));
  return cut;
}

/** The nodes outside of a segment that its states depend on after `steps` message passing steps from operands. */
export function neededNodes(operands: Lists, size: number, segment: number, steps: number): number[] {
  const begin = segment * size;
  const end = Math.min(operands.begin.length - 1, begin + size);
  const isReached = new Uint8Array(operands.begin.length - 1).fill(1, begin, end);
  const needed: number[] = [];
  let rim: Iterable<number> = Array.from({ length: end - begin }, (_, i) => begin + i);
  for (let step = 0; step < steps; ++step) {
    const next: number[] = [];
    for (const node of rim)
      for (let at = operands.begin[node]!; at < operands.begin[node + 1]!; ++at) {
        const source = operands.ids[at]!;
        if (isReached[source]) continue;
        isReached[source] = 1;
        next.push(source);
      }
    needed.push(...next);
    rim = next;
  }
  return needed.sort((a, b) => a - b);
}

/** Whether a configuration changes the state of each node: those of `start`, and what their messages reach. */
export function changedNodes(
  nodes: number,
  { consumer, producer }: Edges,
  start: Iterable<number>,
  steps: number,
): Uint8Array {
  let changed = new Uint8Array(nodes);
  for (const node of start) changed[node] = 1;
  for (let step = 0; step < steps; ++step) {
    const next = changed.slice();
    for (let edge = 0; edge < consumer.length; ++edge) next[consumer[edge]!]! |= changed[producer[edge]!]!;
    changed = next;
  }
  return changed;
}

/** The segments that are trained on: those with a node whose state a configuration changes. */
export const trainedSegments = (changed: Uint8Array, size: number): number[] =>
  Array.from({ length: segmentCount(changed.length, size) }, (_, segment) => segment).filter((segment) =>
    changed.subarray(segment * size, size > 0 ? (segment + 1) * size : undefined).includes(1),
  );

/** What becomes of a segment in a step. */
export interface Use {
  kind: 'fresh' | 'cached' | 'dropped';
  /** Steps since its embedding was computed. */
  age: number;
  /** Factor of its embedding in the sum. */
  weight: number;
}

/** The factor of the fresh segment: it stands for the cached embeddings that a step drops. */
export const freshWeight = (segments: number, dropout: number): number => dropout * segments + 1 - dropout;

/** [steps][segments] what the trainer does in each step: which segment is fresh, which cached embeddings are dropped. */
export function trainingSteps(segments: number, dropout: number, steps: number, seed: number): Use[][] {
  const random = randomFrom(seed);
  const computed: (number | null)[] = Array.from({ length: segments }, () => null); // step of the cached embedding
  return Array.from({ length: steps }, (_, step) => {
    const fresh = Math.floor(random() * segments);
    const isDropped = computed.map(() => random() < dropout);
    return computed.map((_at, segment): Use => {
      if (segment === fresh) {
        computed[segment] = step;
        return { kind: 'fresh', age: 0, weight: freshWeight(segments, dropout) };
      }
      if (isDropped[segment]) return { kind: 'dropped', age: 0, weight: 0 };
      const age = step - (computed[segment] ??= step); // the first time it is computed, without a gradient
      return { kind: 'cached', age, weight: 1 };
    });
  });
}

/** The weight of an imagined training: it grows from 0 towards 1, fast at first. */
export const weightAt = (step: number, rate: number): number => 1 - Math.exp(-rate * step);

/** Sizes of segments from 0.2 to 1.8, with mean 1: the embedding of a segment is its size times the weight. */
export function segmentSizes(segments: number, seed: number): number[] {
  const random = randomFrom(seed);
  const sizes = Array.from({ length: segments }, () => 0.2 + 1.6 * random());
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size) => (size * segments) / sum);
}

/** The sum that each step uses; it is 1 for the weight 1 and no dropout. */
export function usedSums(uses: Use[][], sizes: number[], rate: number): number[] {
  return uses.map((segments, step) => {
    const parts = segments.map(({ weight, age }, i) => weight * sizes[i]! * weightAt(step - age, rate));
    return parts.reduce((sum, part) => sum + part, 0) / segments.length;
  });
}

/** Training steps of the imagined training. */
export const kSteps = 120;
export const kTrainings = 50; // whose errors are averaged

/** Mean and standard deviation of the differences of the used sums from the true ones. */
function errorsOf(used: number[], rate: number): { bias: number; spread: number } {
  const errors = used.map((sum, step) => sum - weightAt(step, rate));
  const bias = errors.reduce((total, error) => total + error, 0) / errors.length;
  const spread = Math.sqrt(errors.reduce((total, error) => total + (error - bias) ** 2, 0) / errors.length);
  return { bias, spread };
}

/** The sums that the steps of one training use, and its errors averaged over trainings with other random numbers. */
export function simulate(segments: number, dropout: number, rate: number, seed: number) {
  const sizes = segmentSizes(segments, seed + 1);
  const run = (at: number): number[] => usedSums(trainingSteps(segments, dropout, kSteps, seed + at), sizes, rate);
  const errors = Array.from({ length: kTrainings }, (_, at) => errorsOf(run(at), rate));
  const mean = (which: 'bias' | 'spread'): number => errors.reduce((sum, each) => sum + each[which], 0) / kTrainings;
  return { used: run(0), bias: mean('bias'), spread: mean('spread') };
}

/** Bytes of the states that backpropagation keeps: one of `width` numbers per node, configuration and layer. */
export const stateBytes = (nodes: number, configurations: number, layers: number, width: number): number =>
  nodes * configurations * (layers + 1) * width * 4;
