// The worker's answers about the drawing: outline, picture, text, details, search.
import type { Engine, Outline, Structure } from '../../../wasm/engine';
import { type Found, Search } from '../graph/search';
import type { Questions } from '../protocol';

type GraphKind = 'graph' | 'structure' | 'draw' | 'details' | 'find';

/** What the first picture needs; `outline` is null for a file that has no program, only arrays. */
export interface GraphProgram {
  outline: Outline | null;
  /** The instruction of each slot. */
  slotNodes: Uint32Array;
}

/** `engine` is asked anew each time: it may not be loaded yet. */
export function graphAnswers(engine: () => Engine): {
  answers: { [K in GraphKind]: (body: Questions[K][0]) => Questions[K][1] };
  forget: () => void;
} {
  let structure: Structure | null = null;
  let search: Search | null = null;
  const known = (): Structure => (structure ??= engine().structure());

  return {
    /** Another program is open now. */
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
      structure: known,
      draw({ open, everything }) {
        const begin = performance.now();
        const drawing = engine().draw(open, everything);
        return { drawing, milliseconds: performance.now() - begin };
      },
      details({ node }) {
        const { text, lines } = known();
        return { ...engine().details(node), text: text.length ? (text[lines[node]!] ?? '').trim() : null };
      },
      find({ query }): Found {
        const { opNames, origins } = known();
        search ??= new Search({ ...engine().instructions(), opNames, origins });
        return search.find(query);
      },
    },
  };
}
