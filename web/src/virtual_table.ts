// A table of any length: only the rows in sight exist. One tab stop; arrows move the selection; columns are CSS.
import { h } from './dom';
import { VirtualRows } from './virtual_rows';

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

const kHeadHeight = 33; // pixels, line included
const kBorders = 2; // pixels, above and below
const kFew = 6; // rows that leave no empty space below

export class VirtualTable {
  readonly element: HTMLElement;
  private readonly id = `table-${Math.random().toString(36).slice(2, 8)}`;
  private readonly list: VirtualRows;
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
    );
    this.list = new VirtualRows(this.element, {
      role: 'rowgroup',
      row: (i) => this.makeRow(i),
      above: kHeadHeight,
      borders: kBorders,
    });
    this.element.append(this.list.body);
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.setRows(0);
  }

  /** The table has this many rows now, all of them new; the selection is dropped. */
  setRows(rows: number): void {
    this.rows = rows;
    this.selected = -1;
    this.element.removeAttribute('aria-activedescendant');
    this.element.setAttribute('aria-rowcount', String(rows + 1));
    this.element.classList.toggle('few', rows > 0 && rows <= kFew);
    this.list.setRows(rows);
    this.sayNothing();
  }

  /** Makes the rows in sight again. */
  refresh(): void {
    this.list.refresh();
    this.sayNothing();
  }

  /** Says which column the rows are sorted by. */
  setSort(key: string, descending: boolean): void {
    this.options.columns.forEach((column, c) => {
      if (column.key === key) this.titles[c]!.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else this.titles[c]!.removeAttribute('aria-sort');
    });
  }

  scrollToTop(): void {
    this.list.scrollToTop();
  }

  /** The rows that exist: those in sight and some around them. */
  existing(): number[] {
    return this.list.existing();
  }

  select(i: number, reveal = true): void {
    if (i < 0 || i >= this.rows) return;
    this.list.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = i;
    this.list.get(i)?.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', `${this.id}-${i}`);
    if (reveal) this.list.reveal(i);
    this.options.onSelect?.(i);
  }

  deselect(): void {
    this.list.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = -1;
    this.element.removeAttribute('aria-activedescendant');
  }

  private sayNothing(): void {
    if (this.rows) return;
    const cell = h('div', { role: 'gridcell', class: 'nothing' }, this.options.empty);
    this.list.body.append(h('div', { role: 'row', class: 'row', 'aria-rowindex': 2 }, cell));
  }

  private makeRow(i: number): HTMLElement {
    const { columns, row } = this.options;
    const cells = row(i).map((content, c) => h('div', { role: 'gridcell', class: columns[c]!.class }, content));
    return h(
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
  }

  private key(event: KeyboardEvent): void {
    const page = this.list.pageSize;
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
