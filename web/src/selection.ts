// State shared by all views: the program, its ranking and costs, and what is selected. Views set it with `choose`, read it
// with `get` and subscribe with `on`; components read the signals, and render again when they change.
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ChoiceReport, Configuration, CostChanges, Costs, View } from '../../wasm/engine';
import type { ViewQuery } from '../../wasm/module';
import type { OpenedProgram, Status } from './protocol';
import type { Band } from './views/confidence';

/**
 * Values that a configuration stores in one layout and reads in another, so that a copy is needed: their number and the
 * largest.
 */
export type Copies = Pick<ChoiceReport, 'disagreementCount' | 'disagreements'>;

/** The ranking on the page: its rows, in the order of the table, and the bands of ranks too close to call. */
export interface Ranked {
  status: Status;
  view: View;
  /** What the rows are sorted by. */
  sort: Pick<ViewQuery, 'key' | 'descending'>;
  bands: Band[];
}

export interface Selected {
  /** The program on the page. A new program clears everything else. */
  program: OpenedProgram | null;
  /** Costs of its instructions; null: not computed yet, or the file has no HLO. */
  costs: Costs | null;
  ranked: Ranked | null;
  /** What is unusual about the ranking, such as another model than the chosen one; null: nothing. */
  notice: string | null;
  /** Index of the selected instruction; null: none. */
  instruction: number | null;
  configuration: Configuration | null;
  /**
   * Implied copies of the selected configuration; null: not computed yet, or no configuration. A new configuration
   * resets it to null.
   */
  copies: Copies | null;
  /** `of`: [instructions] kind of change from the compared program, an index into `words`. Null: no comparison. */
  changes: { words: string[]; of: Uint8Array; costs: CostChanges } | null;
}

const kNothing: Selected = {
  program: null,
  costs: null,
  ranked: null,
  notice: null,
  instruction: null,
  configuration: null,
  copies: null,
  changes: null,
};

class Selection {
  private readonly signals = Object.fromEntries(
    Object.entries(kNothing).map(([name, value]) => [name, signal(value)]),
  ) as { [K in keyof Selected]: ReturnType<typeof signal<Selected[K]>> };

  get<K extends keyof Selected>(what: K): Selected[K] {
    return this.signals[what].peek() as Selected[K];
  }

  /** The signal of a value, for components. */
  signal<K extends keyof Selected>(what: K): ReadonlySignal<Selected[K]> {
    return this.signals[what] as ReadonlySignal<Selected[K]>;
  }

  /** Sets a value and notifies its listeners; does nothing if the value is unchanged. */
  choose<K extends keyof Selected>(what: K, value: Selected[K]): void {
    batch(() => {
      if (this.get(what) === value) return;
      if (what === 'program')
        for (const each of Object.keys(kNothing) as (keyof Selected)[]) this.signals[each].value = null;
      if (what === 'configuration') this.signals.copies.value = null;
      this.signals[what].value = value;
    });
  }

  /** Calls `listener` after every change of a value. Returns a function that unsubscribes. */
  on<K extends keyof Selected>(what: K, listener: (value: Selected[K]) => void): () => void {
    let isFirst = true;
    return this.signal(what).subscribe((value) => {
      if (isFirst) isFirst = false;
      else listener(value);
    });
  }
}

export const selection = new Selection();
