// Folding of HLO computations: which lines are hidden, and in which row of the view each visible line is shown.
import { type Computation, lastUpTo } from './listing';

export class Folding {
  private readonly folded: Uint8Array; // [computations] 1 if folded, else 0
  /**
   * Number of hidden lines before each HLO computation; the last entry is the number of all hidden lines. Shape:
   * [computations + 1].
   */
  private readonly hiddenBefore: Uint32Array;

  constructor(
    private readonly lines: number,
    private readonly computations: readonly Computation[],
  ) {
    this.folded = new Uint8Array(computations.length);
    this.hiddenBefore = new Uint32Array(computations.length + 1);
  }

  /** Number of rows in the view, which is the number of visible lines. */
  get rows(): number {
    return this.lines - this.hiddenBefore.at(-1)!;
  }

  isFolded(computation: number): boolean {
    return this.folded[computation] === 1;
  }

  /** Folds or unfolds an HLO computation. Returns whether this changed anything. O(computations). */
  fold(computation: number, folded = true): boolean {
    if (this.folded[computation] === undefined || this.isFolded(computation) === folded) return false;
    this.folded[computation] = folded ? 1 : 0;
    this.count();
    return true;
  }

  foldAll(folded: boolean): void {
    this.folded.fill(folded ? 1 : 0);
    this.count();
  }

  /** Returns the line that is shown in a row of the view. O(log computations). */
  lineAt(row: number): number {
    const at = lastUpTo(row, this.computations.length, (i) => this.computations[i]!.begin - this.hiddenBefore[i]!);
    if (at < 0) return row;
    const { begin } = this.computations[at]!;
    const line = row + this.hiddenBefore[at]!;
    return line === begin ? line : row + this.hiddenBefore[at + 1]!;
  }

  /**
   * Returns the row of the view that shows a line. For a hidden line, returns the row of its computation's first line.
   * O(log computations).
   */
  rowOf(line: number): number {
    const at = lastUpTo(line, this.computations.length, (i) => this.computations[i]!.begin);
    if (at < 0) return line;
    const { begin } = this.computations[at]!;
    if (line <= begin + this.hiddenLines(at)) return begin - this.hiddenBefore[at]!;
    return line - this.hiddenBefore[at + 1]!;
  }

  /**
   * Returns the number of lines that an HLO computation hides while it is folded. These are all lines after its first,
   * up to the next computation.
   */
  private hiddenLines(computation: number): number {
    if (!this.isFolded(computation)) return 0;
    const next = this.computations[computation + 1]?.begin ?? this.computations[computation]!.end;
    return next - this.computations[computation]!.begin - 1;
  }

  private count(): void {
    for (let i = 0; i < this.computations.length; ++i)
      this.hiddenBefore[i + 1] = this.hiddenBefore[i]! + this.hiddenLines(i);
  }
}
