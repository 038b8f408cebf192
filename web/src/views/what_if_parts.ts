// Parts of the what-if panel, in which the user tries layouts: a table of the layouts that a tensor can have, the list
// of copies that the layouts imply, and the best configuration found.
import type { Best, ChoiceReport, Disagreement, LoopChange, Settings } from '../../../wasm/engine';
import { amount, count, h, plural, signed } from '../dom';
import { isLayout, layoutText } from '../layout_text';
import { isProbable } from './confidence';
import { describeLoop } from './contributions';
import { bytesText, parseLayout, memoryFacts } from './layout_memory';

const kCopies = 6; // largest number of implied copies that the panel lists
const kRuns = 'Bytes that are contiguous in memory along the minor dimension';
const kParties = 4; // largest number of layouts named for each implied copy

/**
 * Creates a table of all layouts that a tensor can have. Each row shows the score of the configuration with this
 * layout. `pick` is called with the index (`row`) of the layout that the user selects.
 */
export function settingsTable(settings: Settings, pick: (row: number) => void): HTMLElement {
  const { node, tensor, shape, dimensions, elementBytes, chosen, reference } = settings;
  const least = Math.min(...settings.settings.map(({ score }) => score));
  const now = settings.settings.find(({ row }) => row === chosen)!;
  const line = ({ row, layout, score, rank }: Settings['settings'][0]): HTMLElement => {
    const { run } = memoryFacts(parseLayout(layout, dimensions, elementBytes, shape));
    const input = h('input', {
      type: 'radio',
      name: 'what-if-layout',
      value: row,
      checked: row === chosen,
      onchange: () => pick(row),
    });
    const isDefault =
      row === reference ? h('span.program-layout', { title: 'The layout in the program' }, 'program') : null;
    const runs = isLayout(layout) ? h('span.runs', { title: kRuns }, `runs of ${bytesText(run * elementBytes)}`) : null;
    return h(
      'tr',
      { class: score === least ? 'least' : null },
      h('td', h('label', input, h('span', h('code', layoutText(layout)), isDefault, runs))),
      h('td', amount(score, 3)),
      h('td', row === chosen ? '' : signed(score - now.score, 3)),
      h('td', count(rank)),
    );
  };
  const titles = [
    ['Layout', 'Dimensions from minor to major'],
    ['Score', 'Score of the configuration with this layout. Lower is faster'],
    ['Change', 'Change of the score. Negative is faster'],
    ['Rank', 'Rank of the configuration with this layout; 1 is predicted fastest'],
  ].map(([title, hint]) => h('th', { scope: 'col', title: hint }, title));
  return h(
    'table',
    h('caption.visually-hidden', `Layouts of ${node} ${tensor}`),
    h('thead', h('tr', ...titles)),
    h('tbody', ...settings.settings.map(line)),
  );
}

/** Returns "copied for dot.3", or "copied to the layout that is set" if a layout constraint requires the copy. */
export const copiedFor = ({ node, parties }: Disagreement): string =>
  parties[0]!.place === node ? 'copied to the layout that is set' : `copied for ${parties[0]!.place}`;

function copyLine(copy: Disagreement, chooseInstruction: (node: number) => void): HTMLElement {
  const { node, instruction, bytes, parties, trips = 1, amount: effect } = copy;
  const name = h('button.link', { onclick: () => chooseInstruction(instruction) }, h('code', node));
  const size = `, ${bytesText(bytes)}${trips > 1 ? ` × ${count(trips)}` : ''}: `;
  if (effect !== undefined) return h('li', name, size, copiedFor(copy), `, ${signed(effect)}`);
  return h(
    'li',
    name,
    size,
    parties
      .slice(0, kParties)
      .map(({ place, layout }) => `${layout} for ${place}`)
      .join(', '),
    parties.length > kParties ? ` and ${parties.length - kParties} more` : '',
  );
}

function copyList(title: string, lines: HTMLElement[]): HTMLElement[] {
  const more = lines.length - kCopies;
  return [h('h3', title), h('ul', ...lines.slice(0, kCopies), more > 0 ? h('li', `and ${count(more)} more`) : null)];
}

