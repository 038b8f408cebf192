// The scrolling view of the HLO text: renders only the lines and columns in view.
import { count, h } from '../dom';
import { VirtualRows } from '../virtual_rows';
import { columnsInView, kLongest } from './columns';
import { selectedText } from './copy';
import { Listing } from './listing';
import { buildRow, kNameId, rowId, styleNames, styleRow } from './row';
import { TextState } from './state';

const kSample = 100; // number of characters whose width is measured

export class TextRows {
  readonly element = h('div.text-scroller', {
    tabindex: 0,
    role: 'treegrid',
    'aria-label': 'Program as HLO text',
    'aria-readonly': 'true',
  });
  private readonly sample = h('span.text-sample', { 'aria-hidden': 'true' }, '0'.repeat(kSample));
  private readonly list = new VirtualRows(this.element, {
    role: 'rowgroup',
    row: (row) => buildRow(this.state, this.state.folding.lineAt(row), row),
  });
  state = new TextState(new Listing([], new Uint32Array()));
  private character = 7.5; // width of a character in pixels
  private onceVisible: (() => void) | null = null;

  /** `scrolled` is called after the view scrolled and after its lines changed. */
  constructor(private readonly scrolled: () => void) {
    this.element.append(this.list.body, this.sample);
    this.element.addEventListener('scroll', () => this.update(), { passive: true });
    this.element.addEventListener('copy', (event) => {
      const text = selectedText(this.list.body, this.state.listing.lines);
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    });
    new ResizeObserver(() => this.resize()).observe(this.element);
    document.fonts.addEventListener('loadingdone', () => this.resize()); // the characters may have another width now
  }

  /** Renders the view after the text was replaced or its folding changed. */
  show(): void {
    const { folding, listing, expanded } = this.state;
    let longest = 0;
    listing.lines.forEach((line, i) => {
      longest = Math.max(longest, expanded.has(i) ? line.length : Math.min(line.length, kLongest + 30));
    });
    this.list.body.style.setProperty('--columns', `${longest}ch`);
    this.list.body.style.setProperty('--digits', `${count(listing.lines.length).length}ch`);
    this.element.setAttribute('aria-rowcount', String(folding.rows));
    this.list.setRows(folding.rows);
    this.update();
  }

  /** Renders the visible lines again. */
  refresh(): void {
    this.list.refresh();
    this.showActive();
  }

  /**
   * Updates the classes of visible lines that depend on pointer, keyboard cursor and selection. `names`: whether to
   * update highlighted names too.
   */
  restyle(names = true): void {
    for (const row of this.rendered()) {
      const line = Number(row.dataset.line);
      styleRow(this.state, row, line);
      if (names) styleNames(this.state, row, line);
    }
    this.showActive();
  }

  get pageSize(): number {
    return this.list.pageSize;
  }

  /** Index of the first line that is completely visible. */
  get topLine(): number {
    const { folding } = this.state;
    const row = Math.ceil(this.element.scrollTop / this.list.rowHeight);
    return folding.lineAt(Math.min(row, Math.max(0, folding.rows - 1)));
  }

  isInView(line: number): boolean {
    const top = this.state.folding.rowOf(line) * this.list.rowHeight;
    const { scrollTop, clientHeight } = this.element;
    return top >= scrollTop && top + this.list.rowHeight <= scrollTop + clientHeight;
  }

  reveal(line: number): void {
    this.whenVisible(() => this.list.reveal(this.state.folding.rowOf(line)));
  }

  scrollToTop(line: number): void {
    this.whenVisible(() => {
      this.element.scrollTo(0, this.state.folding.rowOf(line) * this.list.rowHeight);
      this.update();
    });
  }

  /** Scrolls horizontally until the columns from `begin` to `end` are visible. */
  revealColumns(begin: number, end: number): void {
    const { scrollLeft, clientWidth } = this.element;
    const [left, right] = [begin * this.character, end * this.character + this.gutter];
    if (left >= scrollLeft && right <= scrollLeft + clientWidth) return;
    this.element.scrollLeft = Math.max(0, left - clientWidth / 3);
    this.update();
  }

  /** Width in pixels of the area left of the text, with line numbers and fold buttons. */
  private get gutter(): number {
    return this.element.querySelector('.gutter')?.getBoundingClientRect().width ?? 0;
  }

  private rendered(): HTMLElement[] {
    return this.list.existing().map((row) => this.list.get(row)!);
  }

  /** Renders the columns in view after the view scrolled horizontally. */
  private update(): void {
    const { scrollLeft, clientWidth } = this.element;
    const columns = columnsInView(scrollLeft / this.character, clientWidth / this.character);
    const { begin, end } = this.state.columns;
    if (columns.begin !== begin || columns.end !== end) {
      this.state.columns = columns;
      this.list.redraw();
    }
    this.showActive();
    this.scrolled();
  }

  /**
   * Tells screen readers which line or name has the keyboard cursor. While the cursor is not visible, tells them that
   * there is none.
   */
  private showActive(): void {
    const { cursor, name, folding } = this.state;
    const row = cursor < 0 ? undefined : this.list.get(folding.rowOf(cursor));
    const id = !row ? '' : name >= 0 && row.querySelector(`#${kNameId}`) ? kNameId : rowId(Number(row.dataset.line));
    if (id === (this.element.getAttribute('aria-activedescendant') ?? '')) return;
    if (id) this.element.setAttribute('aria-activedescendant', id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  private whenVisible(act: () => void): void {
    if (this.element.clientHeight > 0) act();
    else this.onceVisible = act;
  }

  private resize(): void {
    if (this.element.clientHeight === 0) return;
    const sample = document.createRange(); // has the width of the text; the element has none
    sample.selectNodeContents(this.sample);
    this.character = sample.getBoundingClientRect().width / kSample || this.character;
    this.onceVisible?.();
    this.onceVisible = null;
    this.update();
  }
}
