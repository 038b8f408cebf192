// Filters of the ranking table: words, ranges of score and of measured time, and an instruction whose layouts must
// differ from those in the HLO file.
import type { Instructions } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';
import { count, h } from '../dom';
import type { Status } from '../protocol';
import { RangeField } from './range';

type Filter = Pick<ViewQuery, 'text' | 'score' | 'time' | 'node'>;

const kOffered = 2000; // largest number of instruction names in the suggestion list
const kPause = 200; // milliseconds after the last key before the filter is applied

/**
 * Returns a map from the names of instructions whose layouts can be chosen to their indices. If several computations
 * contain the same name, the name of the computation is appended: "dot.1 (body)".
 */
export function placesOf({ names, computations, configurable }: Instructions): Map<string, number> {
  const times = new Map<string, number>();
  for (const node of configurable) times.set(names[node]!, (times.get(names[node]!) ?? 0) + 1);
  const places = new Map<string, number>();
  for (const node of configurable) {
    const name = names[node]!;
    places.set(times.get(name)! > 1 ? `${name} (${computations[node]})` : name, node);
  }
  return places;
}

export class Filters {
  readonly element: HTMLElement;
  private readonly text = h('input', {
    type: 'search',
    id: 'ranking-search',
    placeholder: 'dot.12 {0,1}',
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => this.soon(),
  });
  private readonly textLabel = h('span', 'Changes containing');
  private readonly place = h('input', {
    id: 'ranking-place',
    list: 'ranking-places',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'any instruction',
    onchange: () => this.changed(),
  });
  private readonly places = h('datalist', { id: 'ranking-places' });
  private readonly score = new RangeField('Score', () => this.changed());
  private readonly time = new RangeField('Measured time', () => this.changed());
  private readonly found = h('span.muted', { role: 'status' });
  private readonly clearButton = h('button', { hidden: true, onclick: () => this.clear() }, 'Show all');
  private nodes = new Map<string, number>();
  private timer = 0;

  constructor(private readonly changed: () => void) {
    const details = h(
      'details.filters',
      h('summary', 'Filter'),
      h(
        'div.filter-fields',
        h('label.field.grow', { for: 'ranking-search' }, this.textLabel, this.text),
        h('label.field.grow', { for: 'ranking-place' }, h('span', 'Layouts changed in'), this.place),
        this.places,
        this.score.element,
        this.time.element,
      ),
    );
    this.element = h('div.filter-bar', details, this.found, this.clearButton);
  }

  /** Shows the filter fields for layout configurations, or for Halide and TVM schedules. */
  setKind(areSchedules: boolean): void {
    this.textLabel.textContent = areSchedules ? 'Schedules containing' : 'Changes containing';
    this.text.placeholder = areSchedules ? '0012.sample' : 'dot.12 {0,1}';
    this.place.parentElement!.hidden = areSchedules;
    // Hide the filter by score for schedules, because their scores are logarithms of times, which the table does not
    // show.
    this.score.element.hidden = areSchedules;
  }

  showInstructions(instructions: Instructions): void {
    this.nodes = placesOf(instructions);
    this.places.replaceChildren(...[...this.nodes.keys()].slice(0, kOffered).map((value) => h('option', { value })));
    this.reset();
  }

  /** Draws the histogram of scores. If `measured` is true, also draws the histogram of measured times. */
  showStatus({ top }: Status, measured: boolean): void {
    this.score.show(top.scores, { scale: 1, name: '' });
    const longest = top.times.reduce((most, time) => Math.max(most, time || 0), 0);
    const [scale, name] = longest >= 1 ? [1, 's'] : longest >= 1e-3 ? [1e-3, 'ms'] : [1e-6, 'µs'];
    this.time.show(measured ? top.times : new Float64Array(), { scale, name });
  }

  /** Shows that `passed` of `total` configurations match the filter. */
  showFound(passed: number, total: number): void {
    this.found.textContent = this.isSet ? `${count(passed)} of ${count(total)} shown` : '';
    this.clearButton.hidden = !this.isSet;
    this.place.setAttribute('aria-invalid', String(this.place.value.trim() !== '' && this.filter.node === null));
    this.score.mark();
    this.time.mark();
  }

  get filter(): Filter {
    return {
      text: this.text.value,
      score: this.score.range,
      time: this.time.range,
      node: this.nodes.get(this.place.value.trim()) ?? null,
    };
  }

  get isSet(): boolean {
    const { text, score, time, node } = this.filter;
    return text.trim() !== '' || node !== null || [...score, ...time].some(Number.isFinite);
  }

  reset(): void {
    this.text.value = this.place.value = '';
    this.score.clear();
    this.time.clear();
    this.showFound(0, 0);
  }

  private clear(): void {
    this.reset();
    this.changed();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.changed(), kPause);
  }
}
