// What stands in the panel of what-if: the layouts of a tensor, the copies a configuration implies, the best ones found.
import type { Best, Disagreement, Settings } from '../../../wasm/engine';
import { amount, count, h, plural } from '../dom';
import { bytesText, laidOf, memoryFacts } from './layout_memory';

const kCopies = 6; // shown
const kParties = 4;

const signed = (value: number): string => (value === 0 ? '0' : `${value > 0 ? '+' : ''}${amount(value)}`);

/** Every layout of a tensor with the score it would give; `pick` takes the row of one. */
export function settingsTable(settings: Settings, pick: (row: number) => void): HTMLElement {
  const { node, tensor, dimensions, elementBytes, chosen, reference } = settings;
  const least = Math.min(...settings.settings.map(({ score }) => score));
  const now = settings.settings.find(({ row }) => row === chosen)!;
  const line = ({ row, layout, score, rank }: Settings['settings'][0]): HTMLElement => {
    const { run } = memoryFacts(laidOf(layout, dimensions, elementBytes));
    const input = h('input', {
      type: 'radio',
      name: 'what-if-layout',
      value: row,
      checked: row === chosen,
      onchange: () => pick(row),
    });
    const isDefault = row === reference ? h('span', { class: 'muted' }, ' default') : null;
    return h(
      'tr',
      { class: score === least ? 'least' : null },
      h('td', {}, h('label', {}, input, h('span', {}, h('code', {}, layout), isDefault))),
      h('td', {}, bytesText(run * elementBytes)),
      h('td', {}, amount(score)),
      h('td', {}, row === chosen ? '' : signed(score - now.score)),
      h('td', {}, count(rank)),
    );
  };
  const titles = ['Layout', 'Run', 'Score', 'Change', 'Rank'].map((title) => h('th', { scope: 'col' }, title));
  return h(
    'table',
    {},
    h('caption', { class: 'visually-hidden' }, `Layouts of ${node} ${tensor}`),
    h('thead', {}, h('tr', {}, ...titles)),
    h('tbody', {}, ...settings.settings.map(line)),
  );
}

/** Values that are read otherwise than they are written; `of`: how many there are, where the list may be cut. */
export function impliedCopies(
  disagreements: Disagreement[],
  chooseInstruction: (node: number) => void,
  of = disagreements.length,
): HTMLElement[] {
  const line = ({ node, instruction, bytes, parties }: Disagreement): HTMLElement =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => chooseInstruction(instruction) },
        h('code', {}, node),
      ),
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
    h('h3', {}, title),
    h('ul', {}, ...disagreements.slice(0, kCopies).map(line), more > 0 ? h('li', {}, `and ${count(more)} more`) : null),
  ];
}

/** What the search found, and what it proves; `take` takes one. */
export function bestFound({ found, isProven, score }: Best, take: (choice: number[]) => void): HTMLElement[] {
  const proof = isProven
    ? 'The search is complete: no configuration of this program scores lower by this model.'
    : score === null
      ? 'The search knows no bound for this model: there may be better ones.'
      : `The search ended early: better ones may exist, but none scores below ${amount(score)}.`;
  return [
    h('p', { class: 'proof' }, proof),
    h(
      'ol',
      {},
      ...found.map(({ score: own, changed, choice }) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', onclick: () => take(choice) },
            `Score ${amount(own)}, ${plural(changed, 'layout')} changed`,
          ),
        ),
      ),
    ),
  ];
}
