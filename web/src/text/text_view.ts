// Shows the program as HLO text whose computations can be folded, with links from names to definitions. The caller
// synchronises selection and highlighting with the graph.
import { kNone } from '../../../wasm/engine';
import { h, plural } from '../dom';
import { TextBar } from './bar';
import { handleKey, type TextActions } from './keys';
import { Listing } from './listing';
import { followPointer } from './pointer';
import { TextRows } from './rows';
import { type Mark, TextState } from './state';

export class TextView {
  private readonly bar = new TextBar({ foldAll: (folded) => this.foldAll(folded), copy: () => this.copy() });
  private readonly rows = new TextRows(() => this.scrolled());
  readonly element = h('div.hlo-text', this.bar.element, this.rows.element);

  /**
   * `chooseInstruction` is called with the index of the instruction that the user selects; `hover` with that of the
   * instruction under the pointer.
   */
  constructor(
    private readonly chooseInstruction: (instruction: number) => void,
    private readonly hover: (instruction: number | null) => void,
  ) {
    const actions: TextActions = {
      pageSize: () => this.rows.pageSize,
      topLine: () => this.rows.topLine,
      moveTo: (line) => {
        this.moveTo(line);
        this.hover(this.state.listing.instructionAt(line));
      },
      moveToName: (name) => this.moveToName(name),
      fold: (computation, folded) => this.fold(computation, folded),
      choose: (line) => this.choose(line),
      follow: (name, kind, line) => this.follow(name, kind, line),
      hoverLine: (line) => this.hoverLine(line),
      setMark: (mark) => this.setMark(mark),
      expand: (line) => this.expand(line),
    };
    followPointer(this.rows.element, () => this.state, actions);
    this.rows.element.addEventListener('keydown', (event) => {
      if (handleKey(event, this.state, actions)) event.preventDefault();
    });
  }

  /**
   * Shows the text of a program. `lineOf`: [instructions] index of the line that defines each instruction. Long text
   * opens at the entry computation.
   */
  show(lines: readonly string[], lineOf: Uint32Array): void {
    this.rows.state = new TextState(new Listing(lines, lineOf));
    this.element.classList.remove('with-heat');
    this.bar.clear();
    this.rows.show();
    this.rows.scrollToTop(this.state.isLong ? this.state.listing.computations[this.state.entry]!.begin : 0);
  }

  /**
   * Selects the line of an instruction. Unfolds the computation around the line and scrolls to it. Null clears the
   * selection.
   */
  select(instruction: number | null): void {
    const line = this.lineOf(instruction);
    if (line === this.state.selected) return;
    this.state.selected = line;
    if (line >= 0) this.moveTo(line);
    else this.rows.restyle(false);
  }

  /**
   * Highlights, without scrolling, the line of the instruction that is under the pointer in the graph. Null or kNone
   * removes the highlight.
   */
  point(instruction: number | null): void {
    this.setPointed(this.lineOf(instruction));
  }

  /**
   * Draws a cost bar beside each line. `values`: [instructions] fraction of the program's cost, from 0 to 1; null
   * removes the bars. The method `show` removes the bars too.
   */
  setHeat(values: Float32Array | null): void {
    this.state.setHeat(values);
    this.element.classList.toggle('with-heat', values !== null);
    this.rows.refresh();
  }

  private get state(): TextState {
    return this.rows.state;
  }

  private lineOf(instruction: number | null): number {
    return instruction === null || instruction === kNone ? -1 : (this.state.listing.lineOf[instruction] ?? -1);
  }

  private moveTo(line: number): void {
    const { listing, folding } = this.state;
    this.state.cursor = line;
    this.state.name = -1;
    this.state.mark = null;
    if (listing.headerAt(line) < 0 && folding.fold(listing.computationAt(line), false)) this.rows.show();
    this.rows.reveal(line);
    this.rows.restyle();
    this.scrolled();
  }

  private moveToName(name: number): void {
    this.state.name = name;
    const { cursor } = this.state;
    const token = this.state.focusedName();
    this.state.mark = token ? this.state.markOf(this.state.textOf(token), token.kind, cursor) : null;
    if (token) this.rows.revealColumns(token.begin, token.end);
    this.rows.restyle();
  }

  private choose(line: number): void {
    const instruction = this.state.listing.instructionAt(line);
    if (instruction !== null) this.state.selected = line;
    this.moveTo(line);
    if (instruction !== null) this.chooseInstruction(instruction);
  }

  private follow(name: string, kind: string, line: number): void {
    const target = this.state.definition(name, kind, line);
    if (target < 0) return this.bar.say(`${name} is not defined in this text`);
    const header = this.state.listing.headerAt(target);
    if (header >= 0) this.fold(header, false);
    this.choose(target);
  }

  private hoverLine(line: number): void {
    if (line === this.state.pointed) return;
    this.setPointed(line);
    this.hover(line < 0 ? null : this.state.listing.instructionAt(line));
  }

  private setPointed(line: number): void {
    if (line === this.state.pointed) return;
    this.state.pointed = line;
    this.rows.restyle(false);
  }

  private setMark(mark: Mark | null): void {
    const before = this.state.mark;
    if (mark?.name === before?.name && mark?.computation === before?.computation) return;
    this.state.mark = mark;
    this.rows.restyle();
  }

  private expand(line: number): void {
    this.state.expanded.add(line);
    this.rows.show();
  }

  private fold(computation: number, folded: boolean): void {
    if (!this.state.folding.fold(computation, folded)) return;
    this.state.leaveFolded();
    this.rows.show();
  }

  private foldAll(folded: boolean): void {
    const top = this.rows.topLine;
    this.state.folding.foldAll(folded);
    this.state.leaveFolded();
    this.rows.show();
    this.rows.scrollToTop(top);
    this.bar.say(`${folded ? 'Folded' : 'Unfolded'} ${plural(this.state.listing.computations.length, 'computation')}`);
  }

  /**
   * Returns the index of the HLO computation with the keyboard cursor. If the cursor is not visible, returns the
   * computation at the top of the view; -1 if there is none.
   */
  private currentComputation(): number {
    const { cursor, listing } = this.state;
    const line = cursor >= 0 && this.rows.isInView(cursor) ? cursor : this.rows.topLine;
    return listing.computationAt(line);
  }

  private scrolled(): void {
    const { computations, lines } = this.state.listing;
    this.bar.setComputation(computations[this.currentComputation()] ?? null, lines.length);
  }

  private copy(): void {
    const computation = this.state.listing.computations[this.currentComputation()];
    if (!computation) return;
    const lines = this.state.listing.lines.slice(computation.begin, computation.end);
    void navigator.clipboard.writeText(`${lines.join('\n')}\n`).then(
      () => this.bar.say(`Copied ${plural(lines.length, 'line')}`),
      () => this.bar.say('The browser did not allow copying'),
    );
  }
}
