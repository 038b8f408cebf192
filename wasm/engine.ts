// The C++ core for TypeScript: typed results, and exceptions for errors. Only this file uses module.d.ts.
import type { HlorankModule, Json, ModuleFactory, NativeSession, NativeSide, ViewQuery } from './module';
import type {
  Agreement,
  Best,
  Configuration,
  Details,
  Difference,
  Drawing,
  ErrorReport,
  InputFile,
  Inspection,
  Instructions,
  Outline,
  RankReport,
  Saved,
  SavedKind,
  Settings,
  Side,
  SideBySide,
  Slots,
  Stage,
  Structure,
  Tensor,
  ChoiceReport,
  Top,
  View,
} from './answers';

export * from './answers';

/** The inputs of a network for the open program: see `inputs` in module.d.ts. `reference`: size of the reference set. */
export interface NetworkInputs {
  tensors: Tensor[];
  pairs: boolean;
  joined: boolean;
  reference: number;
  referenceTensors: Tensor[];
}

export class EngineError extends Error {
  constructor(readonly report: ErrorReport) {
    super(report.message);
    this.name = 'EngineError';
  }
}

function answer<T>(json: Json<unknown>): T {
  const parsed = JSON.parse(json) as T & { error?: ErrorReport };
  if (parsed.error) throw new EngineError(parsed.error);
  return parsed;
}

/** Concatenates choices (one byte per slot), which is how the C++ core takes several of them. */
export function concatenated(choices: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(choices.reduce((size, choice) => size + choice.length, 0));
  let at = 0;
  for (const choice of choices) {
    all.set(choice, at);
    at += choice.length;
  }
  return all;
}

const lines = (text: string): string[] => text.split('\n').slice(0, -1);

const sideOf = (side: NativeSide): Side => ({
  ...side,
  lines: lines(side.lines),
  computations: lines(side.computations),
});

/** Holds one open program and ranks it, any number of times. */
export class Engine {
  private session: NativeSession;

  private constructor(private readonly module: HlorankModule) {
    this.session = new module.Session();
  }

  /** In Node.js pass `wasmBinary`; in a browser pass `locateFile`, which returns the URL of hlorank.wasm. */
  static async load(factory: ModuleFactory, options: Parameters<ModuleFactory>[0]): Promise<Engine> {
    return new Engine(await factory(options));
  }

  /** Opens one file, or a program and a file of its configurations. Throws EngineError. */
  open(files: InputFile[], candidates = 2000, onStage: (stage: Stage) => void = () => {}): Inspection {
    const [file, other] = files;
    if (!file) throw new Error('open needs a file');
    const none = new Uint8Array();
    return answer(
      this.session.open(
        file.name,
        file.bytes,
        other?.name ?? '',
        other?.bytes ?? none,
        candidates,
        onStage as (s: string) => void,
      ),
    );
  }

  instructions(): Instructions {
    const table = this.session.instructions();
    return {
      names: lines(table.names),
      computations: lines(table.computations),
      opcodes: lines(table.opcodes),
      shapes: lines(table.shapes),
      configurable: table.configurable,
    };
  }

  /** The nested places of the program that can be drawn. Throws EngineError if the file has no HLO. */
  outline(): Outline {
    const { error, titles, subtitles, ...arrays } = this.session.outline();
    if (error) answer(error);
    return { titles: lines(titles), subtitles: lines(subtitles), ...arrays };
  }

  /** Lays out the graph with the places in `open` expanded, or all; `everything` shows folded places as boxes. Throws EngineError. */
  draw(open: Uint32Array | 'all', everything = false): Drawing {
    const all = open === 'all';
    const { error, ...drawing } = this.session.draw(all ? new Uint32Array() : open, all, everything);
    if (error) answer(error);
    return drawing;
  }

  structure(): Structure {
    const { error, opNames, origins, text, ...arrays } = this.session.structure();
    if (error) answer(error);
    return { opNames: lines(opNames), origins: lines(origins), text: lines(text), ...arrays };
  }

  details(node: number): Details {
    return answer(this.session.details(node));
  }

  /** Checks whether the program has the inputs that the card's network takes: throws as `inputs` would, but changes nothing. */
  fits(card: string): void {
    answer(this.session.fits(card));
  }

  /** Builds the inputs of a model's network. `card` is the text of model.json. Throws EngineError if the model does not fit. */
  inputs(card: string): NetworkInputs {
    const inputs = this.session.inputs(card);
    if (inputs.error) answer(inputs.error);
    const { tensors = [], pairs = false, joined: isJoined = false, reference = 0, referenceTensors = [] } = inputs;
    return { tensors, pairs, joined: isJoined, reference, referenceTensors };
  }

  /** The input `choices` for `count` configurations of the reference set, from number `begin` on. */
  referenceChoices(begin: number, count: number): Tensor {
    const { error, tensor } = this.session.referenceChoices(begin, count);
    if (error) answer(error);
    return tensor!;
  }

