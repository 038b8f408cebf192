// HLO text pane beside the graph. Selection and pointer highlight are synchronised with the graph.
import { kNone } from '../../../wasm/engine';
import { count, h } from '../dom';
import { VirtualRows } from '../virtual_rows';

const kLongest = 2000; // characters of a line that are shown
const kWords =
  /(%[\w.-]+)|("(?:[^"\\]|\\.)*")|(\b(?:pred|token|opaque|[suf]\d+|bf16|c64|c128|f8\w+)\[[^\]]*\](?:\{[^}]*\})?)/g;

export class GraphText {
  readonly element = h('div.graph-text', { tabindex: 0, role: 'listbox', 'aria-label': 'The program as HLO text' });
  private readonly list = new VirtualRows(this.element, { role: 'presentation', row: (i) => this.row(i) });
  private lines: string[] = [];
  private instructionOf = new Map<number, number>(); // line number → index of its instruction
  private lineOf: Uint32Array = new Uint32Array();
  private selected = -1;
  private hovered = -1;

  constructor(
    private readonly choose: (instruction: number) => void,
    private readonly hover: (instruction: number | null) => void,
  ) {
    this.element.append(this.list.body);
    this.element.addEventListener('pointerleave', () => hover(null));
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  show(lines: string[], lineOf: Uint32Array): void {
    this.lines = lines;
    this.lineOf = lineOf;
    this.instructionOf = new Map([...lineOf].map((line, instruction) => [line, instruction]));
    this.selected = this.hovered = -1;
    this.list.setRows(lines.length);
    this.element.scrollTop = 0;
  }

  /** Selects the line of an instruction and scrolls to it; null: clears the selection. */
  select(instruction: number | null): void {
    this.selected = instruction === null ? -1 : (this.lineOf[instruction] ?? -1);
    if (this.selected >= 0) this.list.reveal(this.selected);
    this.list.refresh();
    if (this.selected >= 0) this.element.setAttribute('aria-activedescendant', `graph-line-${this.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  /**
   * Highlights the line of the instruction under the pointer, without scrolling; null or kNone: clears the highlight.
   */
  point(instruction: number | null): void {
    const line = instruction === null || instruction === kNone ? -1 : (this.lineOf[instruction] ?? -1);
    if (line === this.hovered) return;
    this.list.get(this.hovered)?.classList.remove('pointed');
    this.hovered = line;
    this.list.get(line)?.classList.add('pointed');
  }

  private row(i: number): HTMLElement {
    const instruction = this.instructionOf.get(i);
    const text = this.lines[i]!;
    const row = h(
      'div',
      {
        id: `graph-line-${i}`,
        role: 'option',
        class: `text-row${i === this.hovered ? ' pointed' : ''}`,
        'aria-selected': String(i === this.selected),
        'aria-posinset': i + 1,
        'aria-setsize': this.lines.length,
        'aria-label': text.trim() ? null : `line ${count(i + 1)}, empty`,
        onpointerenter: () => this.hover(instruction ?? null),
        onclick: () => instruction !== undefined && this.choose(instruction),
      },
      h('span.line-number', { 'aria-hidden': 'true' }, count(i + 1)),
      h('span.line', ...coloured(text.slice(0, kLongest)), text.length > kLongest ? '…' : ''),
    );
    return row;
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: this.list.pageSize, PageUp: -this.list.pageSize }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Skips lines that are not instructions.
    let line = Math.min(Math.max((this.selected < 0 ? 0 : this.selected) + step, 0), this.lines.length - 1);
    while (line > 0 && line < this.lines.length - 1 && !this.instructionOf.has(line)) line += Math.sign(step);
    const instruction = this.instructionOf.get(line);
    if (instruction !== undefined) this.choose(instruction);
  }
}

/** Highlights names, shapes and quoted strings of an HLO line. */
function coloured(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(kWords)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push(h('span', { class: match[1] ? 'name' : match[2] ? 'quoted' : 'shape' }, match[0]));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}
