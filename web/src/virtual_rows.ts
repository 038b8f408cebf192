// Virtual list: rows of equal height in a scrolling element, with DOM nodes only for visible rows. The CSS variable
// --row-height defines the row height.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { h } from './dom';
import { watchPresses } from './presses';

interface RowsOptions {
  role: string;
  /** Creates the element of row i, without its position in the list. */
  row: (i: number) => HTMLElement;
  /** Height in pixels of a fixed header above the rows. If absent, 0. */
  above?: number;
  /** Height in pixels of the upper and lower border of `element` together. If absent, 0. */
  borders?: number;
  /** Called after the list rendered other rows than before. */
  changed?: () => void;
}

const kSpare = 10; // rows rendered above and below the visible ones, to scroll without gaps
const kFar = 2; // `reveal` jumps to rows that are farther away than this many heights of the visible area

export class VirtualRows {
  readonly body: HTMLElement;
  private readonly rendered = new Map<number, HTMLElement>();
  private readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  private rows = 0;
  private readonly isPressed: () => boolean;
  private isStale = false; // whether to render the rows again when the user releases the pressed one
  private wanted = -1; // index of the row to scroll to once the element is visible; −1: none
  private setOffset: (offset: number, isScrolling: boolean) => void = () => {};
  /** Height of a row in pixels. */
  rowHeight = 1;

  constructor(
    private readonly element: HTMLElement,
    private readonly options: RowsOptions,
  ) {
    this.body = h('div.rows', { role: options.role });
    this.isPressed = watchPresses(this.body, () => this.isStale && this.redraw());
    this.virtualizer = new Virtualizer(this.windowing());
  }

  /** Sets the number of rows and renders the visible ones again. */
  setRows(rows: number): void {
    this.rows = rows;
    this.wanted = -1;
    this.measure();
    this.virtualizer.setOptions(this.windowing());
    this.virtualizer._willUpdate();
    this.redraw();
  }

  /** Renders the visible rows again, after their content changed. If a row is pressed, waits until it is released. */
  refresh(): void {
    if (this.isPressed()) this.isStale = true;
    else this.redraw();
  }

  /** Renders the visible rows again at once, after their size or place changed. */
  redraw(): void {
    this.isStale = false;
    this.rendered.clear();
    this.body.replaceChildren();
    this.render();
  }

  get(i: number): HTMLElement | undefined {
    return this.rendered.get(i);
  }

  /** Returns the indices of the rendered rows: the visible ones and some above and below. */
  existing(): number[] {
    return [...this.rendered.keys()];
  }

  /** Scrolls until row i is visible. */
  reveal(i: number): void {
    const { scrollTop, clientHeight } = this.element;
    this.wanted = clientHeight ? -1 : i;
    const top = i * this.rowHeight;
    if (Math.abs(top - scrollTop) < kFar * clientHeight) this.virtualizer.scrollToIndex(i);
    else this.virtualizer.scrollToOffset(Math.max(0, top - clientHeight / 3));
  }

  scrollToTop(): void {
    this.virtualizer.scrollToOffset(0);
  }

  /** Number of rows by which Page Up and Page Down move. */
  get pageSize(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
  }

  /**
   * Reads the row height from the style sheet, where it may depend on the window width. Returns whether the height
   * changed.
   */
  private measure(): boolean {
    const height = parseFloat(getComputedStyle(this.body).getPropertyValue('--row-height')) || this.rowHeight;
    const isNew = height !== this.rowHeight;
    this.rowHeight = height;
    this.body.style.height = `${Math.max(this.rows, 1) * height}px`;
    return isNew;
  }

  private windowing(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { above = 0, borders = 0 } = this.options;
    return {
      count: this.rows,
      getScrollElement: () => this.element,
      estimateSize: () => this.rowHeight,
      overscan: kSpare,
      scrollMargin: above,
      scrollPaddingStart: above,
      scrollPaddingEnd: borders,
      observeElementRect: (virtualizer, changed) =>
        observeElementRect(virtualizer, (rect) => {
          const isNew = this.measure();
          if (isNew) virtualizer.measure();
          changed(rect);
          if (isNew) this.redraw();
          if (rect.height > 0) this.setOffset(this.element.scrollTop, false); // a hidden element reports a height of 0
          if (rect.height > 0 && this.wanted >= 0) this.reveal(this.wanted);
        }),
      observeElementOffset: (virtualizer, changed) => {
        this.setOffset = changed;
        return observeElementOffset(virtualizer, changed);
      },
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
    // Insert rows from last to first, so that elements are in row order for screen readers and copying.
    let next: HTMLElement | null = null;
    for (const i of [...indices].reverse()) {
      let row = this.rendered.get(i);
      if (!row) {
        row = this.options.row(i);
        row.style.transform = `translateY(${i * this.rowHeight}px)`;
        this.rendered.set(i, row);
        this.body.insertBefore(row, next);
      }
      next = row;
    }
    this.options.changed?.();
  }
}
