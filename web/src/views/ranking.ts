// The ranked configurations: score, its parts, what differs from the default, and the measured time where there is one.
import type { Agreement, Configuration, Inspection } from '../../../wasm/engine';
import { amount, count, duration, h, percent, plural } from '../dom';
import type { PublishedModel } from '../models';
import type { Standing } from '../protocol';
import { VirtualTable } from '../virtual_table';
import { bar, partsOf } from './contributions';

export interface RankingActions {
  chooseModel: (name: string) => void;
  /** How many candidates to generate. */
  chooseCandidates: (count: number) => void;
  resume: () => void;
  stop: () => void;
  explain: (indices: number[]) => Promise<Configuration[]>;
  /** `timeDigits`: as many as the table shows. */
  select: (configuration: Configuration, rank: number, timeDigits: number) => void;
  save: () => void;
}

export const kNotUsable =
  'Either it compiled to the same program as an earlier configuration, or the compiler chose its layouts, which are not known.';

const kManyScored = 1000; // enough to speak of a rate
const kCandidates = [2000, 20_000, 100_000];

export const kPhysics = 'h2'; // the name of ranking without a model

export class RankingView {
  private readonly title = h('h2', { id: 'ranking-title' }, 'Ranking');
  private readonly status = h('p', { class: 'status' });
  private readonly noteLine = h('p', { class: 'notice', hidden: true });
  private readonly agreement = h('div', { class: 'agreement', hidden: true });
  private readonly chooser = h('select', { id: 'model', onchange: () => this.actions.chooseModel(this.chooser.value) });
  private readonly candidates = h(
    'select',
    { id: 'candidates', onchange: () => this.actions.chooseCandidates(Number(this.candidates.value)) },
    ...kCandidates.map((n) => h('option', { value: n }, count(n))),
  );
  private readonly candidatesField = h(
    'label',
    { class: 'field', for: 'candidates', hidden: true },
    'Candidates ',
    this.candidates,
  );
  private readonly card = h('details', { class: 'card' });
  private readonly stopButton = h(
    'button',
    { type: 'button', hidden: true, onclick: () => this.actions.stop() },
    'Stop',
  );
  private readonly resumeButton = h(
    'button',
    { type: 'button', hidden: true, onclick: () => this.actions.resume() },
    'Resume',
  );
  private readonly saveButton = h(
    'button',
    {
      type: 'button',
      disabled: true,
      onclick: () => this.actions.save(),
      title: 'The 1,000 best, as `hlorank rank --json` prints them',
    },
    'Save JSON',
  );
  private readonly table = new VirtualTable({
    label: 'Configurations, best first',
    rowHeight: 44,
    empty: 'Nothing ranked yet.',
    columns: [
      { title: 'Rank', class: 'rank' },
      { title: 'Score', class: 'score', hint: 'Lower is faster. Not a time; the default has 0.' },
      {
        title: 'Parts',
        class: 'parts',
        hint: 'What the score is made of: left of the line is faster than the default, right is slower; lengths go by the square root',
      },
      {
        title: 'Differs from the default',
        class: 'changes',
        hint: 'Layouts of results and operands, minor dimension first',
      },
      { title: 'Measured', class: 'time' },
      { title: 'No.', class: 'index', hint: 'Row of the npz, or number of the candidate' },
    ],
    row: (i) => this.row(i),
    onSelect: (i) => this.select(i),
  });

  private standing: Standing | null = null;
  private readonly known = new Map<number, Configuration>();
  private readonly asked = new Set<number>();
  private asking = false;
  private generation = 0;
  private trainedOn = false;
  private timeDigits = 4;

  constructor(
    root: HTMLElement,
    private readonly actions: RankingActions,
  ) {
    root.append(
      h(
        'div',
        { class: 'panel-head' },
        this.title,
        this.candidatesField,
        h('label', { class: 'field', for: 'model' }, 'Model ', this.chooser),
        h('div', { class: 'buttons' }, this.stopButton, this.resumeButton, this.saveButton),
      ),
      this.status,
      this.noteLine,
      this.agreement,
      this.card,
      this.table.element,
    );
    this.table.element.classList.add('ranking');
  }

