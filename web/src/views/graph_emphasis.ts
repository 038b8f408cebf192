// Emphasises some instructions of the graph by dimming all others. Emphasised are the instructions near a given one, or
// those on paths between two.
import { plural } from '../dom';
import type { Explorer } from '../graph/explorer';

export class GraphEmphasis {
  constructor(
    private readonly root: HTMLElement,
    private readonly say: (text: string) => void,
  ) {}

  /**
   * Dims all instructions that are more than `radius` edges away from the selected instruction. If `radius` is null,
   * ends the dimming.
   */
  async around(explorer: Explorer, radius: number | null): Promise<void> {
    const instruction = explorer.program.instructionAt(explorer.selected);
    if (instruction === null || radius === null) return this.show(explorer, null);
    const found = (await explorer.program.flow()).around(instruction, radius);
    this.say(`${plural(found.length, 'instruction')} within ${plural(radius, 'edge')}`);
    this.show(explorer, found);
  }

  /**
   * Emphasises the instructions on all data flow paths between `start` and the selected instruction, whichever of the
   * two comes first.
   */
  async paths(explorer: Explorer, start: number): Promise<void> {
    const { program } = explorer;
    const end = program.instructionAt(explorer.selected);
    if (end === null) return;
    const flow = await program.flow();
    const there = flow.between(start, end);
    const found = there.length ? there : flow.between(end, start);
    const ends = `${program.nameOf(start)} and ${program.nameOf(end)}`;
    if (!found.length) return this.say(`There is no data path between ${ends}`);
    this.say(`${plural(found.length, 'instruction')} on the paths between ${ends}`);
    this.show(explorer, found);
  }

  /** Dims all instructions except those in `instructions`. If `instructions` is null, ends the dimming. */
  show(explorer: Explorer | null, instructions: number[] | null): void {
    this.root.dataset.emphasis = instructions ? String(instructions.length) : '';
    if (!explorer) return;
    explorer.emphasis = instructions && new Set(instructions);
    explorer.updateStates();
  }
}
