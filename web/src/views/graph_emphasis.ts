// Emphasises some instructions on the graph by dimming all others: those near an instruction, or on paths between two.
import { plural } from '../dom';
import type { Explorer } from '../graph/explorer';

export class GraphEmphasis {
  constructor(
    private readonly root: HTMLElement,
    private readonly say: (text: string) => void,
  ) {}

  /** Dims all instructions more than `radius` edges away from the selected one; null: dims nothing. */
  async around(explorer: Explorer, radius: number | null): Promise<void> {
    const instruction = explorer.program.instructionAt(explorer.selected);
    if (instruction === null || radius === null) return this.show(explorer, null);
    const found = (await explorer.program.flow()).around(instruction, radius);
    this.say(`${plural(found.length, 'instruction')} within ${plural(radius, 'edge')}`);
    this.show(explorer, found);
  }

  /**
   * Emphasises the instructions on all data-flow paths between `start` and the selected instruction; either of the two
   * may come first.
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

  /** Dims all instructions except those in `instructions`; null: dims none. */
  show(explorer: Explorer | null, instructions: number[] | null): void {
    this.root.dataset.emphasis = instructions ? String(instructions.length) : '';
    if (!explorer) return;
    explorer.emphasis = instructions && new Set(instructions);
    explorer.updateStates();
  }
}
