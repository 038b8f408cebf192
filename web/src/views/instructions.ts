// Table of the program's instructions. Lists all instructions, or those that the search found.
import type { Instructions } from '../../../wasm/engine';
import { count, h, plural } from '../dom';
import { selection } from '../selection';
import { VirtualTable } from '../virtual_table';
import { hits, isSearching } from '../window/search';

export class InstructionsView {
  private readonly onlyConfigurable = h('input', { type: 'checkbox', onchange: () => this.filter() });
  private readonly found = h('span.muted', { role: 'status' });
  private readonly table = new VirtualTable({
    label: 'Instructions',
    empty: 'No instruction matches.',
    columns: [
      { title: 'No.', class: 'index' },
      { title: 'Opcode', class: 'opcode' },
      { title: 'Name', class: 'name' },
      { title: 'Shape and layout', class: 'shape' },
      { title: 'Computation', class: 'computation' },
    ],
    row: (i) => this.row(this.matches[i]!),
    onChoose: (i) => selection.choose('instruction', this.matches[i]!),
  });
  private instructions: Instructions = {
    names: [],
    computations: [],
    opcodes: [],
    shapes: [],
    configurable: new Uint32Array(),
  };
  private configurable = new Set<number>();
  private matches = new Uint32Array();

  constructor(root: HTMLElement) {
    root.append(
      h(
        'div.panel-head',
        h('h2.visually-hidden', { id: 'instructions-title' }, 'Instructions'),
        h('label.field', this.onlyConfigurable, 'Configurable only'),
        this.found,
      ),
      this.table.element,
    );
    this.table.element.classList.add('instructions');
    selection.on('instruction', (instruction) => this.follow(instruction));
    hits.subscribe(() => this.filter());
  }

  show(instructions: Instructions): void {
    this.instructions = instructions;
    this.configurable = new Set(instructions.configurable);
    this.onlyConfigurable.checked = false;
    this.filter();
    this.table.scrollToTop();
  }

  /**
   * Selects the row of an instruction. Clears the selection if `instruction` is null or is not among the search
   * results. `reveal`: whether to scroll to the row.
   */
  private follow(instruction: number | null, reveal = true): void {
    const row = instruction === null ? -1 : this.matches.indexOf(instruction);
    if (row >= 0) this.table.select(row, reveal);
    else this.table.deselect();
  }

  /** Lists the instructions that the search found. While the search field is empty, lists all instructions. */
  private filter(): void {
    const { names } = this.instructions;
    const all = isSearching.peek() ? [...hits.peek()] : names.map((_, i) => i);
    const matches = this.onlyConfigurable.checked ? all.filter((i) => this.configurable.has(i)) : all;
    this.matches = Uint32Array.from(matches);
    this.table.setRows(matches.length);
    this.follow(selection.get('instruction'), !isSearching.peek());
    this.found.textContent =
      matches.length === names.length
        ? plural(names.length, 'instruction')
        : `${count(matches.length)} of ${plural(names.length, 'instruction')}: those found by the search above`;
  }

  private row(i: number): (Node | string)[] {
    const { names, opcodes, shapes, computations } = this.instructions;
    const opcode = opcodes[i]!;
    return [
      String(i),
      this.configurable.has(i)
        ? h('strong', { title: 'The layouts of this instruction can be changed' }, opcode)
        : opcode,
      h('span', { title: names[i]! }, names[i]),
      h('span', { title: shapes[i]! }, shapes[i]),
      h('span', { title: computations[i]! }, computations[i]),
    ];
  }
}
