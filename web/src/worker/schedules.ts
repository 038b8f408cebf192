// Opens and ranks schedules of Halide and TVM in the worker.
import { type Engine, EngineError, type Inspection, plainError } from '../../../wasm/engine';
import type { Schedules } from '../../../wasm/schedules';
import type { ModelFiles, OpenBody, Status } from '../protocol';
import type { Ranker } from '../ranker';

const kBatch = 64; // schedules per run of the network, as on the command line
const kCores = 1; // that Halide's own model predicts for: samples do not tell how many the run times are of

const notForSchedules = (what: string): never => {
  throw new EngineError(plainError(`${what} needs an HLO program; schedules have none`, 'open an HLO program'));
};

/** The open schedules as the request handlers of programs need them. */
export class OpenSchedules {
  readonly program: Schedules;
  private inspection: Inspection | null = null;

  constructor(engine: Engine) {
    this.program = engine.schedules();
  }

  /** Opens the archive of schedules in `files`. Throws EngineError; then what was open stays open. */
  open({ files, chosen = 0 }: OpenBody): Inspection {
    return (this.inspection = this.program.open(files[0]!, chosen));
  }

  /** The request handlers of the graph. */
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
   * Ranks by a stage model, by Halide's own model, or by measured times (see `rank` in protocol.ts). Null: `isOver` said
   * meanwhile that another ranking began.
   */
  async rank(
    model: ModelFiles | null,
    weights: ArrayBuffer | null,
    load: (model: ModelFiles) => Promise<Ranker>,
    isOver: () => boolean,
  ): Promise<Status | null> {
    const { program } = this;
    if (weights) program.setHalideWeights(new Uint8Array(weights), kCores);
    let tables = 0;
    if (model) {
      const ranker = await load(model);
      const begin = performance.now();
      const predicted = await this.predict(model, ranker, isOver);
      if (!predicted) return null;
      tables = (performance.now() - begin) / 1000;
      program.rank(model.card, predicted.scores, predicted.stageTimes);
    } else if (weights) program.rankByHalide();
    else program.rankByTime();
    return this.status(tables);
  }

  private async predict(model: ModelFiles, ranker: Ranker, isOver: () => boolean) {
    const total = this.inspection!.configurations.count;
    const scores: number[] = [];
    const stageTimes: number[] = [];
    for (let begin = 0; begin < total; begin += kBatch) {
      const outputs = await ranker.run(this.program.inputs(model.card, begin, kBatch));
      if (isOver()) return null;
      scores.push(...outputs.scores);
      for (const time of outputs.stageTimes) stageTimes.push(time);
    }
    return { scores: Float32Array.from(scores), stageTimes: Float32Array.from(stageTimes) };
  }

  /** The status of the finished ranking. */
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
      verdict,
    };
  }
}
