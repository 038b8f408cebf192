// A network in which configurations join the graph, at work on the program that is open: it scores some of them at a time.
import type { Engine, NetworkInputs, Tensor } from '../../../wasm/engine';
import type { Ranker, Written } from '../ranker';

const kNumbers = 1 << 24; // of the largest array of a run, about; more at a time is not faster and needs more memory
const kWidth = 64; // of the states in it
const kMost = 128; // configurations a run
const kTensors = 3; // of a node

const logOfSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

export class JoinedNetwork {
  private turn: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private readonly atOnce: number;

  constructor(
    private readonly engine: Engine,
    private readonly ranker: Pick<Ranker, 'run'>,
    /** All that the network takes but `choices`. */
    private tensors: Tensor[],
    /** Cross-configuration attention: the configurations each one is compared with, and what the network takes for them. */
    private readonly reference: Pick<NetworkInputs, 'reference' | 'referenceTensors'>,
  ) {
    const nodes = engine.choices(0, 1).shape[0]!;
    const messages = tensors.filter(({ name }) => name.startsWith('source.')).map(({ data }) => data.length);
    const rows = Math.max(kTensors * nodes, ...messages, 1);
    this.atOnce = Math.min(kMost, Math.max(1, Math.floor(kNumbers / kWidth / rows)));
  }

  /** Its tables, and its score of the default. */
  async begin(): Promise<Written> {
    if (this.reference.reference > 0) await this.scoreReference();
    return this.run(this.engine.choicesOf(this.engine.slots().reference));
  }

  /** What the network writes of the reference set becomes its input. */
  private async scoreReference(): Promise<void> {
    const { reference, referenceTensors } = this.reference;
    let all = new Float32Array();
    for (let at = 0; at < reference; at += this.atOnce) {
      const choices = this.engine.referenceChoices(at, this.atOnce);
      const { asReferenceSet } = await this.ranker.run([...referenceTensors, choices]);
      all = at ? all.map((value, i) => logOfSum(value, asReferenceSet[i]!)) : Float32Array.from(asReferenceSet);
    }
    this.tensors = this.tensors.map((tensor) => (tensor.name === 'referenceSet' ? { ...tensor, data: all } : tensor));
  }

  /** Nothing is told to the engine from now on: it has another ranking. */
  end(): void {
    this.isOver = true;
  }

  /** Tells the engine the scores of the next configurations. */
  hear(total: number): Promise<void> {
    return this.inTurn(async () => {
      const begin = this.engine.heard();
      if (begin >= total) return;
      const { scores } = await this.run(this.engine.choices(begin, this.atOnce));
      if (!this.isOver) this.engine.hear(scores);
    });
  }

  /** Tells the engine the scores of choices in no list: these, with `slot` each layout of it in them, and the user's own. */
  know(choices: Uint8Array[], slot: number | null = null): Promise<void> {
    return this.inTurn(async () => {
      if (this.isOver) return;
      const slots = this.engine.slots().reference.length;
      const unknown = this.engine.unknown(choices, slot);
      for (let at = 0; at < unknown.length && !this.isOver; at += this.atOnce * slots) {
        const some = unknown.slice(at, at + this.atOnce * slots);
        const { scores } = await this.run(this.engine.choicesOf(some));
        if (!this.isOver) this.engine.know(some, scores);
      }
    });
  }

  /** A program in which nothing can be chosen has no rows to run the network on. */
  private async run(choices: Tensor): Promise<Written> {
    if (choices.shape[0] !== 0) return this.ranker.run([...this.tensors, choices]);
    const none = new Float32Array();
    return {
      rows: none,
      pairs: none,
      members: none,
      scores: new Float32Array(choices.shape[1] || 1),
      asReferenceSet: none,
    };
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}
