// Finds the instructions of a group of hotspots. The groups are those of shared/cost/groups.cpp: instructions with the
// same operation, or in the same scope of op_name.
import type { Instructions, Structure } from '../../../wasm/engine';

const kDeepestScope = 16; // instructions in deeper scopes belong to the scope of this depth
const kMostPlaces = 1024; // greatest number of scopes in which a computation runs; others are ignored
const kNoScope = '(no scope)';

/** A scope as the names of the enclosing scopes, outermost first, and its own. Empty without a scope. */
type Scope = readonly string[];

/** What is read of a program to find its groups. */
export interface Grouped {
  instructions: Pick<Instructions, 'opcodes' | 'computations'>;
  structure: Pick<Structure, 'begin' | 'feeds' | 'operands' | 'opNames' | 'text' | 'lines'>;
}

/** Returns the roots of the computations that an instruction calls. */
function rootsOf(
  { instructions: { opcodes }, structure: { begin, feeds, operands } }: Grouped,
  i: number,
): Uint32Array {
  const first = begin[i]! + operands[i]!;
  return feeds.subarray(first, opcodes[i] === 'parameter' ? first : begin[i + 1]); // callers feed parameters
}

/** Returns the name of the operation of instruction `i`: "dot", "fusion(add)", "custom-call(gemm)". */
function operationOf(program: Grouped, i: number): string {
  const { opcodes } = program.instructions;
  const { structure } = program;
  const opcode = opcodes[i]!;
  const [root] = opcode === 'fusion' ? rootsOf(program, i) : [];
  const line = opcode === 'custom-call' ? structure.text[structure.lines[i]!] : undefined;
  const inside = root === undefined ? /custom_call_target="([^"]+)"/.exec(line ?? '')?.[1] : opcodes[root];
  return inside === undefined ? opcode : `${opcode}(${inside})`;
}

/** Splits an op_name at its slashes, except those inside parentheses. Of several op_names, uses the first. */
function splitName(opName: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of opName.split(';', 1)[0]!) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === '/' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** Returns the scope that `parts` of an op_name name in the scope `from`, to which they are relative. */
function scopeIn(from: Scope, parts: string[], count: number): Scope {
  const named = parts.slice(0, count).filter(Boolean);
  return (from.length && parts[0] === from[0] ? named : [...from, ...named]).slice(0, kDeepestScope);
}

/** Returns a function that finds the scopes of an instruction: several, if calls run its computation in several. */
function scopesOf(program: Grouped): (i: number) => Scope[] {
  const { opcodes, computations } = program.instructions;
  const { opNames } = program.structure;
  const callers = new Map<string, number[]>(); // by name of the called computation
  for (let i = 0; i < opcodes.length; ++i)
    for (const root of rootsOf(program, i)) {
      const callee = computations[root]!;
      const known = callers.get(callee);
      if (known) known.push(i);
      else callers.set(callee, [i]);
    }
  const places = new Map<string, Scope[]>(); // scopes in which a computation runs
  const placesOf = (computation: string): Scope[] => {
    const known = places.get(computation);
    if (known) return known;
    const found = new Map<string, Scope>();
    for (const caller of callers.get(computation) ?? []) {
      const parts = splitName(opNames[caller]!);
      for (const from of placesOf(computations[caller]!)) {
        const scope = opcodes[caller] === 'call' ? scopeIn(from, parts, parts.length) : from;
        if (found.size < kMostPlaces) found.set(scope.join('\n'), scope);
      }
    }
    const all = found.size ? [...found.values()] : [[]];
    places.set(computation, all);
    return all;
  };
  return (i) => {
    const parts = splitName(opNames[i]!);
    return placesOf(computations[i]!).map((from) => scopeIn(from, parts, parts.length - 1));
  };
}

/**
 * Returns the instructions with the operation `path[0]`, or in the scope `path` and the scopes inside it, in ascending
 * order.
 */
export function instructionsIn(program: Grouped, by: 'op' | 'scope', path: string[]): Uint32Array {
  const all = Uint32Array.from(program.instructions.opcodes, (_, i) => i);
  if (by === 'op') return all.filter((i) => operationOf(program, i) === path[0]);
  const scopes = scopesOf(program);
  const isNone = path.length === 1 && path[0] === kNoScope;
  const isIn = (scope: Scope): boolean =>
    isNone ? scope.length === 0 : path.every((name, depth) => scope[depth] === name);
  return all.filter((i) => scopes(i).some(isIn));
}
