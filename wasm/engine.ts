// Wraps the C++ core for TypeScript, with typed results and with exceptions for errors. Only this file uses
// module.d.ts. A configuration is passed as a *choice*: for each slot (output or operand whose layout can be chosen)
// one byte, the index of its layout among the slot's layouts.
import { concatenated, JoinedScores } from './joined_scores';
import { allConfigurations, answer, lines } from './json';
import type { HlorankModule, ModuleFactory, NativeSession, NativeSide, ViewQuery } from './module';
import type {
  Agreement,
  Best,
  Bound,
  Configuration,
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
  OpeningStep,
  ProfiledModule,
  Structure,
  Tensor,
  ChoiceReport,
  Top,
  View,
} from './answers';
import { Schedules } from './schedules';

export * from './answers';
export { EngineError, plainError } from './json';
export type { JoinedScores } from './joined_scores';

/** The inputs of a neural network for the open program (see `inputs` in module.d.ts). */
export interface NetworkInputs {
  /** All inputs of the network except `choices`, the layouts of configurations. */
  tensors: Tensor[];
  /**
   * Whether the network has the output `pairs`: one number per pair of layouts of two slots that are close in the data
   * flow.
   */
  pairs: boolean;
  /**
   * Whether the network is an early- or late-join network, which takes the input `choices` and scores whole
   * configurations.
   */
  joined: boolean;
  /**
   * Number of fixed configurations with which cross-configuration attention compares each configuration; 0 if the
   * network has no such attention.
   */
  reference: number;
  /** The inputs for the network's run on the fixed configurations that `reference` counts; empty if there are none. */
  referenceTensors: Tensor[];
}

/** The engine chooses the machine for which costs are estimated: the GPU or TPU that a profile names, else one CPU core. */
const kMachine = '';

const sideOf = (side: NativeSide): Side => ({
  ...side,
  lines: lines(side.lines),
  computations: lines(side.computations),
});

/** Holds one open program and the current ranking of its layouts. A program can be ranked any number of times. */
export class Engine {
  private session: NativeSession;
  private ofSchedules: Schedules | null = null;

  private constructor(private readonly module: HlorankModule) {
    this.session = new module.Session();
  }

  /**
   * Loads the WebAssembly module. `options` has, in Node.js, `wasmBinary`, the bytes of the module. In a browser, it
   * has `locateFile`, which returns the URL of the module, or `instantiateWasm` with a compiled module.
   */
  static async load(factory: ModuleFactory, options: Parameters<ModuleFactory>[0]): Promise<Engine> {
    return new Engine(await factory(options));
  }

