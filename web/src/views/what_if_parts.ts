// Parts of the what-if panel, in which the user tries layouts: a table of the layouts that a tensor can have, the list
// of copies that the layouts imply, and the best configuration found.
import type { Best, Disagreement, Settings } from '../../../wasm/engine';
import { amount, count, h, plural, signed } from '../dom';
import { isLayout, layoutText } from '../layout_text';
import { bytesText, parseLayout, memoryFacts } from './layout_memory';

const kCopies = 6; // largest number of implied copies that the panel lists
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
    return h(
      'tr',
      { class: score === least ? 'least' : null },
      h('td', h('label', input, h('span', h('code', layoutText(layout)), isDefault))),
      h('td', isLayout(layout) ? bytesText(run * elementBytes) : '–'),
      h('td', amount(score, 3)),
      h('td', row === chosen ? '' : signed(score - now.score, 3)),
      h('td', count(rank)),
    );
  };
  const titles = [
    ['Layout', 'Dimensions from minor to major'],
    ['Contiguous', 'Bytes that are contiguous in memory along the minor dimension'],
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

/**
 * Creates the list of implied copies, which are values that one instruction writes in one layout and another reads in a
 * different layout. `of`: number of all copies, if `disagreements` contains only the largest.
 */
export function impliedCopies(
  disagreements: Disagreement[],
  chooseInstruction: (node: number) => void,
  of = disagreements.length,
): HTMLElement[] {
  const line = ({ node, instruction, bytes, parties }: Disagreement): HTMLElement =>
    h(
      'li',
      h('button.link', { onclick: () => chooseInstruction(instruction) }, h('code', node)),
      `, ${bytesText(bytes)}: `,
      parties
        .slice(0, kParties)
        .map(({ place, layout }) => `${layout} for ${place}`)
        .join(', '),
      parties.length > kParties ? ` and ${parties.length - kParties} more` : '',
    );
  const all = disagreements.length < of ? ` of ${count(of)}` : '';
  const title = disagreements.length
    ? plural(disagreements.length, 'implied copy', 'implied copies') + all
    : 'No implied copies';
  const more = disagreements.length - kCopies;
  return [
    h('h3', title),
    h('ul', ...disagreements.slice(0, kCopies).map(line), more > 0 ? h('li', `and ${count(more)} more`) : null),
  ];
}

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
