// Opens and ranks schedules of Halide and TVM in the web worker.
import { type Engine, EngineError, type Inspection, plainError } from '../../../wasm/engine';
import type { Schedules } from '../../../wasm/schedules';
import type { HalideModel, ModelFiles, OpenBody, Status } from '../protocol';
import type { Ranker } from '../ranker';

const kBatch = 64; // schedules in one run of the network, the same as on the command line

/** Times of the stages of all schedules, predicted by a network. */
interface Predicted {
  card: string;
  scores: Float32Array;
  stageTimes: Float32Array;
  seconds: number; // run time of the network in seconds
}

const notForSchedules = (what: string): never => {
  throw new EngineError(plainError(`${what} needs an HLO program; schedules have none`, 'open an HLO program'));
};

/** The open file of schedules. Has the functions that the request handlers for programs need. */
export class OpenSchedules {
  readonly program: Schedules;
  private inspection: Inspection | null = null;
  private predicted: Predicted | null = null; // outputs of the last network, which do not depend on the number of cores

  constructor(engine: Engine) {
    this.program = engine.schedules();
  }

  /** Opens the archive of schedules in `files`. If this throws EngineError, the previous schedules stay open. */
  open({ files, chosen = 0 }: OpenBody): Inspection {
    this.inspection = this.program.open(files[0]!, chosen);
    this.predicted = null;
    return this.inspection;
  }

  /** The functions of the open schedules that the graph's request handlers need. */
  get drawable() {
    const { program } = this;
    return {
      outline: () => program.outline(),
      slots: () => program.slots(),
      structure: () => program.structure(),
      draw: (open: Uint32Array | 'all', isEverything?: boolean) => program.draw(open, isEverything),
      instructions: () => program.instructions(),
      details: (stage: number, configuration: number) => program.details(stage, configuration),
      costs: (_machine?: string, configuration = 0) => program.costs(configuration),
      addProfile: () => notForSchedules('a profile'),
      costGroups: () => notForSchedules('grouping'),
    };
  }

  /**
   * Ranks the schedules by a network that predicts stage times, by Halide's own model, or by measured times (see `rank`
   * in protocol.ts). Resolves to null if `isOver` returned true meanwhile because another ranking began.
   */
  async rank(
    model: ModelFiles | null,
    halide: HalideModel | null,
    load: (model: ModelFiles) => Promise<Ranker>,
    isOver: () => boolean,
  ): Promise<Status | null> {
    const { program } = this;
    if (model && this.predicted?.card !== model.card) {
      const predicted = await this.predict(model.card, await load(model), isOver);
      if (!predicted) return null;
      this.predicted = predicted;
    }
    if (halide) program.setHalideWeights(new Uint8Array(halide.weights), halide.cores);
    if (model) program.rank(model.card, this.predicted!.scores, this.predicted!.stageTimes);
    else if (halide?.isRanker) program.rankByHalide();
    else program.rankByTime();
    return this.status(model ? this.predicted!.seconds : 0);
  }

  private async predict(card: string, ranker: Ranker, isOver: () => boolean): Promise<Predicted | null> {
    const start = performance.now();
    const total = this.inspection!.configurations.count;
    const scores: number[] = [];
    const stageTimes: number[] = [];
    for (let begin = 0; begin < total; begin += kBatch) {
      const outputs = await ranker.run(this.program.inputs(card, begin, kBatch));
      if (isOver()) return null;
      scores.push(...outputs.scores);
      for (const time of outputs.stageTimes) stageTimes.push(time);
    }
    const seconds = (performance.now() - start) / 1000;
    return { card, scores: Float32Array.from(scores), stageTimes: Float32Array.from(stageTimes), seconds };
  }

  /** Returns the status of the finished ranking. `tables`: run time of the network in seconds. */
  status(tables = 0): Status {
    const { count: total } = this.inspection!.configurations;
    const top = this.program.top(total);
    const { agreement, verdict } = this.program.report(0);
    return {
      scored: total,
      total,
      top,
      lowest: top.scores[0] ?? 0,
      highest: top.scores.at(-1) ?? 0,
      rate: 0,
      tables,
      isJoined: false,
      agreement,
      confidence: null,
      compilerDefault: null,
      verdict,
    };
  }
}
