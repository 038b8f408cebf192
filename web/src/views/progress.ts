// Progress bar for opening a program and ranking its layouts.
import { count, h } from '../dom';
import type { StepName } from '../protocol';

/**
 * Steps of opening and ranking a program. Each has a name in worker messages, a name on the page, and the approximate
 * fraction of the total time.
 */
const kSteps: [StepName, string, number][] = [
  ['read', 'Read', 0.3],
  ['features', 'Features', 0.15],
  ['configurations', 'Configurations', 0.15],
  ['model', 'Model', 0.2],
  ['rank', 'Rank', 0.2],
];
const kDelay = 150; // milliseconds from the start of the work until the bar appears

export class ProgressView {
  private readonly items = kSteps.map(([, label]) => h('li', label));
  private readonly bar = h('progress', { 'aria-label': 'Completed fraction', max: 1 });
  private readonly progressText = h('span.muted');
  private timer = 0;
  private reached = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly announcer: HTMLElement,
    stop: () => void,
  ) {
    root.append(
      h('ol', ...this.items),
      this.bar,
      this.progressText,
      h('button', { title: 'Esc', onclick: stop }, 'Cancel'),
    );
  }

  step(step: StepName): void {
    this.reached = kSteps.findIndex(([name]) => name === step);
    this.items.forEach((item, i) => {
      item.className = i < this.reached ? 'done' : i === this.reached ? 'now' : '';
      if (i === this.reached) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    this.show(0, '');
    if (!this.timer && this.root.hidden) {
      this.timer = window.setTimeout(() => {
        this.root.hidden = false;
        this.announcer.textContent = `${kSteps[Math.max(this.reached, 0)]![1]}…`;
      }, kDelay);
    }
  }

  /** Shows that `done` of `total` bytes of the files are read. */
  reading(done: number, total: number): void {
    if (this.reached !== 0 || this.root.hidden) this.step('read');
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    // Count reading the bytes as the first half of this step. The second half is parsing.
    this.show((done / total) * 0.5, `${megabytes(done)} of ${megabytes(total)} MB`);
  }

  scored(scored: number, total: number): void {
    this.show(total ? scored / total : 0, `${count(scored)} of ${count(total)} scored`);
  }

  done(message: string): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.root.hidden = true;
    this.announcer.textContent = message;
  }

  /** Shows that the web worker has sent no message for `seconds` seconds. Adds a button that restarts the worker. */
  silent(seconds: number, restart: () => void): void {
    this.root.hidden = false;
    const words = `No response from the engine for ${seconds} s: the program is very large, or the engine has crashed. `;
    this.progressText.replaceChildren(words, h('button', { onclick: restart }, 'Restart'));
    this.announcer.textContent = words;
  }

  /**
   * Moves the bar. `part`: fraction of the current step that is complete. `what`: progress of the step as text, such as
   * "3 of 20 MB". Without it, the text is the progress of all steps as a percentage.
   */
  private show(part: number, what: string): void {
    const before = kSteps.slice(0, this.reached).reduce((sum, [, , share]) => sum + share, 0);
    const done = before + part * kSteps[this.reached]![2];
    this.bar.value = done;
    this.progressText.textContent = what || `${Math.round(done * 100)} %`;
  }
}
