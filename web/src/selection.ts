// State that all views share: the program, its ranking and costs, and what is selected. Views set a value with
// `choose`, read it with `get` and subscribe with `on`. UI components read signals, and are rendered again when a
// signal changes.
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ChoiceReport, Configuration, CostChanges, Costs, View } from '../../wasm/engine';
import type { ViewQuery } from '../../wasm/module';
import type { OpenedProgram, Status } from './protocol';

/**
 * Copies that a layout configuration implies, because a value is written in one layout and read in another. Has the
 * number of copies and the largest of them.
 */
export type Copies = Pick<ChoiceReport, 'disagreementCount' | 'disagreements'>;

/** The ranking on the page, with its table rows in display order. */
export interface Ranked {
  status: Status;
  view: View;
  /** Column by which the table is sorted, and the direction. */
  sort: Pick<ViewQuery, 'key' | 'descending'>;
  /** Number of configurations that are too close to the first to call; 0 if unknown. */
  close: number;
}

/** The user's layouts in the what-if panel, compared with the program layouts. */
export interface Edited {
  /** Number of tensors with another layout than in the program. */
  changed: number;
  score: number;
  /** Score minus that of the program layouts; negative is faster. */
  difference: number;
  /** Probability that the one with the lower score is faster; null without calibration. */
  pairConfidence: number | null;
}

export interface Selected {
  /** The program on the page. Opening a new program clears all other values of this interface. */
  program: OpenedProgram | null;
  /** Costs of the program's instructions; null if not computed yet, or if the file contains no HLO. */
  costs: Costs | null;
  ranked: Ranked | null;
  /**
   * What is unusual about the ranking, such as the use of another model than the selected one. Null if there is nothing
   * unusual.
   */
  notice: string | null;
  /** Index of the instruction that the user selected; null: none. */
  instruction: number | null;
  /** The selected configuration. Its index is -1 if it is the user's, in the what-if panel. */
  configuration: Configuration | null;
  /** Null if the user has changed no layout. */
  edited: Edited | null;
  /**
   * Copies that the selected layout configuration implies. Null until they are computed, and if no configuration is
   * selected.
   */
  copies: Copies | null;
  /**
   * How the program differs from the program that it is compared with. `of`: kind of change of each instruction, as an
   * index into `words`. Null if there is no comparison.
   */
  changes: { words: string[]; of: Uint8Array; costs: CostChanges } | null;
}

const kNothing: Selected = {
  program: null,
  costs: null,
  ranked: null,
  notice: null,
  instruction: null,
  configuration: null,
  edited: null,
  copies: null,
  changes: null,
};

class Selection {
  /**
   * Whether the program is that selected before, at another stage of compilation. The tabs then stay as they are.
   */
  isStage = false;
  private readonly signals = Object.fromEntries(
    Object.entries(kNothing).map(([name, value]) => [name, signal(value)]),
  ) as { [K in keyof Selected]: ReturnType<typeof signal<Selected[K]>> };

  get<K extends keyof Selected>(what: K): Selected[K] {
    return this.signals[what].peek() as Selected[K];
  }

  /**
   * Sets the program. `isStage`: whether it is another compilation stage of the one before. The selected instruction
   * then stays selected, if the program has one of the same name in the same computation.
   */
  chooseProgram(program: OpenedProgram, isStage: boolean): void {
    const [before, selected] = [this.get('program')?.instructions, this.get('instruction')];
    this.isStage = isStage;
    this.choose('program', program);
    if (!isStage || !before || selected === null) return;
    const { names, computations } = program.instructions;
    const [name, computation] = [before.names[selected], before.computations[selected]];
    const same = names.findIndex((other, i) => other === name && computations[i] === computation);
    if (same >= 0) this.choose('instruction', same);
  }

  /** Returns all values. */
  all(): Selected {
    const values = Object.entries(this.signals).map(([name, value]) => [name, value.peek()]);
    return Object.fromEntries(values) as Selected;
  }

  /** Returns the signal of a value. UI components read it, and are rendered again when the value changes. */
  signal<K extends keyof Selected>(what: K): ReadonlySignal<Selected[K]> {
    return this.signals[what] as ReadonlySignal<Selected[K]>;
  }

  /** Sets a value and notifies its listeners. Does nothing if the value is already set. */
  choose<K extends keyof Selected>(what: K, value: Selected[K]): void {
    batch(() => {
      if (this.get(what) === value) return;
      if (what === 'program')
        for (const each of Object.keys(kNothing) as (keyof Selected)[]) this.signals[each].value = null;
      if (what === 'configuration') this.signals.copies.value = null;
      this.signals[what].value = value;
    });
  }

  /** Calls `listener` after each change of a value. Returns a function that unsubscribes. */
  on<K extends keyof Selected>(what: K, listener: (value: Selected[K]) => void): () => void {
    let isFirst = true;
    return this.signal(what).subscribe((value) => {
      if (isFirst) isFirst = false;
      else listener(value);
    });
  }
}

export const selection = new Selection();
