// Request handlers of the worker for configurations: ranking table, what-if, comparison, search for the best
// configuration, files to save.
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

/** Result of a what-if request for one configuration, which need not be in the file. */
export interface WhatIf {
  report: ChoiceReport;
  /** Scores of the configuration with every layout of the requested slot; null if no slot was requested. */
  settings: Settings | null;
  /** Time in the worker, including the network if the model is early- or late-join. */
  milliseconds: number;
}

/**
 * Request kind → [request body, reply value]. A choice is a configuration as [slots] indices of layouts among those of
 * each slot (a tensor with a configurable layout). `indices`: numbers of configurations in the file.
 */
export interface RankingRequests {
  slots: [null, Slots];
  choices: [{ indices: number[] }, Uint8Array[]];
  view: [Partial<ViewQuery>, View];
  whatIf: [{ choice: Uint8Array; slot: number | null }, WhatIf];
  /** Score differences and layout differences of the first configuration from each of the others. */
  sideBySide: [{ choices: Uint8Array[] }, SideBySide];
  /** How the layouts of a choice propagate; a byte of 255 leaves a slot to the compiler. Needs no ranking. */
  propagation: [{ choice: Uint8Array }, Propagation];
  best: [{ count: number }, Best];
  /** Replaces the user's own configurations (added in what-if), which are numbered after those of the file. */
  keep: [{ choices: Uint8Array[] }, null];
  saved: [{ kind: SavedKind; indices: number[]; names: string[]; collection?: string }, Saved];
}

/**
 * Creates the handlers. `engine` is a function because the engine may not be loaded yet. `ensureScored`: with an early-
 * or late-join model, runs the network on `choices`, each with every layout of `slot`, and the user's configurations.
 * `open`: what is open, which may be schedules; these have a table only, which can be saved.
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
