// A small HLO program in a lesson. The learner can edit its text, and the lesson's engine reads the text again after
// each change.
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

/** A program as the engine has read it from HLO text. */
export interface Read {
  instructions: Instructions;
  structure: Structure;
  outline: Outline;
  drawing: Drawing;
}

const kCandidates = 64; // number of configurations to generate; enough for every layout of each tensor to occur
const kPause = 150; // milliseconds from the last change of the text until the engine reads it

/** The web worker of a lesson. Starts when the first program is opened, and ends when the learner leaves the lesson. */
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
   * Calls `work` after all earlier calls are finished. Without this order, opening a program would cancel requests
   * about the previous program.
   */
  inTurn<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const turn = this.last.then(() => work(this.get()));
    this.last = turn.catch(() => {});
    return turn;
  }
}

export class LessonProgram {
  readonly text;
  /** The program in the last text that the engine could read; null if there was none yet. */
  readonly read = signal<Read | null>(null);
  /** The error in the current text; null if the text is correct. */
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

  /** Makes the engine read the text. Call this when the program is shown. */
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
          client.ask('draw', { open: 'all', plumbing: true }),
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

/** Returns the index of the instruction with this name, or -1 if there is none. */
export const indexOf = ({ instructions }: Read, name: string): number => instructions.names.indexOf(name);

/** Returns the indices of the instructions that are operands of an instruction. */
export function operandsOf({ structure }: Read, instruction: number): number[] {
  const { begin, feeds, operands } = structure;
  return [...feeds.subarray(begin[instruction], begin[instruction]! + operands[instruction]!)];
}