  setModels(models: PublishedModel[]): void {
    const physics = h('option', { value: kPhysics }, 'Physics only (h2)');
    this.chooser.replaceChildren(
      ...models.map(({ name, card }) => h('option', { value: name }, card.title ?? card.name ?? name)),
      physics,
    );
  }

  /** `card` null: the one that is shown stays. */
  setModel(name: string, card: Node | null): void {
    this.chooser.value = name;
    if (card) this.card.replaceChildren(h('summary', {}, 'About this model'), card);
  }

  /** A new ranking begins, by a model that has or has not seen the run times of the program. */
  begin(inspection: Inspection, trainedOn: boolean): void {
    this.trainedOn = trainedOn;
    ++this.generation;
    this.standing = null;
    this.known.clear();
    this.asked.clear();
    this.table.element.classList.toggle('timed', inspection.configurations.measured);
    this.agreement.hidden = true;
    this.candidatesField.hidden = !inspection.configurations.generated || inspection.slots === 0;
    this.noteLine.hidden = true;
    this.status.textContent = '';
    this.table.setRows(0);
    this.table.scrollToTop();
    this.running(true);
  }

  /** Selects a configuration by its number, where the ranking shows it. */
  choose(index: number): void {
    const row = this.standing?.top.indices.indexOf(index) ?? -1;
    if (row >= 0) this.table.select(row);
  }

  /** Something to know about this ranking. */
  note(text: string): void {
    this.noteLine.hidden = false;
    this.noteLine.textContent = text;
  }

  running(running: boolean): void {
    this.stopButton.hidden = !running;
    const unfinished = this.standing !== null && this.standing.scored < this.standing.total;
    this.resumeButton.hidden = running || !unfinished;
    this.saveButton.disabled = running || this.standing === null;
  }

  show(standing: Standing, inspection: Inspection): void {
    this.standing = standing;
    this.timeDigits = digitsOf(standing.top.times);
    this.table.setRows(standing.top.indices.length);
    this.describe(standing, inspection);
    this.showAgreement(standing.agreement);
    if (standing.scored === standing.total) this.table.select(0, false); // the best one is explained at once
  }

  private describe({ scored, total, rate, tables }: Standing, { configurations }: Inspection): void {
    const what = configurations.generated
      ? h(
          'span',
          { title: 'The default, every single change, then random mixtures' },
          `${total === 1 ? 'candidate' : 'candidates'} generated here`,
        )
      : h('span', {}, `${total === 1 ? 'configuration' : 'configurations'} of the file`);
    const speed =
      rate > 0 && scored >= kManyScored ? ` · ${count(Math.round(rate / 1000) * 1000)} scored a second` : '';
    const network = tables > 0 ? ` · network ${duration(tables, 3)}` : '';
    this.status.dataset.tables = String(tables);
    this.status.dataset.rate = String(rate);
    this.status.replaceChildren(
      scored < total ? `${count(scored)} of ${count(total)} ` : `${count(total)} `,
      what,
      network,
      speed,
      h('span', { class: 'scale' }, 'Score: lower is faster; not time.'),
    );
  }

  private showAgreement(agreement: Agreement | null): void {
    this.agreement.hidden = agreement === null;
    if (!agreement) return;
    const figure = (name: string, value: string, hint: string) =>
      h('div', { class: 'figure', title: hint }, h('dt', {}, name), h('dd', {}, value));
    this.agreement.replaceChildren(
      h(
        'p',
        {},
        `Against ${plural(agreement.configurations, 'measured time')}${this.trainedOn ? ', which the model was trained on' : ''}:`,
      ),
      h(
        'dl',
        {},
        figure(
          'Kendall τ',
          agreement.tau === null ? '–' : agreement.tau.toFixed(3),
          '1: the same order as the measured times; 0: no relation',
        ),
        figure(
          'Pairs in order',
          percent(agreement.pairAccuracy ?? agreement.orderedPairAccuracy),
          agreement.pairAccuracy === null ? 'All pairs' : 'Pairs whose times differ by more than 2 %',
        ),
        figure(
          'Slowdown of top 1',
          `+${percent(agreement.slowdown1)}`,
          'How much slower the first configuration is than the fastest of all',
        ),
        figure(
          'top 5',
          `+${percent(agreement.slowdown5)}`,
          'How much slower the best of the first 5 is than the fastest of all',
        ),
        figure(
          'top 10',
          `+${percent(agreement.slowdown10)}`,
          'How much slower the best of the first 10 is than the fastest of all',
        ),
      ),
    );
  }

