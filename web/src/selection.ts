// What all views share: the program that is shown, the instruction and the configuration that are selected in it.
// A view says what the user chose with `choose` and hears of it with `on`, its own choices included.
import type { Configuration, ChoiceReport } from '../../wasm/engine';
import type { OpenedProgram } from './protocol';

/** Values that a configuration needs copies of: how many there are, and those of most bytes. */
export type Copies = Pick<ChoiceReport, 'disagreementCount' | 'disagreements'>;

export interface Selected {
  /** The program on the page. A new one drops what was selected in the last. */
  program: OpenedProgram | null;
  /** Number of an instruction, in node order. */
  instruction: number | null;
  configuration: Configuration | null;
  /** null: not known yet, or no configuration. A new configuration drops them, of which the listeners hear with it alone. */
  copies: Copies | null;
  /** How each instruction of the program differs from another program that it is compared with: an index into `words`. */
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

  /** Tells every listener, unless this is what was selected before. */
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

  /** `listener` hears of every choice from now on, until the function that is returned is called. */
  on<K extends keyof Selected>(what: K, listener: Listener<K>): () => void {
    this.listeners[what].add(listener);
    return () => void this.listeners[what].delete(listener);
  }
}

export const selection = new Selection();
