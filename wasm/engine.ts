// The C++ core for TypeScript: typed results, and exceptions for errors. Only this file uses module.d.ts. A configuration
// is passed as a *choice*: for each slot (tensor whose layout can be chosen) one byte, the index of its layout among the
// slot's layouts.
import { answer, everything, lines } from './json';
import type { HlorankModule, Json, ModuleFactory, NativeSession, NativeSide, ViewQuery } from './module';
import type {
  Agreement,
  Best,
  Bound,
  Configuration,
  Conflict,
  CostGroup,
  Costs,
  Details,
  Difference,
  Drawing,
  InputFile,
  Inspection,
  Instructions,
  Outline,
  Propagation,
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
import { Schedules } from './schedules';

export * from './answers';
export { EngineError, plainError } from './json';

/** The inputs of a network for the open program: see `inputs` in module.d.ts. */
export interface NetworkInputs {
  /** All inputs except `choices`. */
  tensors: Tensor[];
  /** Whether the network writes the output `pairs`. */
  pairs: boolean;
  /** Whether it is an early- or late-join network: takes the input `choices` and scores whole configurations. */
  joined: boolean;
  /** Size of the reference set of cross-configuration attention; 0: the network has no such attention. */
  reference: number;
  /** The inputs for the run on the reference set; empty if `reference` is 0. */
  referenceTensors: Tensor[];
}

function tensorOf({ error, tensor }: { error?: Json<unknown>; tensor?: Tensor }): Tensor {
  if (error) answer(error);
  return tensor!;
}

/** Concatenates choices (one byte per slot each), as the C++ core takes several configurations. */
export function concatenated(choices: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(choices.reduce((size, choice) => size + choice.length, 0));
  let at = 0;
  for (const choice of choices) {
    all.set(choice, at);
    at += choice.length;
  }
  return all;
}

/** The machine preset of cost estimates, unless another one is given. */
const kMachine = 'cpu-1core';

const sideOf = (side: NativeSide): Side => ({
  ...side,
  lines: lines(side.lines),
  computations: lines(side.computations),
});

/** Holds one open program and its current ranking; a program can be ranked any number of times. */
export class Engine {
  private session: NativeSession;
  private ofSchedules: Schedules | null = null;

  private constructor(private readonly module: HlorankModule) {
    this.session = new module.Session();
  }

  /** Loads the WebAssembly module. `options`: in Node.js `wasmBinary`, its bytes; in a browser `locateFile`, its URL. */
  static async load(factory: ModuleFactory, options: Parameters<ModuleFactory>[0]): Promise<Engine> {
    return new Engine(await factory(options));
  }

  /**
   * Opens one file, or a program and a file of its configurations in either order. Generates `candidates` configurations
   * if the files have none. `onStage` is called as each stage begins. Throws EngineError; then the program that was open
   * stays open.
   */
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

  /** Lists the instructions of the open program. */
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

  /** Returns the nested places (boxes that can be drawn) of the program. Throws EngineError if the file has no HLO. */
  outline(): Outline {
    const { error, titles, subtitles, ...arrays } = this.session.outline();
    if (error) answer(error);
    return { titles: lines(titles), subtitles: lines(subtitles), ...arrays };
  }

  /**
   * Lays out the graph with the places (ids in Outline) in `open` expanded, or all places. `isEverything`: draw parameters,
   * constants, tuples and similar instructions as boxes, not as pins. Throws EngineError if the file has no HLO.
   */
  draw(open: Uint32Array | 'all', isEverything = false): Drawing {
    const all = open === 'all';
    const { error, ...drawing } = this.session.draw(all ? new Uint32Array() : open, all, isEverything);
    if (error) answer(error);
    return drawing;
  }

  /** Returns the data flow, source lines and HLO text of the open program. */
  structure(): Structure {
    const { error, opNames, origins, text, ...arrays } = this.session.structure();
    if (error) answer(error);
    return { opNames: lines(opNames), origins: lines(origins), text: lines(text.replaceAll('\r\n', '\n')), ...arrays };
  }

  /** Estimates the cost of every instruction on a machine preset. Throws EngineError if the file has no HLO. */
  costs(machine = kMachine): Costs {
    return this.costsWith(machine, { name: '', bytes: new Uint8Array() });
  }

  /** Adds the measured times of a profile to the costs. Throws EngineError if it is not one of the open program. */
  addProfile(profile: InputFile, machine = kMachine): Costs {
    return this.costsWith(machine, profile);
  }

  private costsWith(machine: string, profile: InputFile): Costs {
    const { error, kinds, bounds, conflicts, ...arrays } = this.session.costs(machine, profile.name, profile.bytes);
    if (error) answer(error);
    const found = answer<{ conflicts: Conflict[] }>(conflicts);
    return { kinds: lines(kinds), bounds: lines(bounds) as Bound[], conflicts: found.conflicts, ...arrays };
  }

  /** Returns the optimised module that a profile holds. Throws EngineError if it holds none. */
  profiledModule({ name: file, bytes }: InputFile): InputFile {
    const { error, name, hlo } = this.module.profiledModule(file, bytes);
    if (error) answer(error);
    return { name: `${name}.hlo`, bytes: hlo! };
  }

  /** Sums the costs by opcode, kind or scope, largest share first. Throws EngineError if the file has no HLO. */
  costGroups(by: 'op' | 'kind' | 'scope', machine = kMachine): CostGroup[] {
    return answer<{ groups: CostGroup[] }>(this.session.costGroups(machine, by)).groups;
  }

  /** Describes one instruction. Throws EngineError if there is none with this number. */
  details(node: number): Details {
    return answer(this.session.details(node));
  }

  /** Throws EngineError if the open program cannot be ranked by the model of a card (the text of model.json). */
  fits(card: string): void {
    const { error } = this.session.inputs(card, true);
    if (error) answer(error);
  }

  /**
   * Builds the inputs of a model's network for the open program. `card` is the text of model.json; `rank` uses the same
   * card. Throws EngineError if the model cannot rank this program.
   */
  inputs(card: string): NetworkInputs {
    const inputs = this.session.inputs(card, false);
    if (inputs.error) answer(inputs.error);
    const { tensors = [], pairs = false, joined: isJoined = false, reference = 0, referenceTensors = [] } = inputs;
    return { tensors, pairs, joined: isJoined, reference, referenceTensors };
  }

  /**
   * Builds the input `choices` for configurations `begin` to `begin + count - 1` of the reference set, the fixed
   * configurations that a network with cross-configuration attention compares each configuration with.
   */
  referenceChoices(begin: number, count: number): Tensor {
    return tensorOf(this.session.encodeChoices('referenceSet', begin, count));
  }

  /** Builds the input `choices` of an early- or late-join network for configurations `begin` to `begin + count - 1`. */
  choices(begin: number, count: number): Tensor {
    return tensorOf(this.session.encodeChoices('configurations', begin, count));
  }

  /** Builds the input `choices` of an early- or late-join network for concatenated choices (see unscoredChoices). */
  choicesOf(choices: Uint8Array): Tensor {
    return tensorOf(this.session.encodeChoices(choices, 0, 0));
  }

  /**
   * Starts a ranking with the outputs of the network of the last `inputs` call: `rows`, `pairs` and `members`, empty if
   * the network has no such output. `referenceScore`: [1] an early- or late-join network's output `scores` for the
   * reference configuration (the program layouts); empty for other networks. Throws EngineError if a size is wrong.
   */
  rank(
    rows: Float32Array,
    pairs: Float32Array = new Float32Array(),
    members: Float32Array = new Float32Array(),
    referenceScore: Float32Array = new Float32Array(),
  ): void {
    answer(this.session.rank({ rows, pairs, members, referenceScore }));
  }

  /** Adds an early- or late-join network's output `scores` for the next configurations, which `step` can then score. */
  addConfigurationScores(scores: Float32Array): void {
    answer(this.session.addScores(null, scores));
  }

  /** Returns the number of configurations for which addConfigurationScores has added a score; the next one's number. */
  configurationScoreCount(): number {
    return this.session.step(0).configurationScores;
  }

  /**
   * Returns the choices, concatenated, that an early- or late-join network must score (see addChoiceScores) before they
   * can be described: among `choices`, the user's configurations and, if `slot` is not null, the configurations that
   * differ from one of `choices` in that slot only. Empty for other models.
   */
  unscoredChoices(choices: Uint8Array[], slot: number | null = null): Uint8Array {
    return this.session.unscoredChoices(concatenated(choices), slot ?? -1);
  }

  /** Adds an early- or late-join network's output `scores` for concatenated choices. */
  addChoiceScores(choices: Uint8Array, scores: Float32Array): void {
    answer(this.session.addScores(choices, scores));
  }

  /**
   * Starts a ranking by a model that simulates the compiler (card field `join`: "loops"), which needs no network runtime.
   * `card`: the text of model.json; `network`: the bytes of model.onnx. Throws EngineError if it cannot rank the program.
   */
  rankByLoops(card: string, network: Uint8Array): void {
    answer(this.session.rank({ card, network }));
  }

  /** Starts a ranking by the analytical cost model, which needs no network. */
  rankAnalytically(): void {
    answer(this.session.rank('analytical'));
  }

  /** Scores up to `count` more configurations of the file. Returns the number scored so far. */
  step(count: number): number {
    return this.session.step(count).scored;
  }

  /** Returns the `k` best configurations scored so far. */
  top(k: number): Top {
    return this.session.top(k);
  }

  /** Describes a configuration, of the file or of the user, with its score. Throws EngineError if it is not scored. */
  explain(configuration: number): Configuration {
    return answer(this.session.explain(configuration));
  }

  /** Lists the slots of the open program: the tensors whose layout can be chosen. */
  slots(): Slots {
    return this.session.slots();
  }

  /** Sets the user's configurations, as choices (one byte per slot). They are numbered after those of the file. */
  setUserConfigurations(choices: Uint8Array[]): void {
    answer(this.session.setUserConfigurations(concatenated(choices)));
  }

  /** Returns the layouts of a configuration: for each slot the index of its layout. Throws Error if there is none. */
  choice(configuration: number): Uint8Array {
    const choice = this.session.choice(configuration);
    if (!choice) throw new Error(`there is no configuration ${configuration}`);
    return choice;
  }

  /** Returns the ranking table; fields that `query` lacks filter nothing and sort by score, lowest (best) first. */
  view(query: Partial<ViewQuery> = {}): View {
    const { agreement, ...view } = this.session.view({ ...everything, ...query });
    return { ...view, agreement: agreement ? (JSON.parse(agreement) as Agreement | null) : null };
  }

  /** Simulates how the layouts of a choice propagate; bytes beyond a slot's layouts leave it to the compiler. */
  propagation(choice: Uint8Array): Propagation {
    return answer(this.session.propagation(choice));
  }

  /** Describes any choice (one byte per slot) with its score, its rank and the values that need copies. */
  describeChoice(choice: Uint8Array): ChoiceReport {
    return answer(this.session.explain(choice));
  }

  /** Scores the configurations that a choice (one byte per slot) becomes with each layout of one slot. */
  settings(choice: Uint8Array, slot: number): Settings {
    return answer(this.session.settings(choice, slot));
  }

  /** Compares two or more choices (one byte per slot each): their layouts and why their scores differ. */
  sideBySide(choices: Uint8Array[]): SideBySide {
    return answer(this.session.sideBySide(concatenated(choices)));
  }

  /** Searches all combinations of layouts for the `count` lowest scores. Throws EngineError for a join network. */
  best(count: number): Best {
    return answer(this.session.best(count));
  }

  /**
   * Writes configurations, given by number, as the text of a file. `names`: one per configuration, may be empty.
   * `collection`: of the id in "top-configs", which writes all scored configurations. Throws EngineError.
   */
  saved(kind: SavedKind, indices: number[], names: string[] = [], collection = ''): Saved {
    return answer(this.session.saved(kind, Uint32Array.from(indices), names.join('\n'), collection));
  }

  /** Returns the report of the ranking with the `count` best configurations. */
  report(count: number): RankReport {
    return answer(this.session.report(count));
  }

  /** Reads and compares two programs, with costs on a machine preset, without changing the open one. Throws EngineError. */
  compare(left: InputFile, right: InputFile, machine = kMachine): Difference {
    const { error, ...found } = this.module.compare(left.name, left.bytes, right.name, right.bytes, machine);
    if (error) answer(error);
    const { words, rows, sections } = found;
    const sides = { left: sideOf(found.left!), right: sideOf(found.right!) };
    return { words: words!, ...sides, rows: rows!, sections: sections!, costs: answer(found.costs!) };
  }

  /** Opens schedules of Halide and TVM: a session of its own. */
  schedules(): Schedules {
    return (this.ofSchedules ??= new Schedules(new this.module.Schedules()));
  }

  /** Size of the WebAssembly memory in bytes; it never shrinks. */
  heapBytes(): number {
    return this.module.heapBytes();
  }

  /** Closes the open program and frees its memory; the engine can open another program. */
  close(): void {
    this.session.delete();
    this.session = new this.module.Session();
  }
}
