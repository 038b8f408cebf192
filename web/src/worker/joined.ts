// Runs an early- or late-join network (as in TpuGraphs), which scores whole layout configurations. Scores the open
// program's configurations in batches and passes the scores to the engine.
import type { Engine, JoinedScores, NetworkInputs, Tensor } from '../../../wasm/engine';
import type { Ranker, NetworkOutputs } from '../ranker';

// Approximate number of elements of the largest array in one run of the network. Larger batches are not faster.
const kNumbers = 1 << 24;
const kWidth = 64; // number of features in a hidden state, assumed for the choice of the batch size
const kMost = 128; // largest number of configurations in one run of the network
const kTensors = 3; // tensors with a layout per configurable instruction: output, operand 0 and operand 1

const logOfSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

export class JoinedNetwork {
  private turn: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private readonly atOnce: number;
  private readonly scores: JoinedScores;

  constructor(
    private readonly engine: Engine,
    private readonly ranker: Pick<Ranker, 'run'>,
    /**
     * Inputs of the network that are the same for all batches: all except `choices`, the layouts of the configurations
     * in a batch.
     */
    private tensors: Tensor[],
    /**
     * Inputs for cross-configuration attention, and the size of the reference set, the configurations to which all
     * others attend. The size is 0 if the network has no such attention.
     */
    private readonly reference: Pick<NetworkInputs, 'reference' | 'referenceTensors'>,
  ) {
    this.scores = engine.joinedScores();
    const nodes = this.scores.choices(0, 1).shape[0]!;
    const messages = tensors.filter(({ name }) => name.startsWith('source.')).map(({ data }) => data.length);
    const rows = Math.max(kTensors * nodes, ...messages, 1);
    this.atOnce = Math.min(kMost, Math.max(1, Math.floor(kNumbers / kWidth / rows)));
  }

  /**
   * Starts a ranking: runs the network on the layouts in the HLO file. Resolves to the network's scores for single
   * layouts and its score for these layouts together. For a network with cross-configuration attention, first prepares
   * the reference set.
   */
  async begin(): Promise<NetworkOutputs> {
    if (this.reference.reference > 0) await this.scoreReference();
    return this.run(this.scores.choicesOf(this.engine.slots().reference));
  }

  /**
   * Runs the network on the reference set, the configurations to which all others attend. The result becomes the input
   * `referenceSet` of later runs.
   */
  private async scoreReference(): Promise<void> {
    const { reference, referenceTensors } = this.reference;
    let all = new Float32Array();
    for (let at = 0; at < reference; at += this.atOnce) {
      const choices = this.scores.referenceChoices(at, this.atOnce);
      const { asReferenceSet } = await this.ranker.run([...referenceTensors, choices]);
      all = at ? all.map((value, i) => logOfSum(value, asReferenceSet[i]!)) : Float32Array.from(asReferenceSet);
    }
    this.tensors = this.tensors.map((tensor) => (tensor.name === 'referenceSet' ? { ...tensor, data: all } : tensor));
  }

  /** Stops passing scores to the engine. Call this before another ranking begins. */
  end(): void {
    this.isOver = true;
  }

  /**
   * Scores the next batch of configurations, in file order, and passes the scores to the engine. Does nothing once
   * `total` configurations are scored.
   */
  scoreNext(total: number): Promise<void> {
    return this.inTurn(async () => {
      const begin = this.scores.configurationScoreCount();
      if (begin >= total) return;
      const { scores } = await this.run(this.scores.choices(begin, this.atOnce));
      if (!this.isOver) this.scores.addConfigurationScores(scores);
    });
  }

  /**
   * Scores `choices`, which need not be in the file, and the configurations that the user made. Each of `choices` has,
   * for each tensor whose layout can be chosen, the index of the layout. `slot`: scores each of them also with every
   * layout of this tensor; null: does not. Skips configurations that have a score.
   */
  scoreChoices(choices: Uint8Array[], slot: number | null = null): Promise<void> {
    return this.inTurn(async () => {
      if (this.isOver) return;
      const slots = this.engine.slots().reference.length;
      const unknown = this.scores.unscoredChoices(choices, slot);
      for (let at = 0; at < unknown.length && !this.isOver; at += this.atOnce * slots) {
        const some = unknown.slice(at, at + this.atOnce * slots);
        const { scores } = await this.run(this.scores.choicesOf(some));
        if (!this.isOver) this.scores.addChoiceScores(some, scores);
      }
    });
  }

  /**
   * Runs the network on a batch of configurations. If the program has no tensor whose layout can be chosen, returns
   * scores of 0.
   */
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
