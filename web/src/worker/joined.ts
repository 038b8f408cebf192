// Runs an early- or late-join network, which scores whole configurations, on the open program in batches of
// configurations, and passes the scores to the engine.
import type { Engine, NetworkInputs, Tensor } from '../../../wasm/engine';
import type { Ranker, NetworkOutputs } from '../ranker';

const kNumbers = 1 << 24; // elements of the largest array of a run, approximately; larger batches are not faster
const kWidth = 64; // features of a hidden state that the batch size assumes
const kMost = 128; // configurations per run, at most
const kTensors = 3; // tensors with a layout per configurable instruction: output, operand 0, operand 1

const logOfSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

export class JoinedNetwork {
  private turn: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private readonly atOnce: number;

  constructor(
    private readonly engine: Engine,
    private readonly ranker: Pick<Ranker, 'run'>,
    /** All inputs of the network except `choices`, the layouts of a batch of configurations. */
    private tensors: Tensor[],
    /**
     * Cross-configuration attention: size of the reference set (configurations attended to; 0: none) and its inputs.
     */
    private readonly reference: Pick<NetworkInputs, 'reference' | 'referenceTensors'>,
  ) {
    const nodes = engine.choices(0, 1).shape[0]!;
    const messages = tensors.filter(({ name }) => name.startsWith('source.')).map(({ data }) => data.length);
    const rows = Math.max(kTensors * nodes, ...messages, 1);
    this.atOnce = Math.min(kMost, Math.max(1, Math.floor(kNumbers / kWidth / rows)));
  }

  /**
   * Prepares the reference set of cross-configuration attention, if the network has it, then runs the network on the
   * program layouts. Resolves to the layout table and the configuration-level score of the program layouts.
   */
  async begin(): Promise<NetworkOutputs> {
    if (this.reference.reference > 0) await this.scoreReference();
    return this.run(this.engine.choicesOf(this.engine.slots().reference));
  }

  /**
   * Runs the network on the reference set (the configurations of cross-configuration attention) and makes the result
   * the input `referenceSet` of later runs.
   */
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

  /** Passes no more scores to the engine; to be called before another ranking begins. */
  end(): void {
    this.isOver = true;
  }

  /**
   * Scores the next batch of configurations, in file order, and passes the scores to the engine. Does nothing when all
   * `total` configurations are scored.
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
   * Scores configurations that need not be in the file: `choices` (each [slots], index of the chosen layout), each of
   * them with every layout of `slot` (null: none), and the user's own. Skips those that the engine has scores of.
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

  /** Runs the network on a batch of configurations. Without slots there is nothing to run it on: the scores are 0. */
  private async run(choices: Tensor): Promise<NetworkOutputs> {
    if (choices.shape[0] !== 0) return this.ranker.run([...this.tensors, choices]);
    const none = new Float32Array();
    return {
      rows: none,
      pairs: none,
      members: none,
      scores: new Float32Array(choices.shape[1] || 1),
      stageTimes: none,
      asReferenceSet: none,
    };
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}
