// Table that compares two to four layout configurations side by side: scores, times, and each tensor whose layout
// differs.
import type { Configuration, SideBySide } from '../../../wasm/engine';
import { amount, count, duration, fill, h, plural, signed } from '../dom';
import { layoutText } from '../layout_text';
import { selection } from '../selection';
import { signedPercent } from '../time_change';
import { fasterText } from './confidence';

export const kMostCompared = 4;
const kShown = 300; // largest number of tensors with different layouts that the table shows

export interface Compared {
  index: number;
  label: string;
  rank: number;
  configuration: Configuration;
}

/** Creates a row of the table. `cell` returns the content of the cell of one configuration. */
type TableRow = (title: string, cell: (one: Compared, i: number) => Node | string) => HTMLElement;

interface CompareActions {
  remove: (index: number) => void;
  clear: () => void;
  chooseNode: (slot: number) => void;
}

export class CompareView {
  private readonly body = h('div.scroll', { tabindex: 0, role: 'group', 'aria-label': 'Comparison' });

  private readonly clear = h('button', { onclick: () => this.actions.clear() }, 'Clear');

  constructor(
    root: HTMLElement,
    private readonly actions: CompareActions,
  ) {
    root.append(h('div.panel-head', h('h2', { id: 'compare-title' }, 'Side by side'), this.clear), this.body);
    this.hide();
  }

  hide(): void {
    this.clear.hidden = true;
    fill(this.body, h('p.muted', 'Mark two to four configurations in the table to compare them.'));
  }

  /** Returns a row that compares measured times with that of the compiler's own layouts; null if it was not measured. */
  private againstCompiler(compared: Compared[], row: TableRow): Node | null {
    const time = selection.get('ranked')?.status.compilerDefault?.time;
    if (!time || compared.every(({ configuration }) => configuration.time === undefined)) return null;
    return row(`Time against the compiler’s own choice (${duration(time, 4)})`, ({ configuration }) =>
      configuration.time === undefined ? '–' : signedPercent(configuration.time / time - 1),
    );
  }

  /**
   * Shows the comparison `side` as a table. If `side` is null, only one configuration is selected; then shows a hint to
   * select more.
   */
  show(compared: Compared[], side: SideBySide | null): void {
    this.clear.hidden = false;
    if (!side) {
      fill(
        this.body,
        h('p.muted', `${compared[0]?.label ?? ''} is selected; select up to three more in the table to compare.`),
      );
      return;
    }
    const first = compared[0]!;
    const row: TableRow = (title, cell) =>
      h(
        'tr',
        h('th', { scope: 'row' }, title),
        ...compared.map((one, i) => h('td', { 'data-of': one.label }, cell(one, i))),
      );
    const differenceTo = (i: number) => side.differences[i - 1]!;
    fill(
      this.body,
      h(
        'table.compare',
        h(
          'thead',
          h(
            'tr',
            h('td'),
            ...compared.map(({ index, label }) =>
              h(
                'th',
                { scope: 'col' },
                h(
                  'span.named',
                  label,
                  h(
                    'button.remove',
                    { 'aria-label': `Remove ${label} from the comparison`, onclick: () => this.actions.remove(index) },
                    '✕',
                  ),
                ),
              ),
            ),
          ),
        ),
        h(
          'tbody',
          row('Rank', ({ rank }) => count(rank)),
          row('Score (lower is faster)', ({ configuration }) => amount(configuration.score)),
          compared.some(({ configuration }) => configuration.time !== undefined)
            ? row('Measured time', ({ configuration: { time } }) => (time === undefined ? '–' : duration(time, 5)))
            : null,
          this.againstCompiler(compared, row),
          row('Layouts changed', ({ configuration }) => count(configuration.changes.length)),
          row('Compared with the first', (one, i) => {
            if (i === 0) return '–';
            const difference = differenceTo(i);
            const times = [first.configuration.time, one.configuration.time];
            return fasterText([first.label, one.label], difference, times) ?? `Score ${signed(-difference.score)}`;
          }),
        ),
        h(
          'tbody.layouts',
          ...side.slots
            .slice(0, kShown)
            .map(({ slot, node, tensor, opcode, layouts }) =>
              h(
                'tr',
                h(
                  'th',
                  { scope: 'row' },
                  h('button.link', { onclick: () => this.actions.chooseNode(slot) }, h('code', node)),
                  ` ${tensor} · `,
                  h('span.muted', opcode),
                ),
                ...layouts.map((layout, i) =>
                  h(
                    'td',
                    { class: layout === layouts[0] ? null : 'other', 'data-of': compared[i]!.label },
                    h('code', layoutText(layout)),
                  ),
                ),
              ),
            ),
        ),
      ),
      side.slots.length > kShown ? h('p.muted', `and ${count(side.slots.length - kShown)} more tensors`) : null,
      h(
        'p.muted',
        side.slots.length ? `Layouts differ in ${plural(side.slots.length, 'tensor')}.` : 'All layouts are the same.',
      ),
    );
  }
}
