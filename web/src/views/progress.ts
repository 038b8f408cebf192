// What is going on, stage by stage.
import { count, h } from '../dom';
import type { StageName } from '../protocol';

const kStages: [StageName, string][] = [
  ['read', 'Read'],
  ['features', 'Features'],
  ['configurations', 'Configurations'],
  ['model', 'Model'],
  ['rank', 'Rank'],
];
const kDelay = 150; // milliseconds; what is over sooner is not shown

export class ProgressView {
  private readonly items = kStages.map(([, label]) => h('li', {}, label));
  private readonly bar = h('progress', { 'aria-label': 'Scored', max: 1 });
  private timer = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly announcer: HTMLElement,
    stop: () => void,
  ) {
    root.append(h('ol', {}, ...this.items), this.bar, h('button', { type: 'button', onclick: stop }, 'Cancel'));
  }

  stage(stage: StageName): void {
    const reached = kStages.findIndex(([name]) => name === stage);
    this.items.forEach((item, i) => {
      item.className = i < reached ? 'done' : i === reached ? 'now' : '';
      if (i === reached) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    this.bar.removeAttribute('value');
    if (!this.timer && this.root.hidden) {
      this.timer = window.setTimeout(() => {
        this.root.hidden = false;
        this.announcer.textContent = `${kStages[Math.max(reached, 0)]![1]}…`;
      }, kDelay);
    }
  }

  scored(scored: number, total: number): void {
    this.bar.value = total ? scored / total : 0;
    this.bar.title = `${count(scored)} of ${count(total)}`;
  }

  done(message: string): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.root.hidden = true;
    this.announcer.textContent = message;
  }
}
