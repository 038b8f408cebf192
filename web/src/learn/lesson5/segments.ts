// Graph Segment Training as in native/model/torch_scores.cpp: cuts a graph into segments, finds the nodes that a
// segment needs, and sums the embeddings of the segments in a training step.
import type { Lists } from '../../graph/flow';
import type { Edges } from '../frame/edges';
import { randomFrom } from '../frame/lesson';

/**
 * Returns the number of segments of a graph. A segment has at most `size` consecutive nodes. If `size` is 0, the whole
 * graph is one segment.
 */
export const segmentCount = (nodes: number, size: number): number =>
  size <= 0 || nodes <= size ? 1 : Math.ceil(nodes / size);

/** Returns the index of the segment that contains a node. */
export const segmentOf = (node: number, size: number): number => (size <= 0 ? 0 : Math.floor(node / size));

/** Counts the edges that connect two different segments. */
export function cutEdges({ consumer, producer }: Edges, size: number): number {
  let cut = 0;
  for (let edge = 0; edge < consumer.length; ++edge)
    cut += +(segmentOf(consumer[edge]!, size) !== segmentOf(producer[edge]!, size));
  return cut;
}

/**
 * Returns the nodes outside a segment whose states influence the segment's states after `steps` message passing steps.
 * Messages go from operands to users.
 */
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

/**
 * Returns for each node whether a configuration changes the node's state. It does for the nodes in `start`, and for
 * those that messages from them reach.
 */
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

/** Returns the indices of the segments to train on: those that have a node whose state a configuration changes. */
export const trainedSegments = (changed: Uint8Array, size: number): number[] =>
  Array.from({ length: segmentCount(changed.length, size) }, (_, segment) => segment).filter((segment) =>
    changed.subarray(segment * size, size > 0 ? (segment + 1) * size : undefined).includes(1),
  );

/**
 * How a training step gets the embedding of a segment: computes it now ("fresh"), takes it from an earlier step
 * ("cached"), or leaves it out ("dropped").
 */
export interface Use {
  kind: 'fresh' | 'cached' | 'dropped';
  /** Number of training steps since the embedding was computed. */
  age: number;
  /** Factor by which the embedding is multiplied in the sum over all segments. */
  weight: number;
}

/**
 * Returns the factor of the segment whose embedding is computed in this step. It compensates for the cached embeddings
 * that the step drops.
 */
export const freshWeight = (segments: number, dropout: number): number => dropout * segments + 1 - dropout;

/**
 * Simulates training. Returns for each step and segment whether the embedding is computed, taken from the cache or
 * dropped. Shape: [steps][segments].
 */
export function trainingSteps(segments: number, dropout: number, steps: number, seed: number): Use[][] {
  const random = randomFrom(seed);
  // Index of the training step in which each segment's cached embedding was computed; null: never.
  const computed: (number | null)[] = Array.from({ length: segments }, () => null);
  return Array.from({ length: steps }, (_, step) => {
    const fresh = Math.floor(random() * segments);
    const isDropped = computed.map(() => random() < dropout);
    return computed.map((_at, segment): Use => {
      if (segment === fresh) {
        computed[segment] = step;
        return { kind: 'fresh', age: 0, weight: freshWeight(segments, dropout) };
      }
      if (isDropped[segment]) return { kind: 'dropped', age: 0, weight: 0 };
      // Compute an embedding that is not in the cache yet now, without a gradient.
      const age = step - (computed[segment] ??= step);
      return { kind: 'cached', age, weight: 1 };
    });
  });
}

/**
 * Returns the weight of the simulated network after a number of training steps. The weight grows from 0 towards 1, fast
 * at first.
 */
export const weightAt = (step: number, rate: number): number => 1 - Math.exp(-rate * step);

/**
 * Returns random sizes of segments from 0.2 to 1.8, scaled to mean 1. In the simulation, the embedding of a segment is
 * its size times the network's weight.
 */
export function segmentSizes(segments: number, seed: number): number[] {
  const random = randomFrom(seed);
  const sizes = Array.from({ length: segments }, () => 0.2 + 1.6 * random());
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size) => (size * segments) / sum);
}

/**
 * Returns for each training step the sum of the segments' embeddings that it uses, divided by the number of segments.
 * An embedding may be `age` steps old, and is multiplied by a weight that is 0 for a dropped segment. `rate` is the
 * learning rate of the network's only parameter (see weightAt).
 */
export function usedSums(uses: Use[][], sizes: number[], rate: number): number[] {
  return uses.map((segments, step) => {
    const parts = segments.map(({ weight, age }, i) => weight * sizes[i]! * weightAt(step - age, rate));
    return parts.reduce((sum, part) => sum + part, 0) / segments.length;
  });
}

/** Number of steps of a simulated training. */
export const kSteps = 120;
export const kTrainings = 50; // simulated trainings over which the errors are averaged

/**
 * Returns mean (bias) and standard deviation of the differences between the sums that training steps use and the true
 * sums.
 */
function errorsOf(used: number[], rate: number): { bias: number; spread: number } {
  const errors = used.map((sum, step) => sum - weightAt(step, rate));
  const bias = errors.reduce((total, error) => total + error, 0) / errors.length;
  const spread = Math.sqrt(errors.reduce((total, error) => total + (error - bias) ** 2, 0) / errors.length);
  return { bias, spread };
}

/**
 * Simulates a training. Returns the sums of embeddings that its steps use, and the errors of such sums, averaged over
 * several trainings with different random numbers.
 */
export function simulate(segments: number, dropout: number, rate: number, seed: number) {
  const sizes = segmentSizes(segments, seed + 1);
  const run = (at: number): number[] => usedSums(trainingSteps(segments, dropout, kSteps, seed + at), sizes, rate);
  const errors = Array.from({ length: kTrainings }, (_, at) => errorsOf(run(at), rate));
  const mean = (which: 'bias' | 'spread'): number => errors.reduce((sum, each) => sum + each[which], 0) / kTrainings;
  return { used: run(0), bias: mean('bias'), spread: mean('spread') };
}

/**
 * Returns the number of bytes of the states that backpropagation keeps. A state has `width` f32 numbers per node,
 * configuration and layer.
 */
export const stateBytes = (nodes: number, configurations: number, layers: number, width: number): number =>
  nodes * configurations * (layers + 1) * width * 4;