  /** The input `choices` of a joined network for `count` configurations, from number `begin` on. */
  choices(begin: number, count: number): Tensor {
    const { error, tensor } = this.session.choices(begin, count);
    if (error) answer(error);
    return tensor!;
  }

  /** The same for concatenated choices, as `unknown` returns them. */
  choicesOf(choices: Uint8Array): Tensor {
    const { error, tensor } = this.session.encodeChoices(choices);
    if (error) answer(error);
    return tensor!;
  }

  /** Starts a ranking with the outputs of the network of the last `inputs`. `referenceScore`: [1] a joined network's score of the reference. */
  rank(
    rows: Float32Array,
    pairs: Float32Array = new Float32Array(),
    members: Float32Array = new Float32Array(),
    referenceScore: Float32Array = new Float32Array(),
  ): void {
    answer(this.session.rank(rows, pairs, members, referenceScore));
  }

  /** Adds a joined network's scores of the next configurations, which `step` can then score. */
  addConfigurationScores(scores: Float32Array): void {
    answer(this.session.addConfigurationScores(scores));
  }

  /** Number of configurations whose network score was added. */
  configurationScoreCount(): number {
    return this.session.configurationScoreCount();
  }

  /**
   * The choices, concatenated, that a joined network must score before they can be reported: among `choices`, the user's
   * configurations and, with `slot`, each of `choices` with every layout of that slot.
   */
  unscoredChoices(choices: Uint8Array[], slot: number | null = null): Uint8Array {
    return this.session.unscoredChoices(concatenated(choices), slot ?? -1);
  }

  /** Adds a joined network's scores of concatenated choices. */
  addChoiceScores(choices: Uint8Array, scores: Float32Array): void {
    answer(this.session.addChoiceScores(choices, scores));
  }

  /** Starts a ranking by the analytical cost model, which needs no network. */
  rankAnalytically(): void {
    answer(this.session.rankAnalytically());
  }

  /** Scores up to `count` more configurations. Returns the number scored so far. */
  step(count: number): number {
    return this.session.step(count);
  }

  top(k: number): Top {
    return this.session.top(k);
  }

  /** A configuration of the file or of the user. */
  explain(configuration: number): Configuration {
    return answer(this.session.explain(configuration));
  }

  slots(): Slots {
    return this.session.slots();
  }

  /** Replaces the user's configurations, which are numbered after those of the file. */
  setUserConfigurations(choices: Uint8Array[]): void {
    answer(this.session.setUserConfigurations(concatenated(choices)));
  }

  /** The choice of a configuration: one row number per slot. */
  choice(configuration: number): Uint8Array {
    const choice = this.session.choice(configuration);
    if (!choice) throw new Error(`there is no configuration ${configuration}`);
    return choice;
  }

  /** The ranking table; without a query, all configurations by score. */
  view(query: Partial<ViewQuery> = {}): View {
    const everything: [number, number] = [-Infinity, Infinity];
    const { agreement, ...view } = this.session.view({
      text: '',
      score: everything,
      time: everything,
      node: null,
      key: 'score',
      descending: false,
      limit: 0xffffffff,
      ...query,
    });
    return { ...view, agreement: agreement ? (JSON.parse(agreement) as Agreement | null) : null };
  }

  /** Like `explain`, for any choice, with rank and disagreements. */
  describeChoice(choice: Uint8Array): ChoiceReport {
    return answer(this.session.describeChoice(choice));
  }

  settings(choice: Uint8Array, slot: number): Settings {
    return answer(this.session.settings(choice, slot));
  }

  sideBySide(choices: Uint8Array[]): SideBySide {
    return answer(this.session.sideBySide(concatenated(choices)));
  }

  best(count: number): Best {
    return answer(this.session.best(count));
  }

  /** The text of a file with these configurations. Throws EngineError. */
  saved(kind: SavedKind, indices: number[], names: string[] = [], collection = ''): Saved {
    return answer(this.session.saved(kind, Uint32Array.from(indices), names.join('\n'), collection));
  }

  report(count: number): RankReport {
    return answer(this.session.report(count));
  }

  /** Reads and compares two programs without changing the open one. Throws EngineError. */
  compare(left: InputFile, right: InputFile): Difference {
    const { error, ...found } = this.module.compare(left.name, left.bytes, right.name, right.bytes);
    if (error) answer(error);
    const { words, rows, sections } = found;
    return { words: words!, left: sideOf(found.left!), right: sideOf(found.right!), rows: rows!, sections: sections! };
  }

  /** Size of the WebAssembly memory in bytes; it never shrinks. */
  heapBytes(): number {
    return this.module.heapBytes();
  }

  close(): void {
    this.session.delete();
    this.session = new this.module.Session();
  }
}
