// One configuration: every change it makes, and what each part of its score comes from. The parts add up, and the sum is shown.
import type { Change, Configuration, Contribution } from '../../../wasm/engine';
import { amount, duration, fill, h, plural } from '../dom';
import { kNotUsable } from './ranking';

const kShown = 200; // rows; a mixture of a large program can change thousands of layouts

interface Line {
  node: string;
  tensor: string;
  what: Change | null;
  layout: string;
  with?: string | undefined;
  amount: number;
}

/** Changes joined with what each contributes, largest first; changes that contribute nothing at the end. */
function linesOf({ changes, contributions }: Configuration): Line[] {
  const key = (part: Change | Contribution) => `${part.node}\n${part.tensor}`;
  const left = new Map(changes.map((change) => [key(change), change]));
  const lines: Line[] = contributions.map((part) => {
    const what = left.get(key(part)) ?? null;
    return { node: part.node, tensor: part.tensor, what, layout: part.layout, with: part.with, amount: part.amount };
  });
  for (const part of contributions) left.delete(key(part));
  for (const change of left.values())
    lines.push({ node: change.node, tensor: change.tensor, what: change, layout: change.to, amount: 0 });
  return lines;
}

export class ExplanationView {
  private readonly body = h('div', { class: 'explanation' });

  constructor(root: HTMLElement) {
    root.append(h('div', { class: 'panel-head' }, h('h2', { id: 'explanation-title' }, 'Why')), this.body);
    this.clear();
  }

  clear(): void {
    this.body.replaceChildren(h('p', { class: 'muted' }, 'Choose a configuration to see what its score is made of.'));
  }

  show(configuration: Configuration, rank: number): void {
    const { index, score, z, time, usable, changes, contributions } = configuration;
    const sum = contributions.reduce((total, part) => total + part.amount, 0);
    const lines = linesOf(configuration);
    const largest = Math.max(...lines.map((line) => Math.abs(line.amount)), 1e-30);
    fill(
      this.body,
      h(
        'p',
        { class: 'what' },
        h('strong', {}, `Rank ${rank}`),
        ` · configuration ${index} · ${changes.length ? `${plural(changes.length, 'layout')} changed` : 'nothing changed'}`,
      ),
      h(
        'dl',
        { class: 'numbers' },
        h('div', {}, h('dt', {}, 'Score'), h('dd', {}, amount(score))),
        time === undefined ? null : h('div', {}, h('dt', {}, 'Measured'), h('dd', {}, duration(time))),
      ),
      usable ? null : h('p', { class: 'note' }, `Not compared with the measured times. ${kNotUsable}`),
      lines.length === 0
        ? h('p', { class: 'muted' }, 'It has the layouts of the program as it stands, and so the score 0.')
        : h(
            'ol',
            { class: 'parts-list', tabindex: 0, 'aria-label': 'Parts of the score' },
            ...lines.slice(0, kShown).map((line) => this.line(line, largest)),
          ),
      lines.length > kShown ? h('p', { class: 'muted' }, `and ${lines.length - kShown} more`) : null,
      lines.length === 0
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

  private line({ node, tensor, what, layout, with: other, amount: value }: Line, largest: number): HTMLElement {
    const fill = h('i', { class: value < 0 ? 'faster' : 'slower' });
    fill.style.width = `${(Math.abs(value) / largest) * 100}%`;
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'part' },
        h('span', { class: 'slot' }, h('code', {}, node), ` ${tensor}`, other ? ` with ${other}` : ''),
        h('span', { class: 'value' }, value === 0 ? '0' : `${value > 0 ? '+' : ''}${amount(value)}`),
      ),
      h(
        'div',
        { class: 'from-to' },
        what
          ? h('span', {}, h('code', {}, what.from), ' → ', h('code', {}, what.to))
          : h('span', {}, h('code', {}, layout), ' as in the default'),
        what ? h('span', { class: 'shape' }, `${what.opcode} ${what.shape}`) : null,
      ),
      h('div', { class: 'meter', 'aria-hidden': 'true' }, fill),
    );
  }
}
