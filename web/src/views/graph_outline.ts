// The graph as a tree for screen readers and keyboard users. Open boxes and selection are the same as on the canvas.
import { kNone } from '../../../wasm/engine';
import { count, h, plural } from '../dom';
import type { Explorer } from '../graph/explorer';
import { VirtualRows } from '../virtual_rows';
import { icon } from '../window/icons';
import { titleOf } from './graph_legend';

interface Row {
  place: number;
  level: number;
  position: number;
  siblings: number;
}

export class GraphOutline {
  readonly head: HTMLElement;
  readonly element = h('div.graph-tree', { role: 'tree', tabindex: 0, 'aria-label': 'Outline of the program' });
  private readonly list = new VirtualRows(this.element, { role: 'presentation', row: (i) => this.row(i) });
  private rows: Row[] = [];
  private rowOf = new Map<number, number>();
  private explorer: Explorer | null = null;

  private readonly shown = h('span.list-counts.muted');

  constructor(
    private readonly choose: (place: number) => void,
    private readonly toggle: (place: number) => void,
    all: { open: () => void; close: () => void },
  ) {
    const button = (label: string, name: 'unfold' | 'fold', act: () => void): HTMLElement =>
      h('button.icon', { 'aria-label': label, title: label, onclick: act }, icon(name));
    this.head = h(
      'div.list-head',
      this.shown,
      button('Open every box', 'unfold', all.open),
      button('Close every box', 'fold', all.close),
    );
    this.element.append(this.list.body);
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  /** Hides or shows the tree of the graph. A hidden tree is not updated until it is shown again. */
  set hidden(hidden: boolean) {
    this.element.hidden = this.head.hidden = hidden;
    if (!hidden && this.explorer) this.show(this.explorer);
  }

  /** Rebuilds the rows of the tree. Called after boxes were opened or closed. */
  show(explorer: Explorer): void {
    this.explorer = explorer;
    if (this.element.hidden) return;
    const { program, open, plumbing } = explorer;
    this.rows = [{ place: 0, level: 1, position: 1, siblings: 1 }];
    // Traverse the tree depth-first without recursion. Children are pushed onto the stack in reverse order, so that the
    // first child is popped first.
    const stack: Row[] = [];
    const push = (place: number, level: number): void => {
      const children = [...program.within(place, plumbing)];
      for (let i = children.length; i-- > 0;)
        stack.push({ place: children[i]!, level: level + 1, position: i + 1, siblings: children.length });
    };
    push(0, 1);
    while (stack.length) {
      const row = stack.pop()!;
      this.rows.push(row);
      if (open.has(row.place) && program.canOpen(row.place)) push(row.place, row.level);
    }
    this.rowOf = new Map(this.rows.map(({ place }, i) => [place, i]));
    this.list.setRows(this.rows.length);
    const { folded } = program.outline;
    const all = program.places - (plumbing ? 0 : folded.reduce((sum, isFolded) => sum + (isFolded ? 1 : 0), 0));
    this.shown.textContent = `${count(this.rows.length)} of ${plural(all, 'box', 'boxes')}`;
    this.showSelected();
  }

  showSelected(): void {
    const { explorer } = this;
    if (!explorer || this.element.hidden) return;
    this.list.refresh();
    const row = this.selectedRow();
    if (row < 0) return this.element.removeAttribute('aria-activedescendant');
    this.element.setAttribute('aria-activedescendant', `graph-row-${this.rows[row]!.place}`);
    this.list.reveal(row);
  }

  private selectedRow(): number {
    const { explorer } = this;
    if (!explorer || explorer.selected === kNone) return -1;
    return this.rowOf.get(explorer.program.shownBy(explorer.selected, explorer.plumbing)) ?? -1;
  }

  private row(i: number): HTMLElement {
    const { place, level, position, siblings } = this.rows[i]!;
    const { program, open } = this.explorer!;
    const { titles, subtitles, counts } = program.outline;
    const canOpen = program.canOpen(place);
    const isOpen = open.has(place);
    const twist = h(
      'span.twist',
      {
        'aria-hidden': 'true',
        onclick: (event: Event) => {
          event.stopPropagation();
          this.toggle(place);
        },
      },
      canOpen && place !== 0 ? (isOpen ? '▾' : '▸') : '',
    );
    const row = h(
      'div.tree-row',
      {
        id: `graph-row-${place}`,
        role: 'treeitem',
        'aria-level': level,
        'aria-setsize': siblings,
        'aria-posinset': position,
        'aria-selected': String(i === this.selectedRow()),
        'aria-expanded': canOpen ? String(isOpen) : null,
        title: `${titles[place]}  ${subtitles[place]}`,
        onclick: () => this.choose(place),
        ondblclick: () => this.toggle(place),
      },
      twist,
      h('span.tree-title', titleOf(program, place)),
      canOpen && !isOpen
        ? h('span.muted', count(counts[place]!))
        : h(program.instructionAt(place) === null ? 'span.muted' : 'code.muted', subtitles[place]),
    );
    row.style.paddingLeft = `${Math.min(level - 1, 14) * 14}px`;
    return row;
  }

  private key(event: KeyboardEvent): void {
    const { explorer } = this;
    if (!explorer || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Math.max(0, this.selectedRow());
    const { place, level } = this.rows[at]!;
    const isOpen = explorer.open.has(place) && explorer.program.canOpen(place);
    const to = (row: number): void => this.choose(this.rows[Math.min(Math.max(row, 0), this.rows.length - 1)]!.place);
    const parent = (): number => {
      let row = at;
      while (row > 0 && this.rows[row]!.level >= level) --row;
      return row;
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => to(at + 1),
      ArrowUp: () => to(at - 1),
      PageDown: () => to(at + this.list.pageSize),
      PageUp: () => to(at - this.list.pageSize),
      Home: () => to(0),
      End: () => to(this.rows.length - 1),
      ArrowRight: () => (isOpen ? to(at + 1) : this.toggle(place)),
      ArrowLeft: () => (isOpen && place !== 0 ? this.toggle(place) : to(parent())),
      Enter: () => this.toggle(place),
      ' ': () => this.toggle(place),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
