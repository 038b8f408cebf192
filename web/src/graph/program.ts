// The program as the graph shows it. In this file, a `place` is the index of a node of the outline tree: an
// instruction, HLO computation, section or repeated block.
import { kNone, type Instructions, type Outline, Place, type Structure } from '../../../wasm/engine';
import { Flow } from './flow';
import type { Looks } from './gather';
import { kindOf } from './opcodes';
import { kComputation, kRepeat, kSection } from './palette';

export class Program {
  readonly looks: Looks;
  private asked: Promise<Structure> | null = null;
  private flowOfAll: Flow | null = null;

  constructor(
    readonly instructions: Instructions,
    readonly outline: Outline,
    private readonly ask: () => Promise<Structure>,
    /** Index of the instruction of each slot (output or operand whose layout can be chosen). Shape: [slots]. */
    readonly slotNodes: Uint32Array,
  ) {
    const { kinds, instructions: ofPlace } = outline;
    const colours = new Uint8Array(kinds.length);
    for (let place = 0; place < kinds.length; ++place) {
      const kind = kinds[place];
      colours[place] =
        kind === Place.instruction
          ? kindOf(instructions.opcodes[ofPlace[place]!] ?? '')
          : kind === Place.section
            ? kSection
            : kind === Place.repeat
              ? kRepeat
              : kComputation;
    }
    this.looks = {
      kinds: colours,
      repeats: (place) => kinds[place] === Place.repeat,
      isInstruction: (place) => kinds[place] === Place.instruction,
    };
  }

  /**
   * Returns the data flow edges, source locations and HLO text of the program. The web worker sends them only when this
   * is first called, because the drawing does not need them.
   */
  structure(): Promise<Structure> {
    return (this.asked ??= this.ask());
  }

  async flow(): Promise<Flow> {
    return (this.flowOfAll ??= new Flow(await this.structure()));
  }

  get places(): number {
    return this.outline.kinds.length;
  }

  canOpen(place: number): boolean {
    return this.outline.ends[place]! > place + 1;
  }

  /**
   * Whether the title of a node of the outline tree is a name in the program, as for instructions and computations,
   * rather than a description.
   */
  isNamed(place: number): boolean {
    const kind = this.outline.kinds[place];
    return kind === Place.instruction || kind === Place.computation;
  }

  /**
   * Returns the index of the instruction at a node of the outline tree; null if the node is a computation, section or
   * repeated block.
   */
  instructionAt(place: number): number | null {
    const instruction = place === kNone ? kNone : this.outline.instructions[place]!;
    return instruction === kNone ? null : instruction;
  }

  nameOf(instruction: number): string {
    return this.instructions.names[instruction] ?? String(instruction);
  }

  /** Returns the first node of the outline tree that shows an instruction; kNone if the instruction is never drawn. */
  placeOf(instruction: number): number {
    return this.outline.placeOf[instruction] ?? kNone;
  }

  /**
   * Returns the node of the outline tree whose box shows `place`. Usually this is `place` itself. A parameter or
   * constant is drawn as a pin (small dot) on another node's box, unless `plumbing` is true.
   */
  shownBy(place: number, plumbing: boolean): number {
    const { folded, hosts, parents } = this.outline;
    if (plumbing || !folded[place]) return place;
    return hosts[place] === kNone ? parents[place]! : hosts[place]!;
  }

  /** Returns the groups of the outline tree that enclose `place`, outermost (the entry computation) first. */
  around(place: number): number[] {
    const found: number[] = [];
    for (let at = this.outline.parents[place]!; at !== kNone; at = this.outline.parents[at]!) found.push(at);
    return found.reverse();
  }

  /** Returns the fusion that contains `place`, as a node of the outline tree; kNone if none does. */
  fusionAround(place: number): number {
    const { opcodes } = this.instructions;
    return this.around(place).findLast((at) => opcodes[this.outline.instructions[at]!] === 'fusion') ?? kNone;
  }

  /**
   * Iterates over the children of a node of the outline tree. `plumbing`: whether to include parameters and constants
   * that are usually drawn as pins (small dots).
   */
  *within(place: number, plumbing: boolean): Generator<number> {
    const { ends, folded } = this.outline;
    for (let at = place + 1; at < ends[place]!; at = ends[at]!) if (plumbing || !folded[at]) yield at;
  }

  openable(): number[] {
    const found: number[] = [];
    for (let place = 0; place < this.places; ++place) if (this.canOpen(place)) found.push(place);
    return found;
  }
}
