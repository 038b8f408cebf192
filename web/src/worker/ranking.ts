// The worker's answers about configurations: the table of a ranking, what-if, side by side, the best there is, files to save.
import type { Best, Engine, Saved, SavedKind, Settings, SideBySide, Slots, Told, View } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';

/** A configuration changed in one place: what it scores, and what it would with other layouts of a slot. */
export interface WhatIf {
  told: Told;
  settings: Settings | null;
  /** That the engine took. */
  milliseconds: number;
}

/** Question → [what is sent, what is answered]. A choice is a row of every slot. */
export interface RankingQuestions {
  slots: [null, Slots];
  choices: [{ indices: number[] }, Uint8Array[]];
  view: [Partial<ViewQuery>, View];
  whatIf: [{ choice: Uint8Array; slot: number | null }, WhatIf];
  /** The first less each of the others. */
  sideBySide: [{ choices: Uint8Array[] }, SideBySide];
  best: [{ count: number }, Best];
  /** The user's own configurations, all of them. */
  keep: [{ choices: Uint8Array[] }, null];
  saved: [{ kind: SavedKind; indices: number[]; names: string[]; collection?: string }, Saved];
}

/** `engine` is asked anew each time: it may not be loaded yet. */
export function rankingAnswers(engine: () => Engine): {
  [K in keyof RankingQuestions]: (body: RankingQuestions[K][0]) => RankingQuestions[K][1];
} {
  return {
    slots: () => engine().slots(),
    choices: ({ indices }) => indices.map((index) => engine().choice(index)),
    view: (query) => engine().view(query),
    whatIf({ choice, slot }) {
      const begin = performance.now();
      const told = engine().told(choice);
      const settings = slot === null ? null : engine().settings(choice, slot);
      return { told, settings, milliseconds: performance.now() - begin };
    },
    sideBySide: ({ choices }) => engine().sideBySide(choices),
    best: ({ count }) => engine().best(count),
    keep({ choices }) {
      engine().keep(choices);
      return null;
    },
    saved: ({ kind, indices, names, collection }) => engine().saved(kind, indices, names, collection),
  };
}
