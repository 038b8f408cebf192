// Runs an early- or late-join network on the open program, in batches of configurations, and passes scores to the
// engine.
import type { Engine, NetworkInputs, Tensor } from '../../../wasm/engine';
import type { Ranker, NetworkOutputs } from '../ranker';

const kNumbers = 1 << 24; // approximate elements of the largest array of a run; larger batches are not faster
const kWidth = 64; // features of a hidden state, assumed for the batch size
const kMost = 128; // configurations per run, at most
const kTensors = 3; // tensors per node: output, operand 0, operand 1

const logOfSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

export class JoinedNetwork {
  private turn: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private readonly atOnce: number;

  constructor(
    private readonly engine: Engine,
    private readonly ranker: Pick<Ranker, 'run'>,
    /** All inputs of the network except `choices`. */
    private tensors: Tensor[],
    /** Cross-configuration attention: size of the reference set and the network inputs for it. */
    private readonly reference: Pick<NetworkInputs, 'reference' | 'referenceTensors'>,
  ) {
    const nodes = engine.choices(0, 1).shape[0]!;
    const messages = tensors.filter(({ name }) => name.startsWith('source.')).map(({ data }) => data.length);
    const rows = Math.max(kTensors * nodes, ...messages, 1);
    this.atOnce = Math.min(kMost, Math.max(1, Math.floor(kNumbers / kWidth / rows)));
  }

  /**
   * Runs the network on the program layouts: the layout table and the configuration-level score of the program layouts.
   */
  async begin(): Promise<NetworkOutputs> {
    if (this.reference.reference > 0) await this.scoreReference();
    return this.run(this.engine.choicesOf(this.engine.slots().reference));
  }

  /** Runs the network on the reference set and makes the result the input `referenceSet` of later runs. */
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

  /** Another ranking begins: passes no more scores to the engine. */
  end(): void {
    this.isOver = true;
  }

  /**
   * Scores the next batch of configurations, in file order, and passes the scores to the engine. `total`: all
   * configurations.
   */
  scoreNext(total: number): Promise<void> {
    return this.inTurn(async () => {
      const begin = this.engine.configurationScoreCount();
      if (begin >= total) return;
      const { scores } = await this.run(this.engine.choices(begin, this.atOnce));
      if (!this.isOver) this.engine.addConfigurationScores(scores);
    });
  }

  /**
   * Scores configurations that are not in the file: `choices`, their variants with each layout of `slot` (null: none),
   * and the user's own. Passes the scores to the engine; skips configurations that it already has scores of.
   */
  scoreChoices(choices: Uint8Array[], slot: number | null = null): Promise<void> {
    return this.inTurn(async () => {
      if (this.isOver) return;
      const slots = this.engine.slots().reference.length;
      const unknown = this.engine.unscoredChoices(choices, slot);
      for (let at = 0; at < unknown.length && !this.isOver; at += this.atOnce * slots) {
        const some = unknown.slice(at, at + this.atOnce * slots);
        const { scores } = await this.run(this.engine.choicesOf(some));
        if (!this.isOver) this.engine.addChoiceScores(some, scores);
      }
    });
  }

  /** Runs the network. A program without slots has no inputs to run it on; its scores are 0. */
  private async run(choices: Tensor): Promise<NetworkOutputs> {
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
