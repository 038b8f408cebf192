// View of the differences between two HLO programs. Shows lines side by side or unified, filtered by kind of change.
import { type CostChanges, type Difference, kNone } from '../../../wasm/engine';
import { count, fill, h, plural } from '../dom';
import { byDirection, signedDuration, signedPercent, timeChangeText } from '../time_change';
import { VirtualTable } from '../virtual_table';
import { bytesMovedText, flopsText } from '../window/figures';
import { diffInvitation } from './diff_invitation';

/**
 * How an instruction can differ between two programs, in display order. Each kind of change has a sign and a title,
 * because colour alone is not accessible.
 */
const kKinds: Record<string, { sign: string; title: string; hint: string }> = {
  added: { sign: '+', title: 'added', hint: 'Only in the second program' },
  removed: { sign: '−', title: 'removed', hint: 'Only in the first program' },
  layout: { sign: '⇄', title: 'layout', hint: 'Same operation and shape, different layout' },
  shape: { sign: '▭', title: 'shape', hint: 'Different element type or dimensions' },
  attributes: { sign: '≠', title: 'attributes', hint: 'Different attributes, literal or called computation' },
  opcode: { sign: '∗', title: 'opcode', hint: 'Different operation in the same place' },
  operands: { sign: '⤳', title: 'operands', hint: 'Different operands' },
  moved: { sign: '↷', title: 'moved', hint: 'In a different computation' },
  unchanged: { sign: '=', title: 'unchanged', hint: 'The same in both programs' },
};
const kTwoColumns = 760; // least width of the view, in CSS pixels, for a side-by-side display
const kLong = 90; // characters of the longest cause that two lines show
/** Names of the bits of `Side.differences` (what differs between two instructions), lowest bit first. */
const kBits = ['opcode', 'shape', 'attributes', 'layout', 'operands', 'moved'];

/** Names what a notice on the costs is about. */
const kPrograms = { left: 'the first program', right: 'the second program', both: 'both programs' };

/**
 * A line of the table. `row`: index into `Difference.rows`, a pair of instructions. `section`: index into
 * `Difference.sections`, whose line is the title of an HLO computation. `side`: the program whose instruction the line
 * shows; 'both' in the side-by-side display.
 */
type Line = { row: number; side: 'both' | 'left' | 'right' } | { section: number };

interface DiffActions {
  /** Called when the user selects a line, with the index of the line's instruction in the second program. */
  choose: (instruction: number) => void;
  close: () => void;
  /** Opens a program and shows how it differs from the one on the page. */
  openSecond: (file: File) => void;
}

export class DiffView {
  private difference: Difference | null = null;
  private kinds: string[] = []; // kind of change (key of kKinds) of each row of `difference`
  private lines: Line[] = [];
  private hidden = new Set<string>();
  private selected = -1; // index into `lines`
  private chosen = -1; // selected row of `difference`, also while the filter hides it; −1: none
  private readonly body = h('div.diff-body');
  private readonly nothing = diffInvitation((file) => this.actions.openSecond(file));
  private readonly title = h('h2', { id: 'diff-title' });
  private readonly chips = h('div.chips', { role: 'group', 'aria-label': 'Kinds of change to show' });
  private readonly position = h('span.muted', { role: 'status' });
  private costs: CostChanges | null = null;
  private ordered: CostChanges['changes'] = []; // the rows of `costTable`
  private readonly costTitle = h('summary');
  private readonly costTable = new VirtualTable({
    label: 'Changes of the estimated time',
    empty: 'No estimated time changes.',
    columns: [
      { title: 'Time', class: 'time', hint: 'Change of the estimated time over all executions, with strided access' },
      { title: 'Cause', class: 'cause' },
      {
        title: 'Bytes, FLOPs',
        class: 'work',
        hint: 'Change of the bytes read and written, in brackets those that strided access may add; change of the FLOPs',
      },
    ],
    row: (i) => this.costRow(this.ordered[i]!),
    onSelect: (i) => this.selectCause(this.ordered[i]!),
  });
  private readonly costBox = h('details.diff-costs', { open: true }, this.costTitle, this.costTable.element);
  private readonly detail = h('div.diff-detail', { tabindex: 0, role: 'region', 'aria-label': 'Selected lines' });
  private readonly unified = h('input', {
    type: 'checkbox',
    onchange: () => {
      this.isModeChosen = true;
      this.arrange();
    },
  });
  // Whether the user chose the side-by-side or unified display. If not, the width of the view decides.
  private isModeChosen = false;
  private readonly table = new VirtualTable({
    label: 'Lines of both programs',
    empty: 'No lines of the selected kinds.',
    columns: [
      { title: '±', class: 'kind', hint: 'Kind of change' },
      { title: 'First', class: 'left' },
      { title: 'Second', class: 'right' },
    ],
    row: (i) => this.row(this.lines[i]!),
    onSelect: (i) => this.select(i),
  });

