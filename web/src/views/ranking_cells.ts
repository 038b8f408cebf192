// The columns of a ranking's table, and what stands in its cells.
import type { Configuration } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';
import { count, h } from '../dom';
import { partsOf } from './contributions';

export const kNotUsable =
  'Either it compiled to the same program as an earlier configuration, or the compiler chose its layouts, which are not known.';

interface TableColumn {
  class: string;
  title: string;
  width: string;
  hint?: string;
  key?: ViewQuery['key'];
  /** May be hidden. */
  choice?: string;
}

export const kColumns: TableColumn[] = [
  { class: 'compared', title: '✓', width: '26px', hint: 'Compare: Space' },
  { class: 'rank', title: 'Rank', width: '56px' },
  {
    class: 'score',
    title: 'Score',
    width: '96px',
    key: 'score',
    hint: 'Lower is faster. Not a time; the default has 0.',
  },
  {
    class: 'interval',
    title: 'Interval',
    width: '136px',
    choice: 'Interval of the score',
    hint: 'Least and greatest score by the networks of the model',
  },
  {
    class: 'parts',
    title: 'Parts',
    width: 'minmax(70px, 1fr)',
    choice: 'Parts of the score',
    hint: 'What the score is made of: left of the line is faster than the default, right is slower; lengths go by the square root',
  },
  {
    class: 'changes',
    title: 'Differs from the default',
    width: 'minmax(0, 2.4fr)',
    choice: 'What differs',
    key: 'changed',
    hint: 'Layouts of results and operands, minor dimension first. Sorts by how many differ',
  },
  { class: 'time', title: 'Measured', width: '86px', choice: 'Measured time', key: 'time' },
  {
    class: 'index',
    title: 'No.',
    width: '52px',
    choice: 'Number',
    key: 'index',
    hint: 'Row of the npz, or number of the candidate',
  },
];

/** Significant digits that tell these times apart: 4, and more where they all are close. */
export function digitsOf(times: Float64Array): number {
  let shortest = Infinity;
  let longest = 0;
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    shortest = Math.min(shortest, time);
    longest = Math.max(longest, time);
  }
  return longest > shortest ? Math.min(7, 4 + Math.floor(Math.log10(longest / (longest - shortest)))) : 4;
}

/** The change that weighs most, in two lines: "dot.12 operand 1:", "{1,0} → {0,1} +2". */
export function describeChanges(configuration: Configuration, name: string | null): Node {
  const { index, changes, usable } = configuration;
  const aside = (text: string) => h('span', { class: 'aside', title: usable ? null : kNotUsable }, text);
  const lines = document.createDocumentFragment();
  const first = partsOf(configuration).find(({ change }) => change)?.change;
  if (first) {
    const place = `${first.node} ${first.tensor}: `;
    const more = changes.length > 1 ? ` +${count(changes.length - 1)}` : '';
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
    lines.append(aside('not compared: '), aside('a twin, or left to XLA'));
  } else {
    lines.append(aside(index === 0 || name !== null ? 'nothing: the default' : 'nothing'));
  }
  return lines;
}
