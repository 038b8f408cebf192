// Columns of the ranking table and the content of its cells.
import type { Configuration } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';
import { count, h } from '../dom';
import { isLayout, layoutText } from '../layout_text';
import { kSameProgram } from '../report';
import { partsOf } from './contributions';

export const kNotUsable = 'This configuration compiled to the same program as an earlier one.';

/** What the rows of a ranking table are: layout configurations of an HLO program, or schedules of Halide and TVM. */
export type TableKind = 'layouts' | 'schedules';

interface TableColumn {
  /** The kind of tables that have this column. If absent, all tables have it. */
  of?: TableKind;
  class: string;
  title: string;
  width: string;
  hint?: string;
  key?: ViewQuery['key'];
  /** Label of the column in the menu that hides columns. A column without a label cannot be hidden. */
  choice?: string;
}

export const kColumns: TableColumn[] = [
  { of: 'layouts', class: 'compared', title: '✓', width: '26px', hint: 'Compare side by side (Space)' },
  {
    class: 'rank',
    title: 'Rank',
    width: '56px',
    hint: 'Rank by score, or by time for schedules; 1 is fastest. Equal scores have the same rank',
  },
  {
    of: 'layouts',
    class: 'score',
    title: 'Score',
    width: '96px',
    key: 'score',
    hint: 'Lower is faster. A score is not a time; the program layouts have score 0',
  },
  {
    of: 'layouts',
    class: 'parts',
    title: 'Effects',
    width: 'minmax(70px, 1fr)',
    choice: 'Contributions to the score',
    hint: 'Contributions to the score: left of the line is faster than the program layouts, right is slower. Widths are proportional, scaled to the rows on screen',
  },
  {
    of: 'layouts',
    class: 'changes',
    title: 'Changed layouts',
    width: 'minmax(0, 2.4fr)',
    choice: 'Changed layouts',
    key: 'changed',
    hint: 'Layouts that differ from the program layouts; dimensions from minor to major. Sorts by their number',
  },
  {
    of: 'schedules',
    class: 'schedule',
    title: 'Schedule',
    width: 'minmax(90px, 1.2fr)',
    hint: 'Name of the file, or number of the record',
  },
  {
    of: 'schedules',
    class: 'stage-times',
    title: 'Time by stage',
    width: 'minmax(90px, 2fr)',
    choice: 'Time by stage',
    hint: 'Predicted time; a bar is cut off (▸) at three times the fastest. A segment is a stage, the most expensive first',
  },
  {
    of: 'schedules',
    class: 'predicted',
    title: 'Predicted',
    width: '96px',
    key: 'score',
    hint: 'Run time predicted by the model. Lower is faster',
  },
  {
    class: 'time',
    title: 'Measured',
    width: '108px',
    choice: 'Measured time',
    key: 'time',
    hint: 'Measured run time. Lower is faster',
  },
  {
    of: 'schedules',
    class: 'deviation',
    title: 'Error',
    width: '72px',
    choice: 'Prediction error',
    hint: 'Prediction error: predicted minus measured time, in percent of the measured one',
  },
  {
    of: 'schedules',
    class: 'halide',
    title: 'Halide’s model',
    width: '116px',
    key: 'halide',
    choice: 'Cost by Halide’s own model',
    hint: 'Cost by Halide’s own cost model (Adams 2019) for the number of cores in the field Cores. Lower is faster; its unit is ms on the machine it was trained for',
  },
  {
    of: 'layouts',
    class: 'index',
    title: 'No.',
    width: '52px',
    choice: 'Number',
    key: 'index',
    hint: 'Index of the configuration in the file, or of the generated candidate',
  },
];

/**
 * Returns the number of significant digits that tell the times of a ranking apart. This is 4, or up to 7 if all times
 * are close together.
 */
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

/**
 * Describes the first layout change of a configuration in two lines: "dot.12 operand 1:" and "{1,0} → {0,1} +2", where
 * +2 means two more changes. `copies`: number of configurations that compile to the same program.
 */
export function describeChanges(configuration: Configuration, copies: number): Node {
  const { changes, usable, sameProgram } = configuration;
  const aside = (text: string) => h('span.aside', { title: usable ? null : kNotUsable }, text);
  const same =
    copies > 1
      ? h(
          'span.copies',
          {
            title: `${count(copies)} configurations compile to the same program${sameProgram ? `: ${kSameProgram[sameProgram.known]}` : ''}`,
          },
          ` ×${count(copies)}`,
        )
      : null;
  const lines = document.createDocumentFragment();
  const changed = partsOf(configuration).flatMap(({ change }) => change ?? []);
  const first = changed.find(({ to }) => isLayout(to)) ?? changed[0];
  if (first) {
    const more = changes.length > 1 ? ` +${count(changes.length - 1)}` : '';
    lines.append(
      h('span', { title: `${first.node} ${first.tensor}` }, h('code', first.node), ` ${first.tensor}: `),
      h(
        'span',
        h('code', `${first.from} → ${layoutText(first.to)}`),
        more || !usable ? aside(more + (usable ? '' : ' · duplicate')) : null,
        same,
      ),
    );
  } else if (!usable) {
    lines.append(aside('duplicate'), same ?? '');
  } else {
    lines.append(aside('none: program layouts'), same ?? '');
  }
  return lines;
}
