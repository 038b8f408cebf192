// Request handlers of the worker for the graph and the lists: outline, drawing, text, costs, details, search.
import type { Engine, Structure } from '../../../wasm/engine';
import { type Found, Search } from '../graph/search';
import type { WorkerRequests } from '../protocol';

type GraphKind = 'graph' | 'structure' | 'costs' | 'profile' | 'costGroups' | 'draw' | 'details' | 'find';

/** Creates the handlers. `engine` is a function because the engine may not be loaded yet. */
export function graphAnswers(engine: () => Engine): {
  answers: { [K in GraphKind]: (body: WorkerRequests[K][0]) => WorkerRequests[K][1] };
  forget: () => void;
} {
  let structure: Structure | null = null;
  let search: Search | null = null;
  const getStructure = (): Structure => (structure ??= engine().structure());

  return {
    /** Drops the cached structure and search index; to be called when another program is opened. */
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
      costs: () => engine().costs(),
      profile: ({ file }) => engine().addProfile(file),
      costGroups: ({ by }) => engine().costGroups(by),
      draw({ open, everything }) {
        const begin = performance.now();
        const drawing = engine().draw(open, everything);
        return { drawing, milliseconds: performance.now() - begin };
      },
      details({ node }) {
        const { text, lines } = getStructure();
        return { ...engine().details(node), text: text.length ? (text[lines[node]!] ?? '').trim() : null };
      },
      find({ query }): Found {
        const { opNames, origins } = getStructure();
        search ??= new Search({ ...engine().instructions(), opNames, origins });
        return search.find(query);
      },
    },
  };
}
