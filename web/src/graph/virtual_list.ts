// A list of any length with rows of one height: only those in sight exist.
import { h } from '../dom';

const kSpare = 10; // rows kept above and below

export class VirtualList {
  readonly body = h('div', { class: 'list-body', role: 'presentation' });
  private readonly rendered = new Map<number, HTMLElement>();
  private rows = 0;
  private asked = false;

  constructor(
    readonly element: HTMLElement,
    private readonly rowHeight: number,
    private readonly row: (i: number) => HTMLElement,
  ) {
    element.append(this.body);
    element.addEventListener('scroll', () => this.render(), { passive: true });
    new ResizeObserver(() => this.render()).observe(element);
  }

  setRows(rows: number): void {
    this.rows = rows;
    this.body.style.height = `${rows * this.rowHeight}px`;
    this.refresh();
  }

  /** Makes the rows in sight again, at the next frame. */
  refresh(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.rendered.clear();
      this.body.replaceChildren();
      this.render();
    });
  }

  existing(i: number): HTMLElement | undefined {
    return this.rendered.get(i);
  }

  /** Scrolls only when row i is not in sight, and then a third from the top. */
  reveal(i: number): void {
    const { scrollTop, clientHeight } = this.element;
    const top = i * this.rowHeight;
    if (top < scrollTop || top + this.rowHeight > scrollTop + clientHeight)
      this.element.scrollTop = Math.max(0, top - clientHeight / 3);
    this.render();
  }

  get pageSize(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
  }

  private render(): void {
    const { scrollTop, clientHeight } = this.element;
    if (!clientHeight) return;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - kSpare);
    const last = Math.min(this.rows, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + kSpare);
    for (const [i, element] of this.rendered) {
      if (i >= first && i < last) continue;
      element.remove();
      this.rendered.delete(i);
    }
    for (let i = first; i < last; ++i) {
      if (this.rendered.has(i)) continue;
      const element = this.row(i);
      element.style.transform = `translateY(${i * this.rowHeight}px)`;
      this.rendered.set(i, element);
      this.body.append(element);
    }
  }
}
