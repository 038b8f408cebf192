// Edges between the nodes of a program, as the network receives them. Each function takes time linear in nodes + edges.
import type { Structure } from '../../../../wasm/engine';
import type { Lists } from '../../graph/flow';

/** Edges of a program graph. `consumer`: the node that reads; `producer`: the node whose result it reads. */
export interface Edges {
  consumer: ArrayLike<number>;
  producer: ArrayLike<number>;
}

/**
 * Builds the network's edges of a program: from each instruction, except parameters, to its operands and to the roots of
 * the computations that it calls. Each edge occurs once.
 */
export function edgesOf({ begin, feeds }: Pick<Structure, 'begin' | 'feeds'>, opcodes: string[]): Edges {
  const consumer = new Uint32Array(feeds.length);
  const producer = new Uint32Array(feeds.length);
  // For each node, the last consumer found so far, so that no edge is counted twice.
  const readBy = new Int32Array(opcodes.length).fill(-1);
  let edges = 0;
  opcodes.forEach((opcode, node) => {
    if (opcode === 'parameter') return;
    for (let at = begin[node]!; at < begin[node + 1]!; ++at) {
      const source = feeds[at]!;
      if (readBy[source] === node) continue;
      readBy[source] = node;
      consumer[edges] = node;
      producer[edges++] = source;
    }
  });
  return { consumer: consumer.subarray(0, edges), producer: producer.subarray(0, edges) };
}

/** Groups entries by node: entry ids[i] goes into the list of node of[i]. */
export function listsBy(of: ArrayLike<number>, ids: ArrayLike<number>, nodes: number): Lists {
  const begin = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < of.length; ++edge) ++begin[of[edge]! + 1]!;
  for (let node = 0; node < nodes; ++node) begin[node + 1]! += begin[node]!;
  const next = begin.slice();
  const grouped = new Uint32Array(of.length);
  for (let edge = 0; edge < of.length; ++edge) grouped[next[of[edge]!]!++] = ids[edge]!;
  return { begin, ids: grouped };
}

/** Returns the operands of each node. */
export const operandLists = (nodes: number, { consumer, producer }: Edges): Lists => listsBy(consumer, producer, nodes);

/**
 * Returns the distance of each node from `start`, counted in edges of either direction; -1 if a node is not connected
 * to `start`.
 */
export function distances(nodes: number, { consumer, producer }: Edges, start: number): Int32Array {
  const directions = [listsBy(consumer, producer, nodes), listsBy(producer, consumer, nodes)];
  const found = new Int32Array(nodes).fill(-1);
  found[start] = 0;
  const queue = [start];
  for (const node of queue)
    for (const { begin, ids } of directions)
      for (let at = begin[node]!; at < begin[node + 1]!; ++at) {
        const next = ids[at]!;
        if (found[next] !== -1) continue;
        found[next] = found[node]! + 1;
        queue.push(next);
      }
  return found;
}
