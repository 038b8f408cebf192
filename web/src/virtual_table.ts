// A table of any length: only the rows in sight exist. One tab stop; arrows move the selection; the rest is CSS.
import { h } from './dom';

export interface Column {
  title: string;
  class: string;
  /** Longer words for the title, shown on hover. */
  hint?: string;
}

export interface TableOptions {
  label: string;
  columns: Column[];
  rowHeight: number;
  /** What stands in the cells of row i, one entry a column. */
  row: (i: number) => (Node | string)[];
  /** The user chose row i. */
  onSelect?: (i: number) => void;
  /** Shown when there are no rows. */
  empty: string;
}

const kSpare = 8; // rows kept above and below those in sight

export class VirtualTable {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly body: HTMLElement;
  private readonly id = `table-${Math.random().toString(36).slice(2, 8)}`;
  private readonly rendered = new Map<number, HTMLElement>();
  private rows = 0;
  private selected = -1;
  private scheduled = false;

  constructor(private readonly options: TableOptions) {
    const titles = options.columns.map((column) =>
      h('div', { role: 'columnheader', class: column.class, title: column.hint }, column.title),
    );
    this.body = h('div', { class: 'rows', role: 'rowgroup' });
    this.scroller = h(
      'div',
      {
        class: 'table',
        role: 'grid',
        'aria-label': options.label,
        'aria-colcount': options.columns.length,
        tabindex: 0,
      },
      h(
        'div',
        { class: 'head', role: 'rowgroup' },
        h('div', { class: 'row', role: 'row', 'aria-rowindex': 1 }, ...titles),
      ),
      this.body,
    );
    this.element = this.scroller;
    this.scroller.addEventListener('scroll', () => this.schedule(), { passive: true });
    this.scroller.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.schedule()).observe(this.scroller);
    this.setRows(0);
  }

  /** The table has this many rows now, all of them new; the selection is dropped unless `keep` names a row. */
  setRows(rows: number, keep = -1): void {
    this.rows = rows;
    this.selected = keep < rows ? keep : -1;
    this.scroller.setAttribute('aria-rowcount', String(rows + 1));
    this.body.style.height = `${Math.max(rows, 1) * this.options.rowHeight}px`;
    this.refresh();
  }

  /** Makes the rows in sight again. */
  refresh(): void {
    this.rendered.clear();
    this.body.replaceChildren();
    if (this.rows === 0) {
      const cell = h('div', { role: 'gridcell', class: 'nothing' }, this.options.empty);
      this.body.append(h('div', { role: 'row', class: 'row', 'aria-rowindex': 2 }, cell));
    }
    this.render();
  }

  scrollToTop(): void {
    this.scroller.scrollTop = 0;
  }

  /** The rows in sight: [first, end). */
  visible(): [number, number] {
    const { rowHeight } = this.options;
    const first = Math.floor(this.scroller.scrollTop / rowHeight);
    const end = Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / rowHeight);
    return [Math.max(0, Math.min(first, this.rows)), Math.min(end, this.rows)];
  }

  select(i: number, reveal = true): void {
    if (i < 0 || i >= this.rows) return;
    this.rendered.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = i;
    if (reveal) this.reveal(i);
    this.render();
    this.rendered.get(i)?.setAttribute('aria-selected', 'true');
    this.scroller.setAttribute('aria-activedescendant', `${this.id}-${i}`);
    this.options.onSelect?.(i);
  }

  private reveal(i: number): void {
    const { rowHeight } = this.options;
    const headHeight = (this.scroller.firstElementChild as HTMLElement).offsetHeight;
    const room = this.scroller.clientHeight - headHeight;
    const top = i * rowHeight;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top + rowHeight > this.scroller.scrollTop + room) this.scroller.scrollTop = top + rowHeight - room;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.render();
    });
  }

  private render(): void {
    const [first, end] = this.visible();
    const from = Math.max(0, first - kSpare);
    const to = Math.min(this.rows, end + kSpare);
    for (const [i, row] of this.rendered) {
      if (i >= from && i < to) continue;
      row.remove();
      this.rendered.delete(i);
    }
    const added: HTMLElement[] = [];
    for (let i = from; i < to; ++i) {
      if (this.rendered.has(i)) continue;
      const row = this.makeRow(i);
      this.rendered.set(i, row);
      added.push(row);
    }
    this.body.append(...added);
  }

  private makeRow(i: number): HTMLElement {
    const { columns, row, rowHeight } = this.options;
    const cells = row(i).map((content, c) => h('div', { role: 'gridcell', class: columns[c]!.class }, content));
    const element = h(
      'div',
      {
        id: `${this.id}-${i}`,
        role: 'row',
        class: 'row',
        'aria-rowindex': i + 2,
        'aria-selected': String(i === this.selected),
        onclick: () => this.select(i, false),
      },
      ...cells,
    );
    element.style.transform = `translateY(${i * rowHeight}px)`;
    return element;
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.options.rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: this.selected + 1,
      ArrowUp: this.selected - 1,
      PageDown: this.selected + page,
      PageUp: this.selected - page,
      Home: 0,
      End: this.rows - 1,
    };
    const target = moves[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey || this.rows === 0) return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(target, this.rows - 1)));
  }
}