  constructor(
    root: HTMLElement,
    private readonly actions: DiffActions,
  ) {
    const step = (label: string, hint: string, by: number) =>
      h('button.icon', { title: hint, 'aria-label': hint, onclick: () => this.step(by) }, label);
    this.body.append(
      h(
        'div.panel-head',
        this.title,
        this.position,
        h(
          'div.button-group',
          { role: 'group', 'aria-label': 'Changes' },
          step('↑', 'Previous change', -1),
          step('↓', 'Next change', 1),
        ),
        h('label.field', this.unified, 'Unified view'),
        h('button', { onclick: () => actions.close() }, 'Close'),
      ),
      this.costBox,
      this.chips,
      this.table.element,
      this.detail,
    );
    this.table.element.classList.add('diff');
    this.costTable.element.classList.add('costs');
    root.append(this.body, this.nothing);
    this.hide();
    new ResizeObserver(() => this.adapt()).observe(root);
  }

  /** Switches to the unified display (lines below each other) if the view is too narrow for two columns. */
  private adapt(): void {
    const width = this.body.clientWidth;
    const isNarrow = width < kTwoColumns;
    if (!width || this.isModeChosen || this.unified.checked === isNarrow) return;
    this.unified.checked = isNarrow;
    this.arrange();
  }

  show(difference: Difference, first: string, second: string): void {
    this.difference = difference;
    this.chosen = -1;
    const { rows, left, right, words } = difference;
    this.kinds = Array.from({ length: rows.length / 2 }, (_, row) => {
      const [l, r] = [rows[2 * row]!, rows[2 * row + 1]!];
      return words[r !== kNone ? right.changes[r]! : left.changes[l]!]!;
    });
    this.hidden = new Set(
      this.kinds.length > 400 && this.kinds.some((kind) => kind !== 'unchanged') ? ['unchanged'] : [],
    );
    fill(this.title, 'Changes: ', h('span.file', first), ' → ', h('span.file', second));
    this.body.hidden = false;
    this.nothing.hidden = true;
    this.title.title = `${first} → ${second}`;
    this.showCosts(difference.costs);
    this.adapt();
    this.showChips();
    this.arrange();
  }

  /** Lists what became more and less expensive. */
  showCosts(costs: CostChanges): void {
    this.costs = costs;
    const { changes, left, right, notices } = costs;
    const { increases: more, decreases: less } = costs.summary;
    this.ordered = byDirection(costs);
    this.costBox.hidden = changes.length === 0;
    const amounts = (text: (amount: number) => string, a: number, b: number) =>
      a === b ? text(a) : `${text(a)} → ${text(b)}`;
    fill(
      this.costTitle,
      h('strong', `${count(more)} more expensive, ${count(less)} less expensive`),
      ` · estimated time ${timeChangeText(costs)} · ${amounts(bytesMovedText, left.bytes, right.bytes)} moved · ${amounts(flopsText, left.flops, right.flops)}`,
      ...notices.map(({ side, message }) => h('span.muted', ` · in ${kPrograms[side]}, ${message}`)),
    );
    this.costTable.element.classList.toggle(
      'long',
      changes.some(({ reason }) => reason.length > kLong),
    );
    this.costTable.setRows(this.ordered.length);
  }

