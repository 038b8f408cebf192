// Table that renders only its visible rows. Arrow keys move the selection. The Tab key stops only once at the table.
// CSS lays out the columns.
import { h } from './dom';
import { VirtualRows } from './virtual_rows';

interface Column {
  title: string;
  class: string;
  /** Tooltip of the column's title. */
  hint?: string;
  /** Key by which a click on the column's title sorts the table. If absent, the title is not a button. */
  key?: string;
}

interface TableOptions {
  label: string;
  columns: Column[];
  /** Returns the contents of the cells of row i, one per column. */
  row: (i: number) => (Node | string)[];
  /** Called when row i was selected by a click, an arrow key or the method `select`. */
  onSelect?: (i: number) => void;
  /** Called when row i was activated by a click or Enter. */
  onChoose?: (i: number) => void;
  /** Called with the `key` of a column when the user clicks its title. */
  onSort?: (key: string) => void;
  /**
   * Called when the user presses a key that the table does not use, while row i is selected. Returns whether the
   * function handled the key.
   */
  onKey?: (event: KeyboardEvent, i: number) => boolean;
  /** Text shown while the table has no rows. */
  empty: string;
}

const kHeadHeight = 33; // height of the header in pixels, with its border
const kBorders = 2; // height of the top and bottom border together, in pixels
const kFew = 6; // largest number of rows for which a table shrinks to its content

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
        column.key ? h('button', { onclick: () => options.onSort?.(column.key!) }, column.title) : column.title,
      ),
    );
    this.titles = titles;
    this.element = h(
      'div.table',
      { role: 'grid', 'aria-label': options.label, 'aria-colcount': options.columns.length, tabindex: 0 },
      h('div.head', { role: 'rowgroup' }, h('div.row', { role: 'row', 'aria-rowindex': 1 }, ...titles)),
    );
    this.list = new VirtualRows(this.element, {
      role: 'rowgroup',
      row: (i) => this.makeRow(i),
      above: kHeadHeight,
      borders: kBorders,
      changed: () => {
        this.showActive();
        this.showEmptyMessage();
      },
    });
    this.element.append(this.list.body);
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.setRows(0);
  }

  /** Sets the number of rows, renders the visible ones, and clears the selection. */
  setRows(rows: number): void {
    this.rows = rows;
    this.selected = -1;
    this.element.setAttribute('aria-rowcount', String(rows + 1));
    this.element.classList.toggle('few', rows > 0 && rows <= kFew);
    this.list.setRows(rows);
  }

  /** Renders the visible rows again, after their content changed. */
  refresh(): void {
    this.list.refresh();
  }

  /** Marks the column by which the rows are sorted. Does not sort them. */
  setSort(key: string, descending: boolean): void {
    this.options.columns.forEach((column, c) => {
      if (column.key === key) this.titles[c]!.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else this.titles[c]!.removeAttribute('aria-sort');
    });
  }

  scrollToTop(): void {
    this.list.scrollToTop();
  }

  /** Returns the indices of the rendered rows: the visible ones and some above and below. */
  existing(): number[] {
    return this.list.existing();
  }

  select(i: number, reveal = true): void {
    if (i < 0 || i >= this.rows) return;
    this.list.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = i;
    this.list.get(i)?.setAttribute('aria-selected', 'true');
    this.showActive();
    if (reveal) this.list.reveal(i);
    this.options.onSelect?.(i);
  }

  deselect(): void {
    this.list.get(this.selected)?.setAttribute('aria-selected', 'false');
    this.selected = -1;
    this.showActive();
  }

  /** Tells screen readers which row is selected, if it is rendered. */
  private showActive(): void {
    const row = this.list.get(this.selected);
    if (row) this.element.setAttribute('aria-activedescendant', row.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  private showEmptyMessage(): void {
    if (this.rows || this.list.body.childElementCount) return;
    const cell = h('div.nothing', { role: 'gridcell' }, this.options.empty);
    this.list.body.append(h('div.row', { role: 'row', 'aria-rowindex': 2 }, cell));
  }

  private makeRow(i: number): HTMLElement {
    const { columns, row } = this.options;
    const cells = row(i).map((content, c) => h('div', { role: 'gridcell', class: columns[c]!.class }, content));
    return h(
      'div.row',
      {
        id: `${this.id}-${i}`,
        role: 'row',
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
    if (event.target !== this.element) return; // the key was pressed on a button in the header
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