  private row(i: number): (Node | string)[] {
    const { top, lowest, highest } = this.standing!;
    const index = top.indices[i]!;
    const configuration = this.known.get(index);
    if (!configuration) this.ask();
    const time = top.times[i];
    return [
      count(i + 1),
      amount(top.scores[i]!),
      configuration ? bar(configuration, { lowest, highest: Number.isFinite(highest) ? highest : lowest }) : '',
      configuration ? describeChanges(configuration) : '…',
      time === undefined ? '' : duration(time, this.timeDigits),
      String(index),
    ];
  }

  /** Asks for the rows that exist, all at once, after they have been drawn. */
  private ask(): void {
    if (this.asking) return;
    this.asking = true;
    const generation = this.generation;
    requestAnimationFrame(async () => {
      this.asking = false;
      const indices = this.table.existing().map((i) => this.standing?.top.indices[i]);
      const wanted = indices.filter(
        (index): index is number => index !== undefined && !this.known.has(index) && !this.asked.has(index),
      );
      if (!wanted.length) return;
      for (const index of wanted) this.asked.add(index);
      try {
        for (const configuration of await this.actions.explain(wanted)) {
          if (generation === this.generation) this.known.set(configuration.index, configuration);
        }
      } catch {
        return; // a newer ranking took its place
      } finally {
        if (generation === this.generation) for (const index of wanted) this.asked.delete(index);
      }
      if (generation === this.generation) this.table.refresh();
    });
  }

  private async select(i: number): Promise<void> {
    const index = this.standing?.top.indices[i];
    if (index === undefined) return;
    const generation = this.generation;
    try {
      const configuration = this.known.get(index) ?? (await this.actions.explain([index]))[0]!;
      if (generation === this.generation) this.actions.select(configuration, i + 1, this.timeDigits);
    } catch {
      // a newer ranking took its place
    }
  }
}

/** Significant digits that tell these times apart: 4, and more where they all are close. */
function digitsOf(times: Float64Array): number {
  let shortest = Infinity;
  let longest = 0;
  for (const time of times) {
    shortest = Math.min(shortest, time);
    longest = Math.max(longest, time);
  }
  return longest > shortest ? Math.min(7, 4 + Math.floor(Math.log10(longest / (longest - shortest)))) : 4;
}

/** The change that weighs most, in two lines: "dot.12 operand 1:", "{1,0} → {0,1} and 2 more". */
function describeChanges(configuration: Configuration): Node {
  const { index, changes, usable } = configuration;
  const aside = (text: string) => h('span', { class: 'aside', title: usable ? null : kNotUsable }, text);
  const lines = document.createDocumentFragment();
  const first = partsOf(configuration).find(({ change }) => change)?.change;
  if (first) {
    const place = `${first.node} ${first.tensor}: `;
    const more = changes.length > 1 ? ` and ${count(changes.length - 1)} more` : '';
    lines.append(
      h('span', { title: place }, place),
      h(
        'span',
        {},
        h('code', {}, `${first.from} → ${first.to}`),
        more || !usable ? aside(more + (usable ? '' : ' · not compared')) : null,
      ),
    );
  } else if (!usable) {
    lines.append(aside('not compared: '), aside('a duplicate, or left to the compiler'));
  } else {
    lines.append(aside(index === 0 ? 'nothing: this is the default' : 'nothing'));
  }
  return lines;
}