  private costRow({ seconds, bytes, stridedBytes, flops, reason }: CostChanges['changes'][number]): (Node | string)[] {
    const { before } = this.costs!.summary;
    const share = before > 0 ? ` (${signedPercent(seconds / before)})` : '';
    const signedAmount = (text: (amount: number) => string, amount: number) =>
      `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${text(Math.abs(amount))}`;
    const moved = bytes ? signedAmount(bytesMovedText, bytes) : '';
    const strided = stridedBytes ? signedAmount(bytesMovedText, stridedBytes) : '';
    const whole = [moved, strided && `up to ${strided} by strided access`].filter(Boolean).join(', ');
    return [
      h('span', { class: seconds > 0 ? 'grows' : '' }, `${signedDuration(seconds)}${share}`),
      h('span', { title: reason }, reason),
      h(
        'span',
        h('span', { title: whole }, [moved, strided && `(${strided})`].filter(Boolean).join(' ')),
        h('span', flops ? signedAmount(flopsText, flops) : ''),
      ),
    ];
  }

  /** Selects the line of the instruction that a change of cost is about. */
  private selectCause({ left, right }: CostChanges['changes'][number]): void {
    if (!this.difference) return;
    const { rows } = this.difference;
    const [column, side, name] = right
      ? [1, this.difference.right, right.name]
      : [0, this.difference.left, left?.name ?? ''];
    const id = side.lines.findIndex((line) => line.replace(/^ROOT /, '').startsWith(`${name} = `));
    if (id < 0) return;
    const found = this.lines.findLastIndex((line) => 'row' in line && rows[2 * line.row + column] === id);
    if (found >= 0) this.table.select(found);
    else if (right) this.actions.choose(id);
  }

  /** Selects the first change of the program, unless a line is already selected. */
  begin(): void {
    if (this.selected < 0) this.step(1);
  }

  /** Selects the line that shows an instruction of the second program, unless the filter hides this line. */
  follow(instruction: number | null): void {
    const rows = this.difference?.rows;
    if (!rows || instruction === null || rows[2 * this.chosen + 1] === instruction) return;
    this.chosen = rows.findIndex((id, i) => i % 2 === 1 && id === instruction) >> 1;
    this.showSelected();
  }

  /** Selects the line of the selected row. Selects none if the filter hides it. */
  private showSelected(): void {
    // Take the last matching line, because the unified view lists the line of the second program below that of the
    // first.
    const line = this.lines.findLastIndex((one) => 'row' in one && one.row === this.chosen);
    if (line >= 0) return this.table.select(line);
    this.selected = -1;
    this.table.deselect();
    this.detail.replaceChildren();
  }

  hide(): void {
    this.body.hidden = true;
    this.nothing.hidden = false;
    this.difference = null;
    this.table.setRows(0);
  }

