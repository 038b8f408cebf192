// Data flow graph of the program, including edges through calls. Finds neighbourhoods of instructions, and all paths
// between two instructions. Each operation takes time linear in nodes + edges.
import type { Structure } from '../../../wasm/engine';

/** Adjacency lists in CSR form: the neighbours of node i are ids[begin[i] ... begin[i + 1]). */
export interface Lists {
  begin: Uint32Array;
  ids: Uint32Array;
}

export const listOf = ({ begin, ids }: Lists, node: number): Uint32Array => ids.subarray(begin[node], begin[node + 1]);

/** Returns the adjacency lists of the graph with all edges reversed. */
function reverseEdges({ begin, ids }: Lists): Lists {
  const nodes = begin.length - 1;
  const turnedBegin = new Uint32Array(nodes + 1);
  for (const id of ids) ++turnedBegin[id + 1]!;
  for (let i = 0; i < nodes; ++i) turnedBegin[i + 1]! += turnedBegin[i]!;
  const next = turnedBegin.slice();
  const turnedIds = new Uint32Array(ids.length);
  for (let node = 0; node < nodes; ++node)
    for (let at = begin[node]!; at < begin[node + 1]!; ++at) turnedIds[next[ids[at]!]!++] = node;
  return { begin: turnedBegin, ids: turnedIds };
}

export class Flow {
  readonly sources: Lists;
  readonly users: Lists;

  constructor({ begin, feeds }: Pick<Structure, 'begin' | 'feeds'>) {
    this.sources = { begin, ids: feeds };
    this.users = reverseEdges(this.sources);
  }

  get nodes(): number {
    return this.sources.begin.length - 1;
  }

  /**
   * Returns the k-hop neighbourhood of `from`: `from` itself and the instructions at most `radius` edges away, along or
   * against the edges.
   */
  around(from: number, radius: number): number[] {
    const seen = new Uint8Array(this.nodes);
    seen[from] = 1;
    let found = [from];
    let rim = found;
    for (let step = 0; step < radius && rim.length; ++step) {
      const next: number[] = [];
      for (const node of rim) {
        for (const lists of [this.sources, this.users]) {
          for (const other of listOf(lists, node)) {
            if (seen[other]) continue;
            seen[other] = 1;
            next.push(other);
          }
        }
      }
      found = found.concat(next);
      rim = next;
    }
    return found;
  }

  /**
   * Returns all instructions on data flow paths from `from` to `to`, including both ends, in ascending order; empty if
   * there is no path.
   */
  between(from: number, to: number): number[] {
    const reached = this.reach(from, this.users);
    if (!reached[to]) return [];
    const reaching = this.reach(to, this.sources);
    const found: number[] = [];
    for (let node = 0; node < this.nodes; ++node) if (reached[node] && reaching[node]) found.push(node);
    return found;
  }

  /**
   * Returns an array [nodes] with 1 for each node that can be reached from `from` along the edges in `lists`, including
   * `from`, and 0 for all others.
   */
  private reach(from: number, lists: Lists): Uint8Array {
    const seen = new Uint8Array(this.nodes);
    seen[from] = 1;
    const stack = [from];
    while (stack.length) {
      for (const other of listOf(lists, stack.pop()!)) {
        if (seen[other]) continue;
        seen[other] = 1;
        stack.push(other);
      }
    }
    return seen;
  }
}
