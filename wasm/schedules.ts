// Wraps the C++ core for schedules of Halide and TVM, as engine.ts does for HLO programs. A pipeline is a graph of
// stages, which take the place of instructions so that the same views show both; an instruction number is a stage
// number.
import type {
  Agreement,
  Configuration,
  Costs,
  Details,
  Drawing,
  InputFile,
  Inspection,
  Instructions,
  Outline,
  RankReport,
  Saved,
  SavedKind,
  Structure,
  Tensor,
  Top,
  View,
} from './answers';
import { allConfigurations, answer, lines } from './json';
import type { NativeSchedules, ViewQuery } from './module';

/** Holds one open file of schedules and the ranking of one program in it. */
export class Schedules {
  private isPredicted = true; // whether a model made the ranking; if not, it is by measured time

  constructor(private readonly session: NativeSchedules) {}

  /**
   * Opens a zip archive of files of schedules. `chosen` is the number of the program in the archive to open. Throws
   * EngineError on failure; the program that was open before then stays open.
   */
  open({ name, bytes }: InputFile, chosen: number): Inspection {
    return answer(this.session.open(name, bytes, chosen));
  }

  instructions(): Instructions {
    const { names, computations, opcodes, shapes, configurable } = this.session.instructions();
    return {
      names: lines(names),
      computations: lines(computations),
      opcodes: lines(opcodes),
      shapes: lines(shapes),
      configurable,
    };
  }

  outline(): Outline {
    const { error, titles, subtitles, ...arrays } = this.session.outline();
    if (error) answer(error);
    const ofStages = (text: string): string => text.replace(/\binstruction(s?)\b/, 'stage$1');
    return { titles: lines(titles), subtitles: lines(subtitles).map(ofStages), ...arrays };
  }

  draw(open: Uint32Array | 'all', isEverything = false): Drawing {
    const all = open === 'all';
    const { error, ...drawing } = this.session.draw(all ? new Uint32Array() : open, all, isEverything);
    if (error) answer(error);
    return drawing;
  }

  structure(): Structure {
    const { opNames, origins, text, ...arrays } = this.session.structure();
    return { opNames: lines(opNames), origins: lines(origins), text: lines(text), ...arrays };
  }

  /**
   * Returns an empty list of tensors whose layout can be chosen, because a schedule determines the layouts of its
   * tensors.
   */
  slots() {
    return { nodes: new Uint32Array(), tensors: new Uint8Array(), reference: new Uint8Array() };
  }

  /**
   * Returns the predicted times of the stages under a schedule. The lists are empty if the model predicts none. Throws
   * EngineError if no ranking was started.
   */
  costs(configuration: number): Costs {
    const { error, kinds, bounds, ...arrays } = this.session.costs(configuration);
    if (error) answer(error);
    return {
      kinds: lines(kinds),
      bounds: lines(bounds) as Costs['bounds'],
      isPredicted: true,
      ...arrays,
      conflicts: [],
    };
  }

  /** Describes a stage of the pipeline, with its features under a schedule. */
  details(stage: number, configuration: number): Details {
    return answer(this.session.details(stage, configuration));
  }

  /**
   * Builds the network inputs for the schedules with numbers `begin` to `begin + count - 1`. `card` is the text of
   * model.json.
   */
  inputs(card: string, begin: number, count: number): Tensor[] {
    const { error, tensors = [] } = this.session.inputs(card, begin, count);
    if (error) answer(error);
    return tensors;
  }

  /**
   * Computes the costs of all schedules by Halide's own cost model. `weights` has the bytes of Halide's .weights file.
   */
  setHalideWeights(weights: Uint8Array, cores: number): void {
    answer(this.session.setHalideWeights(weights, cores));
  }

  /**
   * Ranks the schedules by a model's outputs. `card`: the text of the model's model.json. `scores`, [schedules], and
   * `stageTimes`, [schedules, stages], are logarithms of milliseconds.
   */
  rank(card: string, scores: Float32Array, stageTimes: Float32Array): void {
    answer(this.session.rank({ card, scores, stageTimes }));
    this.isPredicted = true;
  }

  /** Ranks the schedules by Halide's own cost model. setHalideWeights must be called before. */
  rankByHalide(): void {
    answer(this.session.rank('halide'));
    this.isPredicted = true;
  }

  /** Ranks the schedules by their measured times. */
  rankByTime(): void {
    answer(this.session.rank('time'));
    this.isPredicted = false;
  }

  view(query: Partial<ViewQuery> = {}): View {
    const { agreement, ...view } = this.session.view({ ...allConfigurations, ...query });
    const { isPredicted } = this;
    return { ...view, isPredicted, agreement: agreement ? (JSON.parse(agreement) as Agreement | null) : null };
  }

  top(k: number): Top {
    return this.view({ limit: k });
  }

  explain(configuration: number): Configuration {
    return answer(this.session.explain(configuration));
  }

  /**
   * Writes schedules, given by their numbers, as the text of a JSON or CSV file. Throws EngineError for other kinds of
   * file.
   */
  saved(kind: SavedKind, indices: number[]): Saved {
    return answer(this.session.saved(kind, Uint32Array.from(indices), '', ''));
  }

  report(count: number): RankReport {
    const report = answer<RankReport>(this.session.report(count));
    const configurations = report.configurations.map(({ index }) => this.explain(index));
    const notices = report.notices.map((message) => ({ kind: 'schedules', message: String(message) }));
    return { ...report, generated: false, compilerDefault: null, confidence: null, configurations, notices };
  }
}