  private showChips(): void {
    const counts = new Map<string, number>();
    for (const kind of this.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    fill(
      this.chips,
      ...Object.entries(kKinds)
        .filter(([kind]) => counts.has(kind))
        .map(([kind, { sign, title, hint }]) =>
          h(
            'button',
            {
              class: `chip ${kind}`,
              title: hint,
              'aria-pressed': String(!this.hidden.has(kind)),
              onclick: (event: Event) => {
                if (!this.hidden.delete(kind)) this.hidden.add(kind);
                (event.currentTarget as Element).setAttribute('aria-pressed', String(!this.hidden.has(kind)));
                this.arrange();
              },
            },
            h('span.sign', { 'aria-hidden': 'true' }, sign),
            ` ${title} `,
            h('strong', count(counts.get(kind)!)),
          ),
        ),
    );
  }

  /**
   * Rebuilds the table. It has the titles of HLO computations, and the pairs of instructions whose kind of change the
   * filter shows.
   */
  private arrange(): void {
    if (!this.difference) return;
    const { rows, sections } = this.difference;
    this.lines = [];
    for (let section = 0; section < sections.length / 3; ++section) {
      const first = sections[3 * section]!;
      const end = sections[3 * section + 3] ?? rows.length / 2;
      const title = this.lines.length;
      this.lines.push({ section });
      for (let row = first; row < end; ++row)
        if (!this.hidden.has(this.kinds[row]!)) this.lines.push(...this.linesOf(row));
      if (this.lines.length === title + 1) this.lines.pop();
    }
    this.table.element.classList.toggle('unified', this.unified.checked);
    this.table.setRows(this.lines.length);
    this.showSelected();
    const changes = this.kinds.filter((kind) => kind !== 'unchanged').length;
    this.position.textContent = changes ? plural(changes, 'change') : 'The programs are identical.';
  }

  private linesOf(row: number): Line[] {
    if (!this.unified.checked) return [{ row, side: 'both' }];
    const { rows } = this.difference!;
    const sides: ('left' | 'right')[] = [];
    if (rows[2 * row] !== kNone && this.kinds[row] !== 'unchanged') sides.push('left');
    if (rows[2 * row + 1] !== kNone) sides.push('right');
    return sides.map((side) => ({ row, side }));
  }

  /** Selects the next change (`by` = 1) or the previous one (`by` = -1) that the filter does not hide. */
  private step(by: number): void {
    const now = this.lines[this.selected];
    for (let i = this.selected + by; i >= 0 && i < this.lines.length; i += by) {
      const line = this.lines[i]!;
      if (!('row' in line) || this.kinds[line.row] === 'unchanged') continue;
      if (!now || !('row' in now) || line.row !== now.row) return this.table.select(i);
    }
  }

  private select(i: number): void {
    const line = this.lines[i]!;
    this.selected = i;
    this.chosen = 'row' in line ? line.row : -1;
    if (!this.difference || !('row' in line)) return this.detail.replaceChildren();
    const { rows, left, right } = this.difference;
    const [l, r] = [rows[2 * line.row]!, rows[2 * line.row + 1]!];
    const differs = l !== kNone && r !== kNone ? kBits.filter((_, bit) => left.differences[l]! & (1 << bit)) : [];
    const texts = [l === kNone ? '' : left.lines[l]!, r === kNone ? '' : right.lines[r]!];
    const summary = differs.length ? `differs in ${differs.join(', ')}` : kKinds[this.kinds[line.row]!]!.hint;
    fill(
      this.detail,
      h('p.muted', summary),
      ...texts.map((text, side) =>
        text ? h('p', { class: side ? 'right' : 'left' }, h('code', ...marked(text, texts[1 - side]!))) : null,
      ),
    );
    if (r !== kNone) this.actions.choose(r);
  }

  private row(line: Line): (Node | string)[] {
    const { rows, sections, left, right } = this.difference!;
    if ('section' in line) {
      const [l, r] = [sections[3 * line.section + 1]!, sections[3 * line.section + 2]!];
      const name = (side: typeof left, c: number) => (c === kNone ? '' : h('strong.computation', side.computations[c]));
      return ['', name(left, l) || name(right, r), this.unified.checked ? '' : name(right, r)];
    }
    const kind = this.kinds[line.row]!;
    const { sign, title } = kKinds[kind]!;
    const text = (side: typeof left, id: number) =>
      id === kNone ? '' : h('code', { class: kind, title: side.lines[id]! }, side.lines[id]);
    const [l, r] = [rows[2 * line.row]!, rows[2 * line.row + 1]!];
    if (line.side !== 'both') {
      const isOld = line.side === 'left';
      const isPair = l !== kNone && r !== kNone;
      const name = isPair ? `${title}: ${isOld ? 'before' : 'after'}` : title;
      const mark =
        kind === 'unchanged'
          ? ''
          : h(
              'span',
              { class: `sign ${isOld ? 'removed' : 'added'}`, title: name, role: 'img', 'aria-label': name },
              isOld ? '−' : '+',
            );
      return [mark, isOld ? text(left, l) : text(right, r), ''];
    }
    return [
      kind === 'unchanged' ? '' : h('span', { class: `sign ${kind}`, title, role: 'img', 'aria-label': title }, sign),
      text(left, l),
      text(right, r),
    ];
  }
}

const kToken = /[\w.$-]+|\s+|[^\w\s]/g;

/**
 * Returns `text` with those tokens highlighted that differ from `other`. These are the tokens between the common prefix
 * and the common suffix.
 */
function marked(text: string, other: string): (Node | string)[] {
  const [mine, theirs] = [text.match(kToken) ?? [], other.match(kToken) ?? []];
  if (!other) return [text];
  let first = 0;
  while (first < mine.length && mine[first] === theirs[first]) ++first;
  let last = 0;
  while (last < Math.min(mine.length, theirs.length) - first && mine.at(-1 - last) === theirs.at(-1 - last)) ++last;
  const middle = mine.slice(first, mine.length - last).join('');
  return [mine.slice(0, first).join(''), middle ? h('mark', middle) : '', mine.slice(mine.length - last).join('')];
}
