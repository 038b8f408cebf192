// A small HLO program in a lesson; the lesson's engine reads its text again after each change.
import { signal } from '@preact/signals';
import {
  type Drawing,
  EngineError,
  type ErrorReport,
  type Instructions,
  type Outline,
  type Structure,
} from '../../../../wasm/engine';
import { CancelledError, type Client } from '../../client';
import type { LessonContext } from './lesson';

/** A program as the engine has read it from a text. */
export interface Read {
  instructions: Instructions;
  structure: Structure;
  outline: Outline;
  drawing: Drawing;
}

const kCandidates = 64; // configurations that the engine generates, enough for every layout of each tensor to occur
const kPause = 150; // milliseconds after the last change of the text until it is read

/** The web worker of a lesson: started with the first program, ended with the lesson. */
export class LessonEngine {
  private client: Client | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly context: Pick<LessonContext, 'services' | 'atEnd'>) {}

  get(): Client {
    if (!this.client) {
      const client = (this.client = this.context.services.newEngine());
      this.context.atEnd(() => client.end());
    }
    return this.client;
  }

  /**
   * Calls `work` after all earlier calls are finished, because opening a program cancels requests about the previous
   * one.
   */
  inTurn<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const turn = this.last.then(() => work(this.get()));
    this.last = turn.catch(() => {});
    return turn;
  }
}

export class LessonProgram {
  readonly text;
  /** The program in the last text that could be read; null: none yet. */
  readonly read = signal<Read | null>(null);
  /** What is wrong with the current text; null: nothing. */
  readonly error = signal<ErrorReport | null>(null);
  private timer = 0;
  private latest = 0;

  constructor(
    private readonly engine: LessonEngine,
    readonly original: string,
    private readonly failed: (error: unknown) => void,
  ) {
    this.text = signal(original);
  }

  setText(text: string): void {
    this.text.value = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.open(), kPause);
  }

  /** Reads the text; call this when the program is shown. */
  async open(): Promise<void> {
    const mine = ++this.latest;
    try {
      const found = await this.engine.inTurn(async (client) => {
        if (mine !== this.latest) return null;
        const bytes = new TextEncoder().encode(this.text.peek());
        const { instructions } = await client.open([{ name: 'lesson.hlo', bytes }], kCandidates);
        const [graph, structure, drawn] = await Promise.all([
          client.ask('graph', { hasModule: true }),
          client.ask('structure', null),
          client.ask('draw', { open: 'all', everything: true }),
        ]);
        return { instructions, graph, structure, drawn };
      });
      if (!found || mine !== this.latest) return;
      const { instructions, graph, structure, drawn } = found;
      this.read.value = { instructions, structure, outline: graph.outline!, drawing: drawn.drawing };
      this.error.value = null;
    } catch (error) {
      if (mine !== this.latest || error instanceof CancelledError) return;
      if (error instanceof EngineError) this.error.value = error.report;
      else this.failed(error);
    }
  }
}

/** Returns the index of the instruction with this name; -1 if there is none. */
export const indexOf = ({ instructions }: Read, name: string): number => instructions.names.indexOf(name);

/** The operands of an instruction. */
export function operandsOf({ structure }: Read, instruction: number): number[] {
  const { begin, feeds, operands } = structure;
  return [...feeds.subarray(begin[instruction], begin[instruction]! + operands[instruction]!)];
}
