// Table of the program's instructions with their costs. Lists all instructions, or those that the search found.
import type { Costs, Instructions } from '../../../wasm/engine';
import { count, duration, h, plural } from '../dom';
import { selection } from '../selection';
import { VirtualTable } from '../virtual_table';
import { bytesMovedText, flopsText, placeIn, secondsOf } from '../window/figures';
import { hits, isSearching } from '../window/search';

/** Columns by which the table can be sorted: the number of an instruction, or a cost, the largest first. */
type Key = 'number' | 'seconds' | 'flops' | 'bytes';

/** Returns the values of a cost column: [instructions in `costs`]. */
const valuesOf = (costs: Costs, key: Exclude<Key, 'number'>): Float64Array =>
  key === 'seconds' ? secondsOf(costs) : costs[key];

export class InstructionsView {
  private readonly onlyConfigurable = h('input', { type: 'checkbox', onchange: () => this.filter() });
  private readonly found = h('span.muted', { role: 'status' });
  private readonly table = new VirtualTable({
    label: 'Instructions',
    empty: 'No instruction matches.',
    columns: [
      { title: 'No.', class: 'index', key: 'number' },
      { title: 'Opcode', class: 'opcode' },
      { title: 'Name', class: 'name' },
      { title: 'Shape and layout', class: 'shape' },
      { title: 'Computation', class: 'computation' },
      {
        title: 'Time',
        class: 'cost seconds',
        key: 'seconds',
        hint: 'Of all executions in a run of the program: measured with a profile, else estimated',
      },
      { title: 'FLOPs', class: 'cost flops', key: 'flops' },
      { title: 'Bytes', class: 'cost bytes', key: 'bytes', hint: 'Bytes read and written' },
    ],
    row: (i) => this.row(this.matches[i]!),
    onChoose: (i) => selection.choose('instruction', this.matches[i]!),
    onSort: (key) => {
      this.key = key as Key;
      this.filter();
      this.table.scrollToTop();
    },
  });
  private key: Key = 'number';
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
    this.table.element.classList.add('instructions', 'no-costs');
    selection.on('instruction', (instruction) => this.follow(instruction));
    selection.on('costs', (costs) => {
      this.table.element.classList.toggle('no-costs', !costs);
      if (this.key === 'number') this.table.refresh();
      else this.filter();
    });
    hits.subscribe(() => this.filter());
  }

  show(instructions: Instructions): void {
    this.instructions = instructions;
    this.configurable = new Set(instructions.configurable);
    this.onlyConfigurable.checked = false;
    this.key = 'number';
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
    this.matches = Uint32Array.from(this.sorted(matches));
    this.table.setSort(this.key, this.key !== 'number');
    this.table.setRows(matches.length);
    this.follow(selection.get('instruction'), !isSearching.peek());
    this.found.textContent =
      matches.length === names.length
        ? plural(names.length, 'instruction')
        : `${count(matches.length)} of ${plural(names.length, 'instruction')}: those found by the search above`;
  }

  private sorted(instructions: number[]): number[] {
    const costs = selection.get('costs');
    const { key } = this;
    if (!costs || key === 'number') return instructions;
    const values = valuesOf(costs, key);
    const valueOf = (i: number) => values[placeIn(costs, i) ?? -1] ?? -1;
    return instructions.sort((a, b) => valueOf(b) - valueOf(a) || a - b);
  }

  /** Returns the texts of the cost columns; empty for an instruction that costs nothing. */
  private costCells(instruction: number): string[] {
    const costs = selection.get('costs');
    const i = costs ? placeIn(costs, instruction) : undefined;
    if (!costs || i === undefined) return ['', '', ''];
    const [seconds, flops, bytes] = [secondsOf(costs)[i]!, costs.flops[i]!, costs.bytes[i]!];
    return [seconds ? duration(seconds, 3) : '', flops ? flopsText(flops) : '', bytes ? bytesMovedText(bytes) : ''];
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
      ...this.costCells(i),
    ];
  }
}
