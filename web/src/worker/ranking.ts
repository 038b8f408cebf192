// Request handlers of the worker for configurations: ranking table, what-if, comparison, search for the best, files to
// save.
import type {
  Best,
  Engine,
  Saved,
  SavedKind,
  Settings,
  SideBySide,
  Slots,
  ChoiceReport,
  View,
} from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';

/** Result of a what-if request: score of the configuration, and its score with every layout of one slot. */
export interface WhatIf {
  report: ChoiceReport;
  settings: Settings | null;
  /** Run time of the engine. */
  milliseconds: number;
}

/**
 * Request kind → [request body, reply value]. A choice is a configuration: [slots] row of the layout table for each
 * slot.
 */
export interface RankingRequests {
  slots: [null, Slots];
  choices: [{ indices: number[] }, Uint8Array[]];
  view: [Partial<ViewQuery>, View];
  whatIf: [{ choice: Uint8Array; slot: number | null }, WhatIf];
  /** Differences of the first configuration from each of the others. */
  sideBySide: [{ choices: Uint8Array[] }, SideBySide];
  best: [{ count: number }, Best];
  /** Sets the user's own configurations; replaces the previous ones. */
  keep: [{ choices: Uint8Array[] }, null];
  saved: [{ kind: SavedKind; indices: number[]; names: string[]; collection?: string }, Saved];
}

/**
 * Creates the handlers. `engine` is a function because the engine may not be loaded yet. `ensureScored` computes the
 * network scores that the engine needs to score these configurations, their variants with each layout of a slot, and
 * the user's own.
 */
export function rankingAnswers(
  engine: () => Engine,
  ensureScored: (choices?: Uint8Array[], slot?: number | null) => Promise<void>,
): {
  [K in keyof RankingRequests]: (body: RankingRequests[K][0]) => RankingRequests[K][1] | Promise<RankingRequests[K][1]>;
} {
  return {
    slots: () => engine().slots(),
    choices: ({ indices }) => indices.map((index) => engine().choice(index)),
    async view(query) {
      await ensureScored();
      return engine().view(query);
    },
    async whatIf({ choice, slot }) {
      const begin = performance.now();
      await ensureScored([choice], slot);
      const report = engine().describeChoice(choice);
      const settings = slot === null ? null : engine().settings(choice, slot);
      return { report, settings, milliseconds: performance.now() - begin };
    },
    async sideBySide({ choices }) {
      await ensureScored(choices);
      return engine().sideBySide(choices);
    },
    best: ({ count }) => engine().best(count),
    keep({ choices }) {
      engine().setUserConfigurations(choices);
      return null;
    },
    async saved({ kind, indices, names, collection }) {
      await ensureScored();
      return engine().saved(kind, indices, names, collection);
    },
  };
}
