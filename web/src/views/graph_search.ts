// Search field of the graph, with the number of hits and buttons for the next and previous hit.
import { count, h } from '../dom';
import type { Found } from '../graph/search';

const kPatience = 120; // milliseconds after the last key before searching

export class GraphSearch {
  readonly field = h('input', {
    type: 'search',
    id: 'graph-search',
    placeholder: 'op:dot shape:bf16 layout:{0,1}',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'graph-search-help',
    oninput: () => this.later(),
    onkeydown: (event: KeyboardEvent) => this.key(event),
  });
  readonly element: HTMLElement;
  private readonly status = h('span.graph-count', { role: 'status' });
  private readonly buttons = [
    h(
      'button',
      { 'aria-label': 'Previous hit', title: 'Previous hit (Shift + Enter, N)', onclick: () => this.step(-1) },
      '↑',
    ),
    h('button', { 'aria-label': 'Next hit', title: 'Next hit (Enter, n)', onclick: () => this.step(1) }, '↓'),
  ];
  private hits: Uint32Array = new Uint32Array();
  private at = -1;
  private timer = 0;
  private asked = 0;

  constructor(
    private readonly find: (query: string) => Promise<Found>,
    /** Called with all hits (instructions) and the index of the current hit among them (-1: none yet). */
    private readonly changed: (hits: Uint32Array, at: number) => void,
    private readonly leave: () => void,
  ) {
    this.element = h(
      'div.graph-search',
      { role: 'search', 'aria-label': 'Search in the graph' },
      h('label.visually-hidden', { for: 'graph-search' }, 'Find instructions'),
      this.field,
      h(
        'span.visually-hidden',
        { id: 'graph-search-help' },
        'Words, or FIELD:TEXT with a field of name, op, shape, dtype, layout, src, comp, scope; regular expressions between slashes; a leading minus excludes.',
      ),
      this.status,
      ...this.buttons,
    );
    this.show('');
  }

  clear(): void {
    this.field.value = '';
    this.hits = new Uint32Array();
    this.at = -1;
    this.show('');
  }

  step(by: number): void {
    if (!this.hits.length) return;
    this.at = this.at < 0 ? (by > 0 ? 0 : this.hits.length - 1) : (this.at + by + this.hits.length) % this.hits.length;
    this.show('');
    this.changed(this.hits, this.at);
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.search(), kPatience);
  }

  private async search(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = 0;
    const mine = ++this.asked;
    const { hits, problem } = await this.find(this.field.value);
    if (mine !== this.asked) return;
    this.hits = hits;
    this.at = -1;
    this.show(problem);
    this.changed(hits, -1);
  }

  private show(problem: string): void {
    const typed = this.field.value.trim() !== '';
    const { length } = this.hits;
    this.status.textContent = problem
      ? problem
      : !typed
        ? ''
        : length === 0
          ? 'none found'
          : this.at < 0
            ? `${count(length)} found`
            : `${count(this.at + 1)} of ${count(length)}`;
    this.field.setAttribute('aria-invalid', String(problem !== ''));
    this.buttons.forEach((button) => (button.disabled = length === 0));
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (!this.field.value) return this.leave();
      this.clear();
      this.changed(this.hits, -1);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    if (this.timer) void this.search().then(() => this.step(step));
    else this.step(step);
  }
}
