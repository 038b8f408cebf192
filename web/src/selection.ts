// State shared by all views: the current program and the selected instruction and configuration. Views set it with
// `choose` and subscribe with `on`; a view is also notified of its own changes.
import type { Configuration, ChoiceReport } from '../../wasm/engine';
import type { OpenedProgram } from './protocol';

/**
 * Values that a configuration stores in one layout and reads in another, so that a copy is needed: their number and the
 * largest.
 */
export type Copies = Pick<ChoiceReport, 'disagreementCount' | 'disagreements'>;

export interface Selected {
  /** The program on the page. A new program clears the other selections. */
  program: OpenedProgram | null;
  /** Index of the selected instruction; null: none. */
  instruction: number | null;
  configuration: Configuration | null;
  /**
   * Implied copies of the selected configuration; null: not computed yet, or no configuration. A new configuration
   * resets it to null without notifying `copies` listeners.
   */
  copies: Copies | null;
  /** `of`: [instructions] kind of change from the compared program, an index into `words`. Null: no comparison. */
  changes: { words: string[]; of: Uint8Array } | null;
}

type Listener<K extends keyof Selected> = (value: Selected[K]) => void;

class Selection {
  private readonly now: Selected = {
    program: null,
    instruction: null,
    configuration: null,
    copies: null,
    changes: null,
  };
  private readonly listeners: { [K in keyof Selected]: Set<Listener<K>> } = {
    program: new Set(),
    instruction: new Set(),
    configuration: new Set(),
    copies: new Set(),
    changes: new Set(),
  };

  get<K extends keyof Selected>(what: K): Selected[K] {
    return this.now[what];
  }

  /** Sets a value and notifies its listeners; does nothing if the value is unchanged. */
  choose<K extends keyof Selected>(what: K, value: Selected[K]): void {
    if (this.now[what] === value) return;
    if (what === 'program') {
      this.choose('instruction', null);
      this.choose('configuration', null);
      this.choose('changes', null);
    }
    if (what === 'configuration') this.now.copies = null;
    this.now[what] = value;
    for (const listener of this.listeners[what]) listener(value);
  }

  /** Subscribes to changes. Returns a function that unsubscribes. */
  on<K extends keyof Selected>(what: K, listener: Listener<K>): () => void {
    this.listeners[what].add(listener);
    return () => void this.listeners[what].delete(listener);
  }
}

export const selection = new Selection();
