// Why one configuration scores less or more than another: the table entries in which they differ. They add up, and the sum is shown.
import type { Configuration, DifferencePart, SideBySide } from '../../../wasm/engine';
import { amount, count, duration, fill, h, plural } from '../dom';
import { partsOf } from './contributions';
import { kNotUsable } from './ranking_cells';
import { aboutBand, aboutSureness, type Band } from './trust';

const kNoBreak = '\u00a0';
const kShown = 200; // rows; a mixture of a large program can change thousands of layouts
const kMethod =
  'Exact: the score before its scale is a sum of one table entry for every tensor (of those that share a value, the largest) and every pair of them. The parts are the entries that differ; nothing is estimated or shared out.';

/** A configuration that another may be explained against. */
export interface Other {
  index: number | null; // null: the default
  label: string;
}

/** What is explained. */
interface Subject {
  configuration: Configuration;
  rank: number;
  timeDigits: number;
  /** "configuration 17", or the name of one of the user's own. */
  label: string;
  band: Band | null;
}

interface ExplanationActions {
  /** The subject less the other. */
  difference: (configuration: Configuration, other: number | null) => Promise<SideBySide['differences'][0]>;
  others: () => Other[];
  chooseNode: (slot: number) => void;
}

interface Line {
  slot: number;
  node: string;
  tensor: string;
  with?: string | undefined;
  layouts: (Node | string)[];
  aside: string;
  amount: number;
}

export class ExplanationView {
  private readonly against = h('select', { id: 'against', onchange: () => void this.explain() });
  private readonly head = h('div');
  private readonly body = h('div', { class: 'explanation' });
  private subject: Subject | null = null;
  private generation = 0;

  constructor(
    root: HTMLElement,
    private readonly actions: ExplanationActions,
  ) {
    root.append(
      h(
        'div',
        { class: 'panel-head' },
        h('h2', { id: 'explanation-title' }, 'Why'),
        h('label', { class: 'field', for: 'against' }, 'against', this.against),
      ),
      h('div', { class: 'explanation' }, this.head, this.body),
    );
    this.clear();
  }

  clear(): void {
    ++this.generation;
    this.subject = null;
    this.listOthers();
    this.body.replaceChildren();
    this.head.replaceChildren(h('p', { class: 'muted' }, 'Choose a configuration to see what its score is made of.'));
  }

  /** What a configuration may be explained against has changed. */
  listOthers(): void {
    const chosen = this.against.value;
    const others = this.actions
      .others()
      .filter(({ index }) => index === null || index !== this.subject?.configuration.index);
    this.against.replaceChildren(
      ...others.map(({ index, label }) => h('option', { value: index === null ? '' : index }, label)),
    );
    this.against.value = chosen;
    if (this.against.selectedIndex < 0) this.against.value = '';
    this.against.parentElement!.hidden = others.length < 2;
    if (this.subject && this.against.value !== chosen) void this.explain();
  }

  show(subject: Subject): void {
    this.subject = subject;
    this.listOthers();
    const { configuration, rank, timeDigits, label, band } = subject;
    const { score, time, usable, changes, interval } = configuration;
    const fact = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    fill(
      this.head,
      h(
        'p',
        { class: 'what' },
        h('strong', {}, `Rank ${count(rank)}`),
        ` · ${label} · ${changes.length ? `${plural(changes.length, 'layout')} changed` : 'nothing changed'}`,
      ),
      h(
        'dl',
        { class: 'numbers' },
        fact('Score', amount(score)),
        interval ? fact('Interval', `${amount(interval[0])} … ${amount(interval[1])}`) : null,
        time === undefined ? null : fact('Measured', duration(time, timeDigits)),
      ),
      band ? h('p', { class: 'note' }, aboutBand(band)) : null,
      usable ? null : h('p', { class: 'note' }, `Not compared with the measured times. ${kNotUsable}`),
    );
    void this.explain();
  }

