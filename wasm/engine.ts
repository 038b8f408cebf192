// The C++ core as TypeScript sees it: typed answers, exceptions for errors. The only user of module.d.ts.
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
  Told,
  Top,
  View,
} from './answers';

export * from './answers';

/** What a network takes of the program that is open: see `inputs` in module.d.ts. */
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

/** One behind the other, as the engine takes choices. */
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

/** One program at a time: open it, then rank it as often as you like. */
export class Engine {
  private session: NativeSession;

  private constructor(private readonly module: HlorankModule) {
    this.session = new module.Session();
  }

  /** In node, give `wasmBinary`; in a browser `locateFile` says where hlorank.wasm is. */
  static async load(factory: ModuleFactory, options: Parameters<ModuleFactory>[0]): Promise<Engine> {
    return new Engine(await factory(options));
  }

  /** One file, or a program and the npz of its configurations. Throws EngineError. */
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

  /** What there is to draw. Throws EngineError when the file has no program. */
  outline(): Outline {
    const { error, titles, subtitles, ...arrays } = this.session.outline();
    if (error) answer(error);
    return { titles: lines(titles), subtitles: lines(subtitles), ...arrays };
  }

  /** The program with the places in `open` open, or all of them; `everything` shows plumbing as boxes. Throws EngineError. */
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

  /** Whether `inputs` could make what the card's network takes; throws EngineError as it would, and changes nothing. */
  fits(card: string): void {
    answer(this.session.fits(card));
  }

  /** What the network behind the card takes. `card` is the text of model.json. Throws EngineError when it does not fit. */
  inputs(card: string): NetworkInputs {
    const given = this.session.inputs(card);
    if (given.error) answer(given.error);
    const { tensors = [], pairs = false, joined: isJoined = false, reference = 0, referenceTensors = [] } = given;
    return { tensors, pairs, joined: isJoined, reference, referenceTensors };
  }

  /** The input `choices` for configurations of the reference set, by number. */
  referenceChoices(begin: number, count: number): Tensor {
    const { error, tensor } = this.session.referenceChoices(begin, count);
    if (error) answer(error);
    return tensor!;
  }

  /** The input `choices` of a joined network, for configurations by number. */
  choices(begin: number, count: number): Tensor {
    const { error, tensor } = this.session.choices(begin, count);
    if (error) answer(error);
    return tensor!;
  }

  /** The same for any, one behind the other as `unknown` gives them. */
  choicesOf(choices: Uint8Array): Tensor {
    const { error, tensor } = this.session.encodeTheseChoices(choices);
    if (error) answer(error);
    return tensor!;
  }

  /** Starts a ranking with what the network of the last `inputs` wrote; `ofReference`: what a joined one says of the default. */
  rank(
    rows: Float32Array,
    pairs: Float32Array = new Float32Array(),
    members: Float32Array = new Float32Array(),
    ofReference: Float32Array = new Float32Array(),
  ): void {
    answer(this.session.rank(rows, pairs, members, ofReference));
  }

  /** What a joined network says of the next configurations, which `step` scores then. */
  hear(scores: Float32Array): void {
    answer(this.session.hear(scores));
  }

  heard(): number {
    return this.session.heard();
  }

  /** Of these and the user's own, and with `slot` of these with each layout of it, those a joined network has to score first. */
  unknown(choices: Uint8Array[], slot: number | null = null): Uint8Array {
    return this.session.unknown(concatenated(choices), slot ?? -1);
  }

  /** What it says of them. */
  know(choices: Uint8Array, scores: Float32Array): void {
    answer(this.session.know(choices, scores));
  }

  /** Starts a ranking with the physical prior, which needs no network. */
  rankAnalytically(): void {
    answer(this.session.rankAnalytically());
  }

  /** Scores up to `count` more; how many are scored now. */
  step(count: number): number {
    return this.session.step(count);
  }

  top(k: number): Top {
    return this.session.top(k);
  }

  /** One of the user's own too. */
  explain(configuration: number): Configuration {
    return answer(this.session.explain(configuration));
  }

  slots(): Slots {
    return this.session.slots();
  }

  /** These are the user's own configurations from now on. */
  keep(choices: Uint8Array[]): void {
    answer(this.session.keep(concatenated(choices)));
  }

  choice(configuration: number): Uint8Array {
    const choice = this.session.choice(configuration);
    if (!choice) throw new Error(`there is no configuration ${configuration}`);
    return choice;
  }

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

  /** Like `explain`, of any choice. */
  told(choice: Uint8Array): Told {
    return answer(this.session.told(choice));
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

  /** A file of these configurations; the last three forms take one. */
  saved(kind: SavedKind, indices: number[], names: string[] = [], collection = ''): Saved {
    return answer(this.session.saved(kind, Uint32Array.from(indices), names.join('\n'), collection));
  }

  report(count: number): RankReport {
    return answer(this.session.report(count));
  }

  /** Reads and compares two programs; what is open stays so. Throws EngineError. */
  compare(left: InputFile, right: InputFile): Difference {
    const { error, ...found } = this.module.compare(left.name, left.bytes, right.name, right.bytes);
    if (error) answer(error);
    const { words, rows, sections } = found;
    return { words: words!, left: sideOf(found.left!), right: sideOf(found.right!), rows: rows!, sections: sections! };
  }

  /** Size of the engine's memory, which grows and never shrinks. */
  heapBytes(): number {
    return this.module.heapBytes();
  }

  close(): void {
    this.session.delete();
    this.session = new this.module.Session();
  }
}
