// Keyboard control of the HLO text. Up, Down, Page Up, Page Down, Home, End: move by lines. Left, Right: fold, unfold,
// or move between the names in a line. Enter: select the instruction, or go to the definition of a name.
import type { Mark, TextState } from './state';

/** Functions of the HLO text view that keyboard and pointer call. */
export interface TextActions {
  /** Returns by how many rows Page Up and Page Down move. */
  pageSize(): number;
  /** Returns the line at the top of the view. */
  topLine(): number;
  /** Moves the keyboard cursor to a line, unfolds the HLO computation around it and scrolls to it. */
  moveTo(line: number): void;
  /** Moves the keyboard cursor to a name (by index) in its line; -1: to the line as a whole. */
  moveToName(name: number): void;
  fold(computation: number, folded: boolean): void;
  /** Selects the instruction that a line defines. */
  choose(line: number): void;
  /** Moves to the line that defines `name`, which is used in `line`. */
  follow(name: string, kind: string, line: number): void;
  /** Sets the line under the pointer; -1: none. */
  hoverLine(line: number): void;
  setMark(mark: Mark | null): void;
  /** Shows the rest of a long line that was cut. */
  expand(line: number): void;
}

/** Handles a key pressed in the HLO text. Returns false if the key has no meaning there. */
export function handleKey(event: KeyboardEvent, state: TextState, actions: TextActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { folding, listing, cursor } = state;
  const last = folding.rows - 1;
  const page = actions.pageSize();
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  const step = steps[event.key];
  if (event.key === 'Home') actions.moveTo(folding.lineAt(0));
  else if (event.key === 'End') actions.moveTo(folding.lineAt(last));
  else if (cursor < 0 && (step || /^Arrow(Left|Right)$|^Enter$/.test(event.key))) actions.moveTo(actions.topLine());
  else if (step) moveBy(step, last, state, actions);
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
    moveSideways(event.key === 'ArrowRight', state, actions);
  else if (event.key === 'Enter') {
    const name = state.focusedName();
    const header = listing.headerAt(cursor);
    if (name) actions.follow(state.textOf(name), name.kind, cursor);
    else if (header >= 0) actions.fold(header, !folding.isFolded(header));
    else actions.choose(cursor);
  } else if (event.key === 'Escape' && state.name >= 0) actions.moveToName(-1);
  else return false;
  return true;
}

/** Moves the keyboard cursor by `step` rows; a step of one row skips empty lines. */
function moveBy(step: number, last: number, { folding, listing, cursor }: TextState, actions: TextActions): void {
  let row = Math.min(Math.max(folding.rowOf(cursor) + step, 0), last);
  if (Math.abs(step) === 1)
    while (row > 0 && row < last && !listing.lines[folding.lineAt(row)]!.trim()) row += Math.sign(step);
  actions.moveTo(folding.lineAt(row));
}

/**
 * Moves as in a tree. Right unfolds, or moves to the next name in the line. Left moves back: to the previous name, to
 * the first line of the computation, then folds.
 */
function moveSideways(isRight: boolean, state: TextState, actions: TextActions): void {
  const { folding, listing, cursor, name } = state;
  const header = listing.headerAt(cursor);
  if (header >= 0) {
    if (folding.isFolded(header) === isRight) actions.fold(header, !isRight);
    else if (isRight) actions.moveTo(cursor + 1);
  } else if (isRight) {
    if (name + 1 < state.namesIn(cursor).length) actions.moveToName(name + 1);
  } else if (name >= 0) actions.moveToName(name - 1);
  else {
    const computation = listing.computationAt(cursor);
    if (computation >= 0) actions.moveTo(listing.computations[computation]!.begin);
  }
}
