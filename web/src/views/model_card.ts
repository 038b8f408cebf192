// Shows a model card, the JSON published with a model: accuracy of the model, baselines and training data.
import { count, entry, fixed, h, percent, plural } from '../dom';
import { type CardText, type Fields, isFields } from '../model_check';

export function analyticalCard(): Node {
  return h(
    'div',
    h(
      'p',
      'The analytical cost model counts, for every layout, the bytes read or written in runs of one element, and the layout conversions that neighbouring instructions then need. ',
      'It needs no training and works for every program. The calibrated models multiply its terms by learned factors.',
    ),
  );
}

const kDifferences = new Set(['slowdown1', 'slowdown5', 'slowdown10', 'gain1']);
const kShares = new Set(['pairAccuracy', ...kDifferences]);
const kTitles: Record<string, string> = {
  tau: 'Kendall τ',
  pairAccuracy: 'pairs in order',
  slowdown1: 'slowdown of top 1',
  slowdown5: 'top 5',
  slowdown10: 'top 10',
  gain1: 'gain of top 1',
};

const kAboutFigures =
  'Cross-validation on programs whose family was held out of training. Kendall τ: rank correlation with the measured run times (higher is better). Pairs in order: fraction of pairs, more than 2 % apart in run time, ordered correctly (higher is better). Slowdown of top 1, 5, 10: how much longer the fastest of the first 1, 5 or 10 configurations runs than the fastest of all (lower is better). Gain of top 1: how much faster the first configuration runs than the compiler default (higher is better).';

const kBaselines: Record<string, string> = {
  random: 'random order',
  default: 'program layouts first',
  auto: 'compiler default',
  analytical: 'analytical cost model',
  h2: 'analytical cost model', // name of this cost model in old cards, until version 0.1
};

function shown(name: string, value: number): string {
  const sign = kDifferences.has(name) && value >= 0 ? '+' : '';
  return kShares.has(name) ? sign + percent(value) : fixed(value, 3);
}

/**
 * Lists [title, value] of the metrics in `fields` (tau, pairAccuracy, slowdown1, ...) that have a title in kTitles, in
 * the order of kTitles.
 */
function figuresOf(fields: Fields): [string, number][] {
  return Object.keys(kTitles).flatMap((name) =>
    typeof fields[name] === 'number' ? [[name, fields[name]] as [string, number]] : [],
  );
}

/**
 * Creates the table that compares the metrics of the model with those of the baselines in the model card. Null if the
 * card has no metrics.
 */
function figures(metrics: Fields): Node | null {
  const baselines = isFields(metrics.baselines) ? metrics.baselines : {};
  const rows: [string, [string, number][]][] = [['this model', figuresOf(metrics)]];
  for (const [name, fields] of Object.entries(baselines))
    if (isFields(fields)) rows.push([kBaselines[name] ?? name, figuresOf(fields)]);
  const columns = rows[0]![1].map(([name]) => name);
  if (!columns.length) return null;
  const cellsOf = (values: [string, number][]): string[] => {
    const known = new Map(values);
    return columns.map((column) => (known.has(column) ? shown(column, known.get(column)!) : '–'));
  };
  const titles = columns.map((name) => kTitles[name]!);
  return accuracyTable(
    'Accuracy of the model',
    titles,
    rows.map(([name, values]) => [name, cellsOf(values)]),
  );
}