  /**
   * Opens a program file, or a program and a file of its configurations in either order. Generates `candidates`
   * configurations if the files have none. Calls `onStep` at the beginning of each step. Throws EngineError on
   * failure; the program that was open before then stays open.
   */
  open(files: InputFile[], candidates = 2000, onStep: (step: OpeningStep) => void = () => {}): Inspection {
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
        onStep as (s: string) => void,
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

  /** Returns the tree of nested boxes that can be drawn for the program. Throws EngineError if the file has no HLO. */
  outline(): Outline {
    const { error, titles, subtitles, ...arrays } = this.session.outline();
    if (error) answer(error);
    return { titles: lines(titles), subtitles: lines(subtitles), ...arrays };
  }

  /**
   * Draws the graph with the boxes in `open` (ids in Outline) expanded, or with all boxes expanded. If `isEverything`
   * is set, parameters, constants, tuples and similar instructions are drawn as boxes, not as pins. Throws EngineError
   * if the file has no HLO.
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

  /** Estimates the cost of every instruction on a machine. Throws EngineError if the file has no HLO. */
  costs(machine = kMachine): Costs {
    return this.costsWith(machine, { name: '', bytes: new Uint8Array() });
  }

  /** Adds the measured times of a profile to the costs. Throws EngineError if the profile is of another program. */
  addProfile(profile: InputFile, machine = kMachine): Costs {
    return this.costsWith(machine, profile);
  }

  private costsWith(machine: string, profile: InputFile): Costs {
    const { error, kinds, bounds, arithmetic, conflicts, ...arrays } = this.session.costs(
      machine,
      profile.name,
      profile.bytes,
    );
    if (error) answer(error);
    const found = answer<Required<Pick<Costs, 'conflicts' | 'notices'>>>(conflicts);
    return {
      kinds: lines(kinds),
      bounds: lines(bounds) as Bound[],
      arithmetic: lines(arithmetic),
      conflicts: found.conflicts,
      notices: found.notices,
      ...arrays,
    };
  }

  /**
   * Returns an optimised HLO module that is stored in a profile: the one with the name of `program`, apart from numbers
   * that XLA appends, else the one with the most time. Throws EngineError if the profile does not hold it.
   */
  profiledModule({ name: file, bytes }: InputFile, program: string): ProfiledModule {
    const { error, name, hlo, isOfProgram } = this.module.profiledModule(file, bytes, program);
    if (error) answer(error);
    return { module: { name: `${name}.hlo`, bytes: hlo! }, isOfProgram: isOfProgram! };
  }

  /** Adds up costs by opcode, kind or source scope, largest share first. Throws EngineError if the file has no HLO. */
  costGroups(by: 'op' | 'kind' | 'scope', machine = kMachine): CostGroup[] {
    const { error, report, members } = this.session.costGroups(machine, by);
    if (error) answer(error);
    const { groups } = answer<{ groups: Omit<CostGroup, 'members'>[] }>(report);
    let end = 0;
    const own = groups.map(({ instructions }) => members.subarray(end, (end += instructions)));
    return groups.map((group, i) => {
      const inside = new Set(own[i]);
      for (let next = i + 1; next < groups.length && groups[next]!.depth > group.depth; ++next)
        for (const node of own[next]!) inside.add(node);
      return { ...group, members: Uint32Array.from(inside) };
    });
  }

  /** Describes one instruction. Throws EngineError if there is no instruction with this number. */
  details(node: number): Details {
    return answer(this.session.details(node));
  }

  /**
   * Checks that a model can rank the open program, and throws EngineError if it cannot. `card` is the text of the
   * model's model.json.
   */
  fits(card: string): void {
    const { error } = this.session.inputs(card, true);
    if (error) answer(error);
  }

  /**
   * Builds the inputs of a model's network for the open program. `card` is the text of the model's model.json. A later
   * call of `rank` uses the same card. Throws EngineError if the model cannot rank this program.
   */
  inputs(card: string): NetworkInputs {
    const inputs = this.session.inputs(card, false);
    if (inputs.error) answer(inputs.error);
    const { tensors = [], pairs = false, joined: isJoined = false, reference = 0, referenceTensors = [] } = inputs;
    return { tensors, pairs, joined: isJoined, reference, referenceTensors };
  }

  /**
   * Starts a ranking with the outputs `rows`, `pairs` and `members` of the network for which `inputs` was called last.
   * An output that the network does not have is empty. `referenceScore`, [1], is an early- or late-join network's
   * output `scores` for the layouts in the program; it is empty for other networks. Throws EngineError if an output has
   * a wrong size.
   */
  rank(
    rows: Float32Array,
    pairs: Float32Array = new Float32Array(),
    members: Float32Array = new Float32Array(),
    referenceScore: Float32Array = new Float32Array(),
  ): void {
    answer(this.session.rank({ rows, pairs, members, referenceScore }));
  }

  /** Returns what a network that scores whole configurations reads and writes. `inputs` must have been called for it. */
  joinedScores(): JoinedScores {
    return new JoinedScores(this.session);
  }

  /**
   * Starts a ranking by a model that simulates the compiler (`join` is "loops" in model.json), which needs no ONNX
   * runtime. `card` is the text of model.json, `network` the bytes of model.onnx. Throws EngineError if the model
   * cannot rank the program.
   */
  rankByLoops(card: string, network: Uint8Array): void {
    answer(this.session.rank({ card, network }));
  }

  /** Starts a ranking by the analytical cost model, which has no neural network. */
  rankAnalytically(): void {
    answer(this.session.rank('analytical'));
  }

  /** Scores up to `count` more configurations of the file. Returns the number of configurations scored so far. */
  step(count: number): number {
    return this.session.step(count).scored;
  }

  /** Returns the `k` best configurations scored so far. */
  top(k: number): Top {
    return this.session.top(k);
  }

  /**
   * Describes a configuration of the file or one made by the user, and explains its score. Throws EngineError if it has
   * no score.
   */
  explain(configuration: number): Configuration {
    return answer(this.session.explain(configuration));
  }

  /** Lists the slots of the open program: the outputs and operands whose layout can be chosen. */
  slots(): Slots {
    return this.session.slots();
  }

  /**
   * Sets the configurations that the user made, each with one byte per tensor. Their numbers follow those of the file.
   */
  setUserConfigurations(choices: Uint8Array[]): void {
    answer(this.session.setUserConfigurations(concatenated(choices)));
  }

  /**
   * Returns a configuration as one layout index per tensor. Throws Error if there is no configuration with this number.
   */
  choice(configuration: number): Uint8Array {
    const choice = this.session.choice(configuration);
    if (!choice) throw new Error(`there is no configuration ${configuration}`);
    return choice;
  }

  /**
   * Returns the table of the configurations that pass the filter `query`. By default, it has all configurations, sorted
   * by score, lowest first.
   */
  view(query: Partial<ViewQuery> = {}): View {
    const { agreement, ...view } = this.session.view({ ...allConfigurations, ...query });
    return { ...view, agreement: agreement ? (JSON.parse(agreement) as Agreement | null) : null };
  }

  /**
   * Simulates how the layouts of a configuration (one layout index per tensor) propagate to the rest of the program. An
   * index past the tensor's last layout leaves the tensor to the compiler.
   */
  propagation(choice: Uint8Array): Propagation {
    return answer(this.session.propagation(choice));
  }

  /**
   * Describes any configuration (one layout index per tensor): its score, its rank, and the values that need copies.
   */
  describeChoice(choice: Uint8Array): ChoiceReport {
    return answer(this.session.explain(choice));
  }

  /** Scores a configuration (one layout index per tensor) with each possible layout of tensor number `slot`. */
  settings(choice: Uint8Array, slot: number): Settings {
    return answer(this.session.settings(choice, slot));
  }

  /**
   * Compares two or more configurations, each given as one layout index per tensor: their layouts, and why their scores
   * differ.
   */
  sideBySide(choices: Uint8Array[]): SideBySide {
    return answer(this.session.sideBySide(concatenated(choices)));
  }

  /** Searches all combinations of layouts for the `count` lowest scores. Throws EngineError for join networks. */
  best(count: number): Best {
    return this.searchBest(count, 0xffffffff, true) as Best;
  }

  /**
   * Searches like `best`, in steps. Computes about `scores` scores at most; until the search is finished, returns its
   * progress from 0 to 1. `isNew`: whether to begin a new search instead of continuing.
   */
  searchBest(count: number, scores: number, isNew: boolean): Best | { progress: number } {
    return answer(this.session.best(count, scores, isNew));
  }

  /**
   * Returns configurations, given by their numbers, as the text of a file. `names` has a name for each configuration, or
   * is empty. `collection` is the TpuGraphs collection for the kind "top-configs", which writes all scored
   * configurations. Throws EngineError on failure.
   */
  saved(kind: SavedKind, indices: number[], names: string[] = [], collection = ''): Saved {
    return answer(this.session.saved(kind, Uint32Array.from(indices), names.join('\n'), collection));
  }

  /** Returns a report of the ranking, as `hlorank rank --json` prints it, with the `count` best configurations. */
  report(count: number): RankReport {
    return answer(this.session.report(count));
  }

  /**
   * Reads two programs and compares them, with costs estimated for a machine. The open program stays open. Throws
   * EngineError on failure.
   */
  compare(left: InputFile, right: InputFile, machine = kMachine): Difference {
    const { error, ...found } = this.module.compare(left.name, left.bytes, right.name, right.bytes, machine);
    if (error) answer(error);
    const { words, rows, sections } = found;
    const sides = { left: sideOf(found.left!), right: sideOf(found.right!) };
    return { words: words!, ...sides, rows: rows!, sections: sections!, costs: answer(found.costs!) };
  }

  /** Returns an object for schedules of Halide and TVM, which is independent of the open program. */
  schedules(): Schedules {
    return (this.ofSchedules ??= new Schedules(new this.module.Schedules()));
  }

  /** Returns the size of the WebAssembly memory in bytes, which never shrinks. */
  heapBytes(): number {
    return this.module.heapBytes();
  }
}
