// Request handlers of the web worker for layout configurations. They return the ranking table, what-if scores,
// comparisons, the best configuration found, and files to save.
import type {
  Best,
  Engine,
  Propagation,
  Saved,
  SavedKind,
  Settings,
  SideBySide,
  Slots,
  ChoiceReport,
  Verdict,
  View,
} from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';

/** Scores of a configuration that the user made in the what-if panel. It need not be in the file. */
export interface WhatIf {
  report: ChoiceReport;
  /** Scores of the configuration with each possible layout of the requested tensor. Null if no tensor was requested. */
  settings: Settings | null;
  /** Difference to the configuration from which the user started. Null if none was given. */
  difference: SideBySide['differences'][0] | null;
  /** Difference to the program layouts. Null if the user has changed nothing. */
  fromProgram: SideBySide['differences'][0] | null;
  /** Milliseconds that the request took in the worker, including the network of an early- or late-join model. */
  milliseconds: number;
}

const kSearchTime = 150; // milliseconds of a search after which other requests are handled

/**
 * Requests about configurations. Each kind of request has the types [request body, reply]. A choice is a layout
 * configuration: for each tensor whose layout can be chosen, the index of the layout. `indices`: indices of
 * configurations in the file.
 */
export interface RankingRequests {
  slots: [null, Slots];
  choices: [{ indices: number[] }, Uint8Array[]];
  view: [Partial<ViewQuery>, View];
  whatIf: [{ choice: Uint8Array; slot: number | null; start?: Uint8Array | null }, WhatIf];
  /** Returns the differences of score and of layouts between the first configuration and each of the others. */
  sideBySide: [{ choices: Uint8Array[] }, SideBySide];
  /**
   * Returns how the layouts of a choice propagate through the program. The byte 255 leaves a tensor's layout to the
   * compiler. Works without a ranking.
   */
  propagation: [{ choice: Uint8Array }, Propagation];
  /**
   * Searches for the `count` best configurations for at most about `kSearchTime`, and returns the progress from 0 to 1
   * until the search is finished. Other requests are handled in between. `isNew`: whether to begin a new search.
   */
  best: [{ count: number; isNew: boolean }, Best | { progress: number }];
  /**
   * Replaces the configurations that the user made. Their indices follow those of the configurations in the file.
   * Returns the verdict that takes them into account; null without a finished ranking.
   */
  keep: [{ choices: Uint8Array[] }, Verdict | null];
  saved: [{ kind: SavedKind; indices: number[]; names: string[]; collection?: string }, Saved];
}

/**
 * Creates the request handlers. `engine` is a function because the engine may not be loaded yet. `ensureScored`: with
 * an early- or late-join model, runs the network on `choices`, each with every layout of `slot`, and on the user's
 * configurations. `open`: returns what is open, because files of schedules support only the table and saving it.
 * `verdict`: returns the verdict on the current ranking; null if the program is not ranked.
 */
export function rankingAnswers(
  engine: () => Engine,
  ensureScored: (choices?: Uint8Array[], slot?: number | null) => Promise<void>,
  open: () => Pick<Engine, 'slots' | 'view' | 'saved'>,
  verdict: () => Verdict | null,
): {
  [K in keyof RankingRequests]: (body: RankingRequests[K][0]) => RankingRequests[K][1] | Promise<RankingRequests[K][1]>;
} {
  return {
    slots: () => open().slots(),
    choices: ({ indices }) => indices.map((index) => engine().choice(index)),
    async view(query) {
      await ensureScored();
      return open().view(query);
    },
    async whatIf({ choice, slot, start = null }) {
      const begin = performance.now();
      await ensureScored([choice], slot);
      const { reference } = engine().slots();
      if (start) await ensureScored([start, reference]);
      const report = engine().describeChoice(choice);
      const [difference = null, fromProgram = null] = start
        ? engine().sideBySide([choice, start, reference]).differences
        : [];
      const settings = slot === null ? null : engine().settings(choice, slot);
      return { report, settings, difference, fromProgram, milliseconds: performance.now() - begin };
    },
    async sideBySide({ choices }) {
      await ensureScored(choices);
      return engine().sideBySide(choices);
    },
    propagation: ({ choice }) => engine().propagation(choice),
    best({ count, isNew }) {
      const end = performance.now() + kSearchTime;
      let found = engine().searchBest(count, 1, isNew);
      while ('progress' in found && performance.now() < end) found = engine().searchBest(count, 1, false);
      return found;
    },
    async keep({ choices }) {
      engine().setUserConfigurations(choices);
      await ensureScored();
      return verdict();
    },
    async saved({ kind, indices, names, collection }) {
      await ensureScored();
      return open().saved(kind, indices, names, collection);
    },
  };
}
