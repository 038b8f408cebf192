// Which lines are shown while some computations are folded, and the rows that they are shown in.
import { type Computation, lastUpTo } from './listing';

export class Folding {
  private readonly folded: Uint8Array; // [computations]
  /** [computations + 1] hidden lines before each computation. */
  private readonly hiddenBefore: Uint32Array;

  constructor(
    private readonly lines: number,
    private readonly computations: readonly Computation[],
  ) {
    this.folded = new Uint8Array(computations.length);
    this.hiddenBefore = new Uint32Array(computations.length + 1);
  }

  /** Number of rows: of lines that are shown. */
  get rows(): number {
    return this.lines - this.hiddenBefore.at(-1)!;
  }

  isFolded(computation: number): boolean {
    return this.folded[computation] === 1;
  }

  /** Returns whether this changed anything. O(computations). */
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

  /** The line of a row. O(log computations). */
  lineAt(row: number): number {
    const at = lastUpTo(row, this.computations.length, (i) => this.computations[i]!.begin - this.hiddenBefore[i]!);
    if (at < 0) return row;
    const { begin } = this.computations[at]!;
    const line = row + this.hiddenBefore[at]!;
    return line === begin ? line : row + this.hiddenBefore[at + 1]!;
  }

  /** The row of a line; a hidden line has the row of its computation. O(log computations). */
  rowOf(line: number): number {
    const at = lastUpTo(line, this.computations.length, (i) => this.computations[i]!.begin);
    if (at < 0) return line;
    const { begin } = this.computations[at]!;
    if (line <= begin + this.hiddenLines(at)) return begin - this.hiddenBefore[at]!;
    return line - this.hiddenBefore[at + 1]!;
  }

  /** Hidden lines of a computation: all but the first, and the lines up to the next computation. */
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
