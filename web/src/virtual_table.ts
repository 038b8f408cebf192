// A table of any length: only the rows in sight exist. One tab stop; arrows move the selection; columns are CSS.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { h } from './dom';

interface Column {
  title: string;
  class: string;
  /** Longer words for the title, shown on hover. */
  hint?: string;
  /** Its title is a button that sorts by this. */
  key?: string;
}

interface TableOptions {
  label: string;
  columns: Column[];
  rowHeight: number;
  /** What stands in the cells of row i, one entry a column. */
  row: (i: number) => (Node | string)[];
  /** Row i is the one that is looked at: by a click, or by the keys that move. */
  onSelect?: (i: number) => void;
  /** The user chose row i: by a click, or with Enter. */
  onChoose?: (i: number) => void;
  /** The title of a column with this key was pressed. */
  onSort?: (key: string) => void;
  /** A key that moves nothing was pressed in row i; true: it meant something. */
  onKey?: (event: KeyboardEvent, i: number) => boolean;
  /** Shown when there are no rows. */
  empty: string;
}

const kSpare = 8; // rows kept above and below those in sight
const kHeadHeight = 33; // pixels, line included
const kBorders = 2; // pixels, above and below

export class VirtualTable {
  readonly element: HTMLElement;
  private readonly body = h('div', { class: 'rows', role: 'rowgroup' });
  private readonly id = `table-${Math.random().toString(36).slice(2, 8)}`;
  private readonly rendered = new Map<number, HTMLElement>();
  private readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  private readonly titles: HTMLElement[];
  private rows = 0;
  private selected = -1;

  constructor(private readonly options: TableOptions) {
    const titles = options.columns.map((column) =>
      h(
        'div',
        { role: 'columnheader', class: column.class, title: column.hint },
        column.key
          ? h('button', { type: 'button', onclick: () => options.onSort?.(column.key!) }, column.title)
          : column.title,
      ),
    );
    this.titles = titles;
    this.element = h(
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
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.virtualizer = new Virtualizer(this.windowing());
    this.setRows(0);
  }

  /** The table has this many rows now, all of them new; the selection is dropped. */
  setRows(rows: number): void {
    this.rows = rows;
    this.selected = -1;
    this.element.removeAttribute('aria-activedescendant');
    this.element.setAttribute('aria-rowcount', String(rows + 1));
    this.body.style.height = `${Math.max(rows, 1) * this.options.rowHeight}px`;
    this.virtualizer.setOptions(this.windowing());
    this.virtualizer._willUpdate();
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

  /** Says which column the rows are sorted by. */
  setSort(key: string, descending: boolean): void {
    this.options.columns.forEach((column, c) => {
      if (column.key === key) this.titles[c]!.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else this.titles[c]!.removeAttribute('aria-sort');
    });
  }

  scrollToTop(): void {
    this.virtualizer.scrollToOffset(0);
  }

  /** The rows that exist: those in sight and some around them. */
  existing(): number[] {
    return [...this.rendered.keys()];
  }

  select(i: number, reveal = true): void {
    if (i < 0 || i >= this.rows) return;
    this.rendered.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = i;
    this.rendered.get(i)?.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', `${this.id}-${i}`);
    if (reveal) this.virtualizer.scrollToIndex(i);
    this.options.onSelect?.(i);
  }

  private windowing(): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      count: this.rows,
      getScrollElement: () => this.element,
      estimateSize: () => this.options.rowHeight,
      overscan: kSpare,
      scrollMargin: kHeadHeight, // the rows begin below the head,
      scrollPaddingStart: kHeadHeight, // which stays where it is
      scrollPaddingEnd: kBorders,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => this.render(),
    };
  }

  private render(): void {
    const indices = new Set(this.virtualizer.getVirtualIndexes());
    for (const [i, row] of this.rendered) {
      if (indices.has(i)) continue;
      row.remove();
      this.rendered.delete(i);
    }
    for (const i of indices) {
      if (this.rendered.has(i)) continue;
      const row = this.makeRow(i);
      this.rendered.set(i, row);
      this.body.append(row);
    }
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
        onclick: () => {
          this.select(i, false);
          this.options.onChoose?.(i);
        },
      },
      ...cells,
    );
    element.style.transform = `translateY(${i * rowHeight}px)`;
    return element;
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: this.selected + 1,
      ArrowUp: this.selected - 1,
      PageDown: this.selected + page,
      PageUp: this.selected - page,
      Home: 0,
      End: this.rows - 1,
    };
    if (event.target !== this.element) return; // a title
    const target = moves[event.key];
    if (event.key === 'Enter' && this.selected >= 0 && this.options.onChoose) {
      event.preventDefault();
      this.options.onChoose(this.selected);
    }
    if (target === undefined && this.selected >= 0 && this.options.onKey?.(event, this.selected))
      event.preventDefault();
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey || this.rows === 0) return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(target, this.rows - 1)));
  }
}
