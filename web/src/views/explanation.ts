// Panel that explains why one layout configuration has a better score than another. Lists the contributions of the
// layouts that differ, and their sum.
import type { Configuration, SideBySide } from '../../../wasm/engine';
import { amount, count, duration, entry, fill, h, plural, signed } from '../dom';
import { selection } from '../selection';
import { partsOf } from './contributions';
import { errorText, secondsOf } from './schedule_cells';
import { type Line, lineOf, lineOfDifference, lineOfLoop, lineOfPart, wholeLine } from './explanation_lines';
import { kNotUsable } from './ranking_cells';
import { aboutRank, fasterText } from './confidence';

// Largest number of contributions that the panel lists; a random configuration of a large program has thousands.
const kShown = 200;
const kMethod =
  'The explanation is exact. Before scaling, a score is a sum of layout table entries: one for the layout of every configurable tensor (if several tensors share a value, only the largest entry counts) and, in some models, one for every pair of neighbouring tensors. The list shows the entries that differ.';

const kJoinedMethod =
  'The layout table entries are exact. The network also gives each configuration a configuration-level score, which is not split into contributions; its difference is shown as one part.';

const kLoopMethod =
  'The model simulates what the compiler does with the layouts: which loops it runs and which copies it inserts. The list shows the loops whose estimated cost differs, as fractions of the cost of the program with its own layouts. Costs are estimates, trained on measured times.';

/** A layout configuration with which the explained one can be compared. */
interface Other {
  index: number | null; // index of the configuration; null: the layouts in the HLO file
  label: string;
}

/** The layout configuration whose score the panel explains. */
interface Subject {
  configuration: Configuration;
  rank: number;
  timeDigits: number;
  /** Name shown for the configuration: "configuration 17", or the name that the user gave it. */
  label: string;
  /** Number of configurations that are too close to the first to call; 0 without calibration. */
  close: number;
}

interface ExplanationActions {
  /**
   * Splits the score of `configuration` minus the score of `other` into contributions of single layouts. `other`: index
   * of a configuration. `otherTime`: its measured run time, if any.
   */
  difference: (
    configuration: Configuration,
    other: number,
  ) => Promise<SideBySide['differences'][0] & { otherTime: number | undefined }>;
  others: () => Other[];
  choose: (line: Pick<Line, 'slot' | 'instruction'>) => void;
}

export class ExplanationView {
  private readonly against = h('select', { id: 'against', onchange: () => void this.explain() });
  private readonly head = h('div');
  private readonly body = h('div.explanation');
  private subject: Subject | null = null;
  private generation = 0;

  constructor(
    root: HTMLElement,
    private readonly actions: ExplanationActions,
  ) {
    root.append(
      h(
        'div.panel-head',
        h('h2', { id: 'explanation-title' }, 'Explanation'),
        h('label.field', { for: 'against' }, 'Compared with', this.against),
      ),
      h('div.explanation', this.head, this.body),
    );
    this.clear();
  }

  clear(): void {
    ++this.generation;
    this.subject = null;
    this.listOthers();
    this.body.replaceChildren();
    this.head.replaceChildren(h('p.muted', 'Select a configuration to see the contributions to its score.'));
  }