  private async explain(): Promise<void> {
    const subject = this.subject;
    if (!subject) return;
    const mine = ++this.generation;
    const { configuration, label } = subject;
    if (this.against.value === '') {
      const sum = configuration.contributions.reduce((total, part) => total + part.amount, 0);
      return this.list(partsOf(configuration).map(lineOfPart), sum, configuration.z, configuration.score, null);
    }
    const other = this.against.selectedOptions[0]?.textContent ?? '';
    try {
      const difference = await this.actions.difference(configuration, Number(this.against.value));
      if (mine !== this.generation) return;
      const sum = difference.parts.reduce((total, part) => total + part.amount, 0);
      const sure =
        difference.sureness === null ? null : aboutSureness(label, other, difference.score, difference.sureness);
      this.list(difference.parts.map(lineOfDifference), sum, difference.z, difference.score, sure);
    } catch {
      // a newer ranking took its place
    }
  }

  private list(lines: Line[], sum: number, z: number, score: number, sure: string | null): void {
    const largest = Math.max(...lines.map((line) => Math.abs(line.amount)), 1e-30);
    const isDefault = this.against.value === '';
    const error = Math.abs(sum - z);
    const parts = lines.filter((line) => line.amount !== 0).length;
    fill(
      this.body,
      sure ? h('p', { class: 'sure' }, sure) : null,
      lines.length === 0
        ? h(
            'p',
            { class: 'muted' },
            isDefault
              ? 'It has the layouts of the program as it stands, and so the score 0.'
              : 'No table entry differs.',
          )
        : h(
            'ol',
            { class: 'parts-list', tabindex: 0, 'aria-label': 'Parts of the difference' },
            ...lines.slice(0, kShown).map((line) => this.line(line, largest)),
          ),
      lines.length > kShown ? h('p', { class: 'muted' }, `and ${count(lines.length - kShown)} more`) : null,
      lines.length === 0
        ? null
        : h(
            'p',
            { class: 'sum', 'data-sum': sum, 'data-difference': z },
            `${plural(parts, 'part')} ${parts === 1 ? 'adds' : 'add'} up to ${amount(sum)} = the difference ${amount(z)}`,
            ` (± ${error ? amount(error) : '0'})`,
            isDefault && Math.abs(score - z) > 1e-3 * Math.max(Math.abs(score), Math.abs(z))
              ? `, which the model’s scale turns into the score ${amount(score)}.`
              : '.',
          ),
      h('p', { class: 'note', title: kMethod }, h('strong', {}, 'Method. '), kMethod),
    );
  }

  private line({ slot, node, tensor, with: other, layouts, aside, amount: value }: Line, largest: number): HTMLElement {
    const meter = h('i', { class: value < 0 ? 'faster' : 'slower' });
    meter.style.width = `${(Math.abs(value) / largest) * 100}%`;
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'part' },
        h(
          'span',
          { class: 'slot' },
          h(
            'button',
            { type: 'button', class: 'link', onclick: () => this.actions.chooseNode(slot) },
            h('code', {}, node),
          ),
          ` ${tensor.replace(' ', kNoBreak)}`,
          other ? ` with ${other}` : '',
        ),
        h('span', { class: 'value' }, value === 0 ? '0' : `${value > 0 ? '+' : ''}${amount(value)}`),
      ),
      h('div', { class: 'from-to' }, h('span', {}, ...layouts), h('span', { class: 'shape' }, aside)),
      h('div', { class: 'meter', 'aria-hidden': 'true' }, meter),
    );
  }
}

function lineOfPart(part: ReturnType<typeof partsOf>[number]): Line {
  const { slot, node, tensor, change, layout, with: other, amount: value } = part;
  return {
    slot,
    node,
    tensor,
    with: other,
    layouts: change
      ? [h('code', {}, change.from), ' → ', h('code', {}, change.to)]
      : [h('code', {}, layout), ' as in the default'],
    aside: change ? `${change.opcode} ${change.shape}` : '',
    amount: value,
  };
}

/** "{0,1} here, {1,0} there": of A and of B. */
function lineOfDifference({ slot, node, tensor, layouts, instead, with: other, amount: value }: DifferencePart): Line {
  return {
    slot,
    node,
    tensor,
    with: other,
    layouts: [h('code', {}, layouts[0]), ' here, ', h('code', {}, layouts[1]), ' there'],
    aside: instead ? `there it is ${instead} that counts for this value` : '',
    amount: value,
  };
}
