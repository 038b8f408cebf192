// The program as shown by canvas, outline and text. A place is a node of the outline tree: an instruction, computation,
// section or repeated block.
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
    /** [slots] the instruction of each slot (a tensor with a configurable layout). */
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
   * Data flow edges, source locations and HLO text of the program. Requested from the worker on the first call, because
   * the drawing does not need them.
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

  /** Whether the title of a place (node of the outline) is a name in the program, not a description. */
  isNamed(place: number): boolean {
    const kind = this.outline.kinds[place];
    return kind === Place.instruction || kind === Place.computation;
  }

  /** The instruction of a place (node of the outline); null if it is a computation, section or repeated block. */
  instructionAt(place: number): number | null {
    const instruction = place === kNone ? kNone : this.outline.instructions[place]!;
    return instruction === kNone ? null : instruction;
  }

  nameOf(instruction: number): string {
    return this.instructions.names[instruction] ?? String(instruction);
  }

  /** The first place (node of the outline) of an instruction; kNone if the instruction is never drawn. */
  placeOf(instruction: number): number {
    return this.outline.placeOf[instruction] ?? kNone;
  }

  /**
   * The place whose box shows `place` (node of the outline): itself or, if it is drawn as a pin (a dot for a parameter,
   * constant, ...), the place with this pin. `everything`: such places are drawn as boxes instead.
   */
  shownBy(place: number, everything: boolean): number {
    const { folded, hosts, parents } = this.outline;
    if (everything || !folded[place]) return place;
    return hosts[place] === kNone ? parents[place]! : hosts[place]!;
  }

  /** The places (nodes of the outline) that enclose `place`, outermost (the entry computation) first. */
  around(place: number): number[] {
    const found: number[] = [];
    for (let at = this.outline.parents[place]!; at !== kNone; at = this.outline.parents[at]!) found.push(at);
    return found.reverse();
  }

  /** Iterates over the children of a place (node of the outline); `everything`: also those otherwise drawn as pins. */
  *within(place: number, everything: boolean): Generator<number> {
    const { ends, folded } = this.outline;
    for (let at = place + 1; at < ends[place]!; at = ends[at]!) if (everything || !folded[at]) yield at;
  }

  openable(): number[] {
    const found: number[] = [];
    for (let place = 0; place < this.places; ++place) if (this.canOpen(place)) found.push(place);
    return found;
  }
}
