// The bar above the HLO text. Shows the name of the HLO computation in view, and has buttons that fold and copy.
import { count, fill, h, plural } from '../dom';
import type { Computation } from './listing';

const kSaidFor = 4000; // milliseconds for which a message is shown

export class TextBar {
  private readonly name = h('span.text-computation');
  private readonly status = h('span.muted', { role: 'status' });
  private readonly copyButton: HTMLButtonElement;
  readonly element: HTMLElement;
  private computation: Computation | null = null;
  private timer = 0;

  constructor(actions: { foldAll: (folded: boolean) => void; copy: () => void }) {
    this.copyButton = h('button', { onclick: actions.copy }, 'Copy computation');
    this.element = h(
      'div.text-bar',
      this.name,
      this.status,
      h('button', { onclick: () => actions.foldAll(true) }, 'Fold all'),
      h('button', { onclick: () => actions.foldAll(false) }, 'Unfold all'),
      this.copyButton,
    );
  }

  /** Shows the name of the HLO computation that the button "Copy computation" copies. Null: no computation. */
  setComputation(computation: Computation | null, lines: number): void {
    if (computation === this.computation && this.name.textContent) return;
    this.computation = computation;
    if (!computation) this.name.textContent = plural(lines, 'line');
    else
      fill(
        this.name,
        h('code', `${computation.isEntry ? 'ENTRY ' : ''}${computation.name}`),
        `, line ${count(computation.begin + 1)}`,
      );
    this.copyButton.disabled = computation === null;
  }

  /** Clears the bar before the text of another program is shown. */
  clear(): void {
    this.name.textContent = this.status.textContent = '';
    this.computation = null;
  }

  say(text: string): void {
    this.status.textContent = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.status.textContent = ''), kSaidFor);
  }
}
