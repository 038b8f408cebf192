// Builds the element of one line of HLO text: line number, cost bar, fold button and coloured text.
import { count, h, plural } from '../dom';
import { cut } from './columns';
import { type TextState } from './state';

export const rowId = (line: number): string => `text-line-${line}`;
export const kNameId = 'text-name';

function heatBar(length: number): HTMLElement {
  const bar = h('i');
  // Set the width by script, because the content security policy of the page forbids style attributes.
  bar.style.width = `${(length * 100).toFixed(1)}%`;
  return h('span.heat', bar);
}

/** Creates the element of a line. `row`: index of the line among the lines that are not hidden by folding. */
export function buildRow(state: TextState, line: number, row: number): HTMLElement {
  const { folding, listing } = state;
  const computation = listing.computationAt(line);
  const header = listing.headerAt(line);
  const isFolded = header >= 0 && folding.isFolded(header);
  const element = h(
    'div.text-row',
    {
      id: rowId(line),
      role: 'row',
      'data-line': line,
      'aria-level': computation >= 0 && header < 0 ? 2 : 1,
      'aria-rowindex': row + 1,
      'aria-expanded': header >= 0 && String(!isFolded),
      'aria-selected': listing.instructionAt(line) !== null && String(line === state.selected),
    },
    gutter(state, line, header),
    text(state, line, isFolded ? header : -1),
  );
  styleRow(state, element, line);
  return element;
}

/** Updates the classes of a line's element that depend on pointer, keyboard cursor and selection. */
export function styleRow(state: TextState, row: HTMLElement, line: number): void {
  row.classList.toggle('pointed', line === state.pointed);
  row.classList.toggle('cursor', line === state.cursor);
  if (row.hasAttribute('aria-selected')) row.setAttribute('aria-selected', String(line === state.selected));
}

/** Highlights the uses of the marked name in a line, and the name under the keyboard cursor. */
export function styleNames(state: TextState, row: HTMLElement, line: number): void {
  const focused = line === state.cursor ? state.focusedName() : undefined;
  for (const name of row.querySelectorAll<HTMLElement>('.operand, .computation, .definition')) {
    name.classList.toggle('marked', state.isMarked(name.textContent, name.classList[0]!, line));
    const isFocused = focused !== undefined && Number(name.dataset.column) === focused.begin;
    name.classList.toggle('focused', isFocused);
    if (isFocused) {
      name.id = kNameId;
      name.setAttribute('role', 'link');
    } else if (name.id) {
      name.removeAttribute('id');
      name.removeAttribute('role');
    }
  }
}

function gutter(state: TextState, line: number, header: number): HTMLElement {
  const isFolded = header >= 0 && state.folding.isFolded(header);
  const bar = state.hasHeat && heatBar(state.heatAt(line));
  const fold =
    header >= 0 &&
    h(
      'button.fold',
      {
        tabindex: -1,
        'aria-expanded': String(!isFolded),
        'aria-label': `${isFolded ? 'Unfold' : 'Fold'} ${state.listing.computations[header]!.name}`,
      },
      h('span', { 'aria-hidden': 'true' }, isFolded ? '▸' : '▾'),
    );
  return h('div.gutter', { role: 'gridcell' }, h('span.line-number', count(line + 1)), bar, fold);
}

/**
 * Creates the text of a line, in the columns that are rendered. `folded`: index of the folded HLO computation that the
 * line stands for; -1 if the line is not folded.
 */
function text(state: TextState, line: number, folded: number): HTMLElement {
  const shown = state.shown(line);
  const { begin, pieces } = cut(shown, state.columns);
  const cell = h('div.line', { role: 'gridcell', 'data-begin': begin, 'aria-label': shown.trim() ? null : 'empty' });
  if (begin > 0) cell.style.paddingLeft = `${begin}ch`;
  let column = begin;
  for (const { kind, text: content } of pieces) {
    if (kind === null) cell.append(content);
    else {
      const part = document.createElement('span');
      part.className = kind;
      part.textContent = content;
      part.dataset.column = String(column);
      cell.append(part);
    }
    column += content.length;
  }
  const rest = state.listing.lines[line]!.length - shown.length;
  if (column >= shown.length && rest > 0)
    cell.append(h('button.more', { tabindex: -1 }, `… ${plural(rest, 'more character')}`));
  if (folded >= 0) {
    const { begin: first, end } = state.listing.computations[folded]!;
    cell.append(h('span.folded', ` … ${plural(end - first - 2, 'line')} }`));
  }
  if (state.mark || line === state.cursor) styleNames(state, cell, line);
  return cell;
}