/** Creates a table with one named row per model, baseline or program family. The table scrolls on narrow screens. */
export const accuracyTable = (label: string, titles: string[], rows: [string, string[]][]): HTMLElement =>
  h(
    'div.scroll',
    { tabindex: 0, role: 'group', 'aria-label': label },
    h(
      'table',
      h('thead', h('tr', h('td'), ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h(
        'tbody',
        ...rows.map(([name, cells]) => h('tr', h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', cell)))),
      ),
    ),
  );

/** Returns the name of the device of the run times to show: "XLA:GPU" for "xla-gpu". */
function nameOfTarget(target: unknown): unknown {
  return typeof target === 'string' && target.startsWith('xla-') ? `XLA:${target.slice(4).toUpperCase()}` : target;
}

/**
 * Describes the model's metrics on programs that were dumped before any compiler pass. Null if the model card has no
 * such metrics.
 */
function onRawPrograms(metrics: Fields): Node | null {
  const raw = isFields(metrics.raw) ? metrics.raw : {};
  const before = isFields(raw.before) ? raw.before : {};
  const { programs, slotsMatched, tau, gain1 } = raw;
  if (typeof programs !== 'number' || typeof slotsMatched !== 'number' || typeof tau !== 'number') return null;
  const against = (name: string) =>
    typeof before[name] === 'number' ? ` (just before layout assignment: ${shown(name, before[name])})` : '';
  return h(
    'p',
    `On the same programs before any optimisation: τ ${shown('tau', tau)}${against('tau')}`,
    typeof gain1 === 'number' ? `; gain of top 1 ${shown('gain1', gain1)}${against('gain1')}` : '',
    `. ${plural(programs, 'program')}; ${percent(slotsMatched)} of the layout slots exist at this stage.`,
  );
}

const kMostPoints = 6; // largest number of points of a calibration curve in its table, one per column

/**
 * Creates the table of a calibration curve, [[score difference, fraction of pairs ordered correctly], ...]. Null if the
 * model card has no curve.
 */
function curveTable(label: string, difference: string, fraction: string, curve: unknown): Node | null {
  const isPoint = (point: unknown): point is [number, number] =>
    Array.isArray(point) && point.length === 2 && point.every((value) => typeof value === 'number');
  if (!Array.isArray(curve) || curve.length < 2 || !curve.every(isPoint)) return null;
  const columns = Math.min(kMostPoints, curve.length);
  const points = Array.from(
    { length: columns },
    (_, i) => curve[Math.round((i * (curve.length - 1)) / (columns - 1))]!,
  );
  return accuracyTable(
    label,
    points.map(([x]) => fixed(x, 2)),
    [[`${fraction}, by ${difference}`, points.map(([, y]) => percent(y, 0))]],
  );
}

/**
 * Explains from which measurements the probabilities on the page are computed. Null if the model card has no
 * calibration.
 */
function calibration(card: CardText): Node | null {
  const confidence = isFields(card.confidence) ? card.confidence : {};
  const pairs = curveTable(
    'Pairs in order by the difference of their scores',
    'difference of their scores',
    'pairs in order',
    confidence.pairs,
  );
  if (!pairs) return null;
  return h(
    'div',
    h('p', 'Probabilities on this page are fractions observed on the same held-out programs:'),
    pairs,
    curveTable(
      "Rankings whose first is faster than the compiler's own layouts",
      'how much better its score is',
      "first faster than the compiler's own layouts",
      confidence.gains,
    ),
  );
}

export function modelCard(card: CardText): Node {
  const metrics = isFields(card.metrics) ? card.metrics : {};
  const mean = isFields(metrics.mean) ? metrics.mean : metrics;
  const training = isFields(card.training) ? card.training : {};
  const data = Array.isArray(training.data) ? training.data.filter(isFields) : [];
  const configurations =
    typeof mean.configurations === 'number' ? `, ${count(mean.configurations)} configurations` : '';
  const facts: [string, unknown][] = [
    ['Trained on', data.length ? `${plural(data.length, 'program')}${configurations}` : null],
    ['Measured on', nameOfTarget(card.target)],
    ['Feature schema', card.schema],
  ];
  return h(
    'div',
    h('p', kAboutFigures),
    figures(mean),
    onRawPrograms(metrics),
    calibration(card),
    h('dl.facts', ...facts.map(([name, value]) => (typeof value === 'string' ? entry(name, value) : null))),
    data.length === 0
      ? null
      : h(
          'details',
          h('summary', 'Names of the training programs'),
          h('p.names', data.map(({ name }) => String(name)).join(', ')),
        ),
  );
}
