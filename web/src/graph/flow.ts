// Data flow graph of the program, including edges through calls: neighbourhoods and all paths between two instructions.
// Every operation takes time linear in nodes + edges.
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
   * The k-hop neighbourhood: instructions at most `radius` edges away from `from` in either direction, including
   * `from`.
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

  /** All instructions on data paths from `from` to `to`, both included, ascending; empty if there is no path. */
  between(from: number, to: number): number[] {
    const reached = this.reach(from, this.users);
    if (!reached[to]) return [];
    const reaching = this.reach(to, this.sources);
    const found: number[] = [];
    for (let node = 0; node < this.nodes; ++node) if (reached[node] && reaching[node]) found.push(node);
    return found;
  }

  /** [nodes] 1 for nodes that are reachable from `from` along the edges in `lists`, including `from`; else 0. */
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
