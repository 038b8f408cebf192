// Request handlers of the web worker for the graph and the lists beside it. They return the outline tree, drawing,
// text, costs, details and search results.
import type { Costs, Details, Engine, Structure } from '../../../wasm/engine';
import { type Found, Search } from '../graph/search';
import type { WorkerRequests } from '../protocol';

type GraphKind = 'graph' | 'structure' | 'costs' | 'profile' | 'costGroups' | 'draw' | 'details' | 'find';

/**
 * Functions of the open program that the request handlers need. An HLO program and a file of schedules both have them.
 */
export interface Drawable extends Pick<
  Engine,
  'outline' | 'slots' | 'structure' | 'draw' | 'instructions' | 'addProfile' | 'costGroups'
> {
  costs: (machine?: string, configuration?: number) => Costs;
  details: (node: number, configuration: number) => Details;
}

/** Creates the request handlers. `engine` is a function because the engine may not be loaded yet. */
export function graphAnswers(engine: () => Drawable): {
  answers: { [K in GraphKind]: (body: WorkerRequests[K][0]) => WorkerRequests[K][1] };
  forget: () => void;
} {
  let structure: Structure | null = null;
  let search: Search | null = null;
  const getStructure = (): Structure => (structure ??= engine().structure());

  return {
    /** Drops the cached structure and search index. Call this when another program is opened. */
    forget() {
      structure = search = null;
    },
    answers: {
      graph({ hasModule }) {
        return {
          outline: hasModule ? engine().outline() : null,
          slotNodes: engine().slots().nodes,
        };
      },
      structure: getStructure,
      costs: (of) => engine().costs(of?.machine, of?.configuration),
      profile: ({ file, machine }) => engine().addProfile(file, machine),
      costGroups: ({ by, machine }) => engine().costGroups(by, machine),
      draw({ open, plumbing }) {
        const begin = performance.now();
        const drawing = engine().draw(open, plumbing);
        return { drawing, milliseconds: performance.now() - begin };
      },
      details({ node, configuration = 0 }) {
        const { text, lines } = getStructure();
        return {
          ...engine().details(node, configuration),
          text: text.length ? (text[lines[node]!] ?? '').trim() : null,
        };
      },
      find({ query }): Found {
        const { opNames, origins } = getStructure();
        search ??= new Search({ ...engine().instructions(), opNames, origins });
        return search.find(query);
      },
    },
  };
}
