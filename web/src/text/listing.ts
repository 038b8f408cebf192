// An index of HLO text: the computations and instructions of its lines, and where names are defined.
import { kNone } from '../../../wasm/engine';
import { isHeader } from './tokens';

export interface Computation {
  name: string;
  isEntry: boolean;
  /** First line, "%name {", and the one after the last, "}". */
  begin: number;
  end: number;
}

const kComputationName = /^\s*(?:ENTRY\s+)?%?([\w.-]+)/;
const kDefinedName = /^\s*(?:ROOT\s+)?%?([\w.-]+)\s*=/;

/** The name without "%". */
export const bare = (name: string): string => (name.startsWith('%') ? name.slice(1) : name);

/** Index of the last of `count` ascending values that is at most `limit`; -1: none. O(log count). */
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
  /** In the order of their lines. */
  readonly computations: Computation[];
  private readonly byName = new Map<string, number>(); // name → index of the computation
  private readonly instructions: Uint32Array; // [lines] the instruction of each line, or kNone
  private readonly definitions: (Map<string, number> | undefined)[] = []; // [computations] name → line, built when needed

  /** `lineOf`: [instructions] the line of each instruction. */
  constructor(
    readonly lines: readonly string[],
    readonly lineOf: Uint32Array,
  ) {
    this.computations = findComputations(lines);
    this.computations.forEach(({ name }, i) => this.byName.set(name, i));
    this.instructions = new Uint32Array(lines.length).fill(kNone);
    lineOf.forEach((line, instruction) => (this.instructions[line] = instruction));
  }

  /** The instruction of a line; null: the line defines none. */
  instructionAt(line: number): number | null {
    const instruction = this.instructions[line] ?? kNone;
    return instruction === kNone ? null : instruction;
  }

  /** Index of the computation that contains a line; -1: it is outside of all computations. O(log computations). */
  computationAt(line: number): number {
    const at = lastUpTo(line, this.computations.length, (i) => this.computations[i]!.begin);
    return at >= 0 && line < this.computations[at]!.end ? at : -1;
  }

  /** Index of the computation whose first line this is; -1: none. */
  headerAt(line: number): number {
    const computation = this.computationAt(line);
    return computation >= 0 && this.computations[computation]!.begin === line ? computation : -1;
  }

  /** First line of the computation of this name; -1: there is none. */
  lineOfComputation(name: string): number {
    const found = this.byName.get(bare(name));
    return found === undefined ? -1 : this.computations[found]!.begin;
  }

  /** The line that defines a name used in `line`: names are unique within a computation. -1: there is none. */
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
 * A computation ends at the last line before the next one that starts with "}" and is not indented further than its
 * first line. O(lines).
 */
function findComputations(lines: readonly string[]): Computation[] {
  const found: Computation[] = [];
  let indent = 0; // of the first line of the last computation
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
  // Without a closing line, as in truncated text, a computation ends before the next one.
  found.forEach((computation, i) => {
    if (computation.end === computation.begin + 1) computation.end = found[i + 1]?.begin ?? lines.length;
  });
  return found;
}