/**
 * Creates the list of copies that layouts imply: one instruction writes a value in one layout, and another reads it in a
 * different layout. `of`: total number of copies; `disagreements` may contain only the largest. `isSimulated`: whether
 * the model simulates the compiler, so that these are the copies that the simulated compiler inserts.
 */
export function impliedCopies(
  disagreements: Disagreement[],
  chooseInstruction: (node: number) => void,
  of: number,
  isSimulated: boolean,
): HTMLElement[] {
  const all = disagreements.length < of ? ` of ${count(of)}` : '';
  const words: [string, string] = isSimulated ? ['added copy', 'added copies'] : ['implied copy', 'implied copies'];
  const title = disagreements.length ? plural(disagreements.length, ...words) + all : `No ${words[1]}`;
  return copyList(
    isSimulated ? `${title} (simulated)` : title,
    disagreements.map((copy) => copyLine(copy, chooseInstruction)),
  );
}

/**
 * Creates the list of copies that a configuration implies. If the model simulates the compiler, adds a list of the copies
 * that this configuration removes or makes cheaper, compared with the layouts in the HLO file.
 */
export function copiesOf(
  { disagreements, disagreementCount, loops }: ChoiceReport,
  chooseInstruction: (node: number) => void,
): HTMLElement[] {
  const saved = (loops ?? []).filter(({ kind, amount: effect }) => kind === 'copy' && effect < 0);
  const line = (loop: LoopChange): HTMLElement =>
    h(
      'li',
      h('button.link', { onclick: () => chooseInstruction(loop.instruction) }, h('code', loop.node)),
      ` ${describeLoop(loop)}, ${signed(loop.amount)}`,
    );
  return [
    ...impliedCopies(disagreements, chooseInstruction, disagreementCount, loops !== undefined),
    ...(saved.length
      ? copyList(`${plural(saved.length, 'copy', 'copies')} removed or cheaper (simulated)`, saved.map(line))
      : []),
  ];
}

/**
 * Says whether a configuration is predicted faster or slower than another one, `base`. `score`: its score minus that of
 * the base. `pairConfidence`: probability that the one with the lower score is faster; null without calibration.
 */
export function againstBase(score: number, pairConfidence: number | null, base: string): string {
  if (score === 0) return `Predicted as fast as ${base}.`;
  const odds = pairConfidence === null ? '' : oddsText(pairConfidence);
  const words = score < 0 ? 'faster' : 'slower';
  return `Predicted ${words} than ${base}: the score is ${scoreChangeText(score)}${odds}. Scores are not times.`;
}

/** Describes a difference of scores: "0.500 lower". */
export const scoreChangeText = (difference: number): string =>
  `${amount(Math.abs(difference), 3)} ${difference < 0 ? 'lower' : 'higher'}`;

const oddsText = (probability: number): string =>
  isProbable(probability)
    ? ` (probability ${probability.toFixed(2)})`
    : `, too little to tell (probability ${probability.toFixed(2)})`;

/**
 * Shows the best configuration that the search found. `take` is called with this configuration when the user clicks it.
 * The configuration has, for each tensor whose layout can be chosen, the index of the layout.
 */
export function bestFound({ found, isProven, score }: Best, take: (choice: number[]) => void): HTMLElement[] {
  const proof = isProven
    ? 'Proven optimal: no configuration of this program has a lower (faster) score with this model.'
    : score === null
      ? 'Not proven optimal: the search has no lower bound for this model, so better configurations may exist.'
      : `Not proven optimal: the search stopped early. Better configurations may exist, but none scores below ${amount(score)}.`;
  return [
    h('p.proof', proof),
    h(
      'p.note',
      'The configurations found, lowest (fastest) score first, compared with the program layouts. The first is selected; click another to try it.',
    ),
    h(
      'ol',
      ...found.map(({ score: own, changed, choice }) =>
        h(
          'li',
          h('button', { onclick: () => take(choice) }, `Score ${amount(own)}, ${plural(changed, 'layout')} changed`),
        ),
      ),
    ),
  ];
}
