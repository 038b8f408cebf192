// A part of the program alone: what is near an instruction, or on the paths between two. The rest is dimmed.
import { plural } from '../dom';
import type { Explorer } from '../graph/explorer';

export class GraphEmphasis {
  constructor(
    private readonly root: HTMLElement,
    private readonly say: (text: string) => void,
  ) {}

  /** What is at most `radius` edges away from the selected instruction; null: everything again. */
  async around(explorer: Explorer, radius: number | null): Promise<void> {
    const instruction = explorer.program.instructionAt(explorer.selected);
    if (instruction === null || radius === null) return this.show(explorer, null);
    const found = (await explorer.program.flow()).around(instruction, radius);
    this.say(`${plural(found.length, 'instruction')} within ${radius}`);
    this.show(explorer, found);
  }

  /** What is on the paths from `start` to the selected instruction, or from there to `start`. */
  async paths(explorer: Explorer, start: number): Promise<void> {
    const { program } = explorer;
    const end = program.instructionAt(explorer.selected);
    if (end === null) return;
    const flow = await program.flow();
    const there = flow.between(start, end);
    const found = there.length ? there : flow.between(end, start);
    const ends = `${program.nameOf(start)} and ${program.nameOf(end)}`;
    if (!found.length) return this.say(`No path joins ${ends}`);
    this.say(`${plural(found.length, 'instruction')} on the paths between ${ends}`);
    this.show(explorer, found);
  }

  /** These instructions; null: all of them. */
  show(explorer: Explorer | null, instructions: number[] | null): void {
    this.root.dataset.emphasis = instructions ? String(instructions.length) : '';
    if (!explorer) return;
    explorer.emphasis = instructions && new Set(instructions);
    explorer.restate();
  }
}
