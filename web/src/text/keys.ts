// Keyboard control of the HLO text. Up, Down, Page Up, Page Down, Home and End move between lines. Left and Right fold,
// unfold, or move between the names in a line. Enter selects the instruction, or goes to the definition of a name.
import type { Mark, TextState } from './state';

/** Functions of the HLO text view that keyboard and pointer call. */
export interface TextActions {
  /** Returns the number of rows by which Page Up and Page Down move. */
  pageSize(): number;
  /** Returns the line at the top of the view. */
  topLine(): number;
  /** Moves the keyboard cursor to a line. Unfolds the HLO computation around the line and scrolls to the line. */
  moveTo(line: number): void;
  /**
   * Moves the keyboard cursor to the name with this index in the current line, or to the line as a whole if `name` is
   * -1.
   */
  moveToName(name: number): void;
  fold(computation: number, folded: boolean): void;
  /** Selects the instruction that a line defines. */
  choose(line: number): void;
  /** Moves to the line that defines `name`, which is used in `line`. */
  follow(name: string, kind: string, line: number): void;
  /** Sets the line under the pointer; -1 if there is none. */
  hoverLine(line: number): void;
  setMark(mark: Mark | null): void;
  /** Shows the rest of a long line that was cut. */
  expand(line: number): void;
}

/** Handles a key that is pressed in the HLO text. Returns false if the key has no meaning there. */
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

/** Moves the keyboard cursor by `step` rows. A step of one row skips empty lines. */
function moveBy(step: number, last: number, { folding, listing, cursor }: TextState, actions: TextActions): void {
  let row = Math.min(Math.max(folding.rowOf(cursor) + step, 0), last);
  if (Math.abs(step) === 1)
    while (row > 0 && row < last && !listing.lines[folding.lineAt(row)]!.trim()) row += Math.sign(step);
  actions.moveTo(folding.lineAt(row));
}

/**
 * Moves the cursor as in a tree. Right unfolds a computation, or moves to the next name in the line. Left moves to the
 * previous name, then to the first line of the computation, and there folds the computation.
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