  /** Fills the menu of configurations to compare with again. Keeps the selected entry if it is still in the menu. */
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
    const { configuration, rank, timeDigits, label, close } = subject;
    if (configuration.schedule) return this.showSchedule(subject);
    const { score, time, usable, changes } = configuration;
    fill(
      this.head,
      h(
        'p.what',
        h('strong', `Rank ${count(rank)}`),
        ` · ${label} · ${changes.length ? `${plural(changes.length, 'layout')} changed` : 'program layouts'}`,
      ),
      h(
        'dl.numbers',
        time === undefined ? null : entry('Measured time', duration(time, timeDigits)),
        entry('Score (lower is faster)', amount(score)),
      ),
      close ? h('p.note', aboutRank(rank, close)) : null,
      usable ? null : h('p.note', `Not included in the comparison with measured times. ${kNotUsable}`),
    );
    void this.explain();
  }

  private showSchedule({ configuration, rank, timeDigits }: Subject): void {
    const { score, time, schedule } = configuration;
    const { id, halideCost, shares, stages = [] } = schedule!;
    // Whether a model predicts times of stages. It does not if schedules are ordered by measured time.
    const isPredicted = shares.length > 0;
    ++this.generation;
    this.against.parentElement!.hidden = true;
    fill(
      this.head,
      h('p.what', h('strong', `Rank ${count(rank)}`), ` · schedule ${id}`),
      h(
        'dl.numbers',
        isPredicted ? entry('Predicted time', duration(secondsOf(score), 3)) : null,
        time === undefined ? null : entry('Measured time', duration(time, timeDigits)),
        time === undefined || !isPredicted ? null : entry('Error of the prediction', errorText(score, time)),
        halideCost === undefined ? null : entry('Cost by Halide’s own model', amount(halideCost, 3)),
      ),
    );
    fill(
      this.body,
      isPredicted
        ? h('p.muted', 'The list Hotspots and the colours of the graph show what each stage takes under this schedule.')
        : null,
      stages.some(({ steps }) => steps) ? this.steps(stages) : null,
    );
  }

  /** Lists what the schedule decides about each of its stages, in the order of the program. */
  private steps(stages: { name: string; steps: string }[]): HTMLElement {
    const names = selection.get('program')?.instructions.names ?? [];
    const choose = (name: string) => this.actions.choose({ slot: null, instruction: names.indexOf(name) });
    return h(
      'div.schedule-steps',
      h('h3', 'What the schedule does'),
      h(
        'dl',
        ...stages.flatMap(({ name, steps }) => [
          h('dt', h('button.link', { onclick: () => choose(name) }, h('code', name))),
          h('dd', ...(steps ? steps.split(', ').map((step) => h('span.step', step)) : ['no decision'])),
        ]),
      ),
      h(
        'p.note',
        'From the trace, in the terms of TVM: tile sizes from the outermost loop to the innermost. Parallel, vectorize and unroll: number of iterations of such loops around the store.',
      ),
    );
  }

  private async explain(): Promise<void> {
    const subject = this.subject;
    if (!subject) return;
    const mine = ++this.generation;
    const { configuration, label } = subject;
    if (this.against.value === '') {
      const lines = configuration.loops?.map(lineOfLoop) ?? partsOf(configuration).map(lineOfPart);
      return this.list(lines, configuration, null, configuration.loops !== undefined);
    }
    const other = this.against.selectedOptions[0]?.textContent ?? '';
    try {
      const difference = await this.actions.difference(configuration, Number(this.against.value));
      if (mine !== this.generation) return;
      const sure = fasterText([label, other], difference, [configuration.time, difference.otherTime]);
      const lines = difference.loops?.map(lineOfLoop) ?? difference.parts.map(lineOfDifference);
      this.list(lines, difference, sure, difference.loops !== undefined);
    } catch {
      // A newer ranking cancelled this request. That ranking will show its own explanation.
    }
  }

  private list(
    lines: Line[],
    { z, score, whole }: Pick<Configuration, 'z' | 'score' | 'whole'>,
    sure: string | null,
    isSimulated: boolean,
  ): void {
    const sum = lines.reduce((total, line) => total + line.amount, 0);
    const largest = Math.max(...lines.map((line) => Math.abs(line.amount)), Math.abs(whole ?? 0), 1e-30);
    const isDefault = this.against.value === '';
    const parts = lines.filter((line) => line.amount !== 0).length;
    const ofParts = score - (whole ?? 0);
    const isScaled =
      lines.length > 0 && isDefault && Math.abs(ofParts - z) > 1e-3 * Math.max(Math.abs(score), Math.abs(z));
    const error = Math.abs(sum - z);
    const exactness = lines.length
      ? `The contributions add up to ${amount(sum)}; the difference is ${amount(z)} (± ${error ? amount(error) : '0'}).`
      : '';
    fill(
      this.body,
      sure ? h('p.sure', sure) : null,
      lines.length === 0
        ? h(
            'p.muted',
            isDefault && !whole
              ? 'This configuration keeps the program layouts, so its score is 0.'
              : isSimulated
                ? 'The simulated compiler runs the same loops.'
                : 'No layout table entry differs.',
          )
        : h(
            'ol.parts-list',
            { tabindex: 0, 'aria-label': 'Contributions to the difference; negative is faster' },
            ...lines.slice(0, kShown).map((line) => lineOf(line, largest, this.actions.choose)),
          ),
      lines.length > kShown ? h('p.muted', `and ${count(lines.length - kShown)} more`) : null,
      whole === undefined ? null : wholeLine(whole, largest),
      lines.length === 0
        ? null
        : total('sum', plural(parts, 'contribution'), sum, { 'data-sum': sum, 'data-difference': z }),
      isScaled ? total('scaled', 'Scaled by the model', ofParts) : null,
      whole === undefined
        ? null
        : total('sum-whole', isDefault ? 'Score' : 'Difference of the scores', score, {
            'data-score': score,
            'data-whole': whole,
          }),
      method(isSimulated ? kLoopMethod : whole === undefined ? kMethod : kJoinedMethod, exactness),
    );
  }
}

/** Creates a line below the contributions. It shows their sum, or a number that the model derives from the sum. */
const total = (name: string, title: string, value: number, data: Record<string, number> = {}): HTMLElement =>
  h(`div.part.total.${name}`, data, h('span', title), h('span.value', signed(value)));

const method = (text: string, exactness: string): HTMLElement =>
  h('details.note', h('summary', 'How this is computed'), h('p', text), exactness && h('p', exactness));
