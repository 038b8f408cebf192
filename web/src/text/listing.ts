// Index of HLO text. Finds the computation and the instruction of each line, and the line that defines each name.
import { kNone } from '../../../wasm/engine';
import { isHeader } from './tokens';

export interface Computation {
  name: string;
  isEntry: boolean;
  /** `begin`: the first line of the computation, such as "%name {". `end`: the line after its last line, "}". */
  begin: number;
  end: number;
}

const kComputationName = /^\s*(?:ENTRY\s+)?%?([\w.-]+)/;
const kDefinedName = /^\s*(?:ROOT\s+)?%?([\w.-]+)\s*=/;

/** Returns an HLO name without the leading "%". */
export const bare = (name: string): string => (name.startsWith('%') ? name.slice(1) : name);

/**
 * Returns the largest i with valueAt(i) <= `limit`, for ascending values with indices below `count`; -1 if there is
 * none. O(log count).
 */
export function lastUpTo(limit: number, count: number, valueAt: (i: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class Listing {
  /** The HLO computations in the order of their lines. */
  readonly computations: Computation[];
  private readonly byName = new Map<string, number>(); // name of an HLO computation → its index
  private readonly instructions: Uint32Array; // [lines] the instruction that each line defines, or kNone
  // For each computation, a map from a name to the line that defines it. Built when first needed.
  private readonly definitions: (Map<string, number> | undefined)[] = [];

  /** `lineOf`: index of the line that defines each instruction. Shape: [instructions]. */
  constructor(
    readonly lines: readonly string[],
    readonly lineOf: Uint32Array,
  ) {
    this.computations = findComputations(lines);
    this.computations.forEach(({ name }, i) => this.byName.set(name, i));
    this.instructions = new Uint32Array(lines.length).fill(kNone);
    lineOf.forEach((line, instruction) => (this.instructions[line] = instruction));
  }

  /** Returns the index of the instruction that a line defines; null if the line defines none. */
  instructionAt(line: number): number | null {
    const instruction = this.instructions[line] ?? kNone;
    return instruction === kNone ? null : instruction;
  }

  /**
   * Returns the index of the HLO computation that contains a line; -1 if the line is outside all of them. O(log
   * computations).
   */
  computationAt(line: number): number {
    const at = lastUpTo(line, this.computations.length, (i) => this.computations[i]!.begin);
    return at >= 0 && line < this.computations[at]!.end ? at : -1;
  }

  /** Returns the index of the HLO computation that begins with this line; -1 if none does. */
  headerAt(line: number): number {
    const computation = this.computationAt(line);
    return computation >= 0 && this.computations[computation]!.begin === line ? computation : -1;
  }

  /** Returns the first line of the HLO computation with this name; -1 if there is none. */
  lineOfComputation(name: string): number {
    const found = this.byName.get(bare(name));
    return found === undefined ? -1 : this.computations[found]!.begin;
  }

  /**
   * Returns the line that defines a name used in `line`; -1 if there is none. Names are unique within an HLO
   * computation.
   */
  lineOfDefinition(name: string, line: number): number {
    const index = this.computationAt(line);
    if (index < 0) return -1;
    let defined = this.definitions[index];
    if (!defined) {
      this.definitions[index] = defined = new Map();
      const { begin, end } = this.computations[index]!;
      for (let at = begin + 1; at < end; ++at) {
        const found = kDefinedName.exec(this.lines[at]!);
        if (found) defined.set(found[1]!, at);
      }
    }
    return defined.get(bare(name)) ?? -1;
  }
}

/**
 * Finds the HLO computations in the text. A computation ends at the last line before the next computation's header that
 * is a "}" indented no further than its own header. O(lines).
 */
function findComputations(lines: readonly string[]): Computation[] {
  const found: Computation[] = [];
  let indent = 0; // indentation of the first line of the latest computation
  lines.forEach((line, at) => {
    const last = found.at(-1);
    const first = line.search(/\S/);
    if (line[first] === '}' && last && first <= indent) last.end = at + 1;
    else if (isHeader(line)) {
      const name = kComputationName.exec(line)![1]!;
      found.push({ name, isEntry: line.startsWith('ENTRY', first), begin: at, end: at + 1 });
      indent = first;
    }
  });
  // In truncated text the closing "}" may be missing. The computation then ends where the next one begins.
  found.forEach((computation, i) => {
    if (computation.end === computation.begin + 1) computation.end = found[i + 1]?.begin ?? lines.length;
  });
  return found;
}
