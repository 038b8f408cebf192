// One configuration: every change it makes, and what each part of its score comes from. The parts add up, and the sum is shown.
import type { Configuration } from '../../../wasm/engine';
import { amount, count, duration, fill, h, plural } from '../dom';
import { type Part, partsOf } from './contributions';
import { kNotUsable } from './ranking';

const kNoBreak = '\u00a0';
const kShown = 200; // rows; a mixture of a large program can change thousands of layouts

export class ExplanationView {
  private readonly body = h('div', { class: 'explanation' });

  constructor(root: HTMLElement) {
    root.append(h('div', { class: 'panel-head' }, h('h2', { id: 'explanation-title' }, 'Why')), this.body);
    this.clear();
  }

  clear(): void {
    this.body.replaceChildren(h('p', { class: 'muted' }, 'Choose a configuration to see what its score is made of.'));
  }

  show(configuration: Configuration, rank: number, timeDigits: number): void {
    const { index, score, z, time, usable, changes, contributions } = configuration;
    const sum = contributions.reduce((total, part) => total + part.amount, 0);
    const parts = partsOf(configuration);
    const largest = Math.max(...parts.map((part) => Math.abs(part.amount)), 1e-30);
    fill(
      this.body,
      h(
        'p',
        { class: 'what' },
        h('strong', {}, `Rank ${count(rank)}`),
        ` · configuration ${index} · ${changes.length ? `${plural(changes.length, 'layout')} changed` : 'nothing changed'}`,
      ),
      h(
        'dl',
        { class: 'numbers' },
        h('div', {}, h('dt', {}, 'Score'), h('dd', {}, amount(score))),
        time === undefined ? null : h('div', {}, h('dt', {}, 'Measured'), h('dd', {}, duration(time, timeDigits))),
      ),
      usable ? null : h('p', { class: 'note' }, `Not compared with the measured times. ${kNotUsable}`),
      parts.length === 0
        ? usable && h('p', { class: 'muted' }, 'It has the layouts of the program as it stands, and so the score 0.')
        : h(
            'ol',
            { class: 'parts-list', tabindex: 0, 'aria-label': 'Parts of the score' },
            ...parts.slice(0, kShown).map((part) => this.line(part, largest)),
          ),
      parts.length > kShown ? h('p', { class: 'muted' }, `and ${parts.length - kShown} more`) : null,
      parts.length === 0
        ? null
        : h(
            'p',
            { class: 'sum' },
            `Parts add up to ${amount(sum)}`,
            Math.abs(score - z) > 1e-3 * Math.max(Math.abs(score), Math.abs(z))
              ? `, which the model's scale turns into the score ${amount(score)}.`
              : ', the score.',
          ),
    );
  }

  private line({ node, tensor, change, layout, with: other, amount: value }: Part, largest: number): HTMLElement {
    const fill = h('i', { class: value < 0 ? 'faster' : 'slower' });
    fill.style.width = `${(Math.abs(value) / largest) * 100}%`;
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'part' },
        h(
          'span',
          { class: 'slot' },
          h('code', {}, node),
          ` ${tensor.replace(' ', kNoBreak)}`,
          other ? ` with ${other}` : '',
        ),
        h('span', { class: 'value' }, value === 0 ? '0' : `${value > 0 ? '+' : ''}${amount(value)}`),
      ),
      h(
        'div',
        { class: 'from-to' },
        change
          ? h('span', {}, h('code', {}, change.from), ' → ', h('code', {}, change.to))
          : h('span', {}, h('code', {}, layout), ' as in the default'),
        change ? h('span', { class: 'shape' }, `${change.opcode} ${change.shape}`) : null,
      ),
      h('div', { class: 'meter', 'aria-hidden': 'true' }, fill),
    );
  }
}
