// State of the HLO text view: the text, which computations are folded, and which lines and names are highlighted.
import { type Columns, isName, kLongest } from './columns';
import { Folding } from './folding';
import { bare, type Listing } from './listing';
import { type Token, tokenize } from './tokens';

const kShort = 2000; // largest number of lines of a text that opens with nothing folded

/**
 * A name whose uses are highlighted. `computation`: index of the HLO computation in which the name is valid; null if
 * the name is itself the name of a computation.
 */
export interface Mark {
  name: string;
  computation: number | null;
}

export class TextState {
  readonly folding: Folding;
  /** Index of the entry computation; -1: none. */
  readonly entry: number;
  /** Whether the text is so long that it opens with all computations except the entry computation folded. */
  readonly isLong: boolean;
  /**
   * Line of the selected instruction, line of the instruction under the pointer (in the text or in the graph), and line
   * of the keyboard cursor; -1 for none.
   */
  selected = -1;
  pointed = -1;
  cursor = -1;
  /**
   * Index, among the names in the cursor's line, of the name under the keyboard cursor; -1 if the cursor is on the line
   * as a whole.
   */
  name = -1;
  mark: Mark | null = null;
  columns: Columns = { begin: 0, end: 256 };
  /** Indices of the long lines that the user asked to see completely. */
  readonly expanded = new Set<number>();
  private heat: Float32Array | null = null; // [instructions] length of each cost bar, 0 to 1
  private heatOfComputation = new Float32Array(); // [computations] length of the longest cost bar in each

  constructor(readonly listing: Listing) {
    const { computations, lines } = listing;
    this.folding = new Folding(lines.length, computations);
    this.entry = computations.findIndex(({ isEntry }) => isEntry);
    this.isLong = lines.length > kShort && this.entry >= 0;
    if (!this.isLong) return;
    this.folding.foldAll(true);
    this.folding.fold(this.entry, false);
  }

  /** Moves the keyboard cursor from a hidden line to the first line of its HLO computation. */
  leaveFolded(): void {
    if (this.cursor >= 0) this.cursor = this.folding.lineAt(this.folding.rowOf(this.cursor));
  }

  /** Returns the text of a line. Returns only the visible part of a long line. */
  shown(line: number): string {
    const text = this.listing.lines[line] ?? '';
    return this.expanded.has(line) ? text : text.slice(0, kLongest);
  }

  /** Returns the operands and computations that a line names, without the name that it defines. */
  namesIn(line: number): Token[] {
    if (this.listing.headerAt(line) >= 0) return [];
    return tokenize(this.shown(line)).filter((token) => isName(token) && token.kind !== 'definition');
  }

  /** Returns the name under the keyboard cursor; undefined if the cursor is on the line as a whole. */
  focusedName(): Token | undefined {
    return this.name < 0 ? undefined : this.namesIn(this.cursor)[this.name];
  }

  /** Returns the text of a name in the line with the keyboard cursor. */
  textOf({ begin, end }: Token): string {
    return this.shown(this.cursor).slice(begin, end);
  }

  /** Returns the line that defines a name used in `line`; -1 if there is none. */
  definition(name: string, kind: string, line: number): number {
    return kind === 'computation' ? this.listing.lineOfComputation(name) : this.listing.lineOfDefinition(name, line);
  }

  markOf(name: string, kind: string, line: number): Mark {
    return { name: bare(name), computation: kind === 'computation' ? null : this.listing.computationAt(line) };
  }

  isMarked(name: string, kind: string, line: number): boolean {
    if (!this.mark || this.mark.name !== bare(name)) return false;
    return this.mark.computation === (kind === 'computation' ? null : this.listing.computationAt(line));
  }

  get hasHeat(): boolean {
    return this.heat !== null;
  }

  /**
   * Sets the cost bars. `values`: fraction of the program's cost that each instruction takes; the largest gets a bar of
   * full length. Null: no bars. Shape: [instructions].
   */
  setHeat(values: Float32Array | null): void {
    this.heat = null;
    this.heatOfComputation = new Float32Array(this.listing.computations.length);
    if (!values) return;
    const known = values.map((value) => (value > 0 ? value : 0)); // replaces NaN by 0
    const greatest = known.reduce((most, value) => Math.max(most, value), 0) || 1;
    this.heat = known.map((value) => value / greatest);
    this.listing.lineOf.forEach((line, instruction) => {
      const computation = this.listing.computationAt(line);
      if (computation < 0) return;
      const most = Math.max(this.heatOfComputation[computation]!, this.heat![instruction] ?? 0);
      this.heatOfComputation[computation] = most;
    });
  }

  /**
   * Returns the length of the cost bar of a line, from 0 to 1. The line of a folded computation gets the longest bar
   * among its instructions.
   */
  heatAt(line: number): number {
    const header = this.listing.headerAt(line);
    if (header >= 0) return this.folding.isFolded(header) ? (this.heatOfComputation[header] ?? 0) : 0;
    const instruction = this.listing.instructionAt(line);
    return instruction === null ? 0 : (this.heat?.[instruction] ?? 0);
  }
}
