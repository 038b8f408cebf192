// The worker's answers about configurations: the table of a ranking, what-if, side by side, the best there is, files to save.
import type { Best, Engine, Saved, SavedKind, Settings, SideBySide, Slots, ChoiceReport, View } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';

/** A configuration changed in one place: what it scores, and what it would with other layouts of a slot. */
export interface WhatIf {
  told: ChoiceReport;
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

/**
 * `engine` is asked anew each time: it may not be loaded yet. `known` sees to it that the engine can tell of choices, of
 * each layout of a slot in them, and of the user's own.
 */
export function rankingAnswers(
  engine: () => Engine,
  known: (choices?: Uint8Array[], slot?: number | null) => Promise<void>,
): {
  [K in keyof RankingQuestions]: (
    body: RankingQuestions[K][0],
  ) => RankingQuestions[K][1] | Promise<RankingQuestions[K][1]>;
} {
  return {
    slots: () => engine().slots(),
    choices: ({ indices }) => indices.map((index) => engine().choice(index)),
    async view(query) {
      await known();
      return engine().view(query);
    },
    async whatIf({ choice, slot }) {
      const begin = performance.now();
      await known([choice], slot);
      const told = engine().told(choice);
      const settings = slot === null ? null : engine().settings(choice, slot);
      return { told, settings, milliseconds: performance.now() - begin };
    },
    async sideBySide({ choices }) {
      await known(choices);
      return engine().sideBySide(choices);
    },
    best: ({ count }) => engine().best(count),
    keep({ choices }) {
      engine().keep(choices);
      return null;
    },
    async saved({ kind, indices, names, collection }) {
      await known();
      return engine().saved(kind, indices, names, collection);
    },
  };
}
