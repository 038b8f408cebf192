// Request handlers of the web worker for layout configurations: ranking table, what-if scores, comparison, search for
// the best configuration, and files to save.
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
  View,
} from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';

/** Scores of a configuration that the user made, which need not be in the file. */
export interface WhatIf {
  report: ChoiceReport;
  /** Scores of the configuration with each possible layout of the requested tensor; null if no tensor was requested. */
  settings: Settings | null;
  /** Time of the request in the worker in milliseconds, including the network of an early- or late-join model. */
  milliseconds: number;
}

/**
 * Each kind of request → [request body, reply]. A choice is a layout configuration: for each tensor whose layout can be
 * chosen, the index of its layout. `indices`: numbers of configurations in the file.
 */
export interface RankingRequests {
  slots: [null, Slots];
  choices: [{ indices: number[] }, Uint8Array[]];
  view: [Partial<ViewQuery>, View];
  whatIf: [{ choice: Uint8Array; slot: number | null }, WhatIf];
  /** Differences of score and of layouts between the first configuration and each of the others. */
  sideBySide: [{ choices: Uint8Array[] }, SideBySide];
  /**
   * How the layouts of a choice propagate through the program; the byte 255 leaves a tensor's layout to the compiler.
   * Works without a ranking.
   */
  propagation: [{ choice: Uint8Array }, Propagation];
  best: [{ count: number }, Best];
  /** Replaces the configurations that the user made; they are numbered after those of the file. */
  keep: [{ choices: Uint8Array[] }, null];
  saved: [{ kind: SavedKind; indices: number[]; names: string[]; collection?: string }, Saved];
}

/**
 * Creates the request handlers. `engine` is a function because the engine may not be loaded yet. `ensureScored`: with
 * an early- or late-join model, runs the network on `choices`, each with every layout of `slot`, and on the user's
 * configurations. `open`: returns what is open; schedules of Halide and TVM only have a table, which can be saved.
 */
export function rankingAnswers(
  engine: () => Engine,
  ensureScored: (choices?: Uint8Array[], slot?: number | null) => Promise<void>,
  open: () => Pick<Engine, 'slots' | 'view' | 'saved'>,
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
    propagation: ({ choice }) => engine().propagation(choice),
    best: ({ count }) => engine().best(count),
    keep({ choices }) {
      engine().setUserConfigurations(choices);
      return null;
    },
    async saved({ kind, indices, names, collection }) {
      await ensureScored();
      return open().saved(kind, indices, names, collection);
    },
  };
}
