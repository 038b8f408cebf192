// Extracts an instruction and the instructions around it from a program, as a small program of its own.
import type { Instructions, Structure } from '../../../../wasm/engine';

/** Matches the attributes of an HLO instruction that name the computations it calls, such as to_apply=%add. */
const kCalls = /(?:to_apply|calls|body|condition|select|scatter|\w*_computations?)=\{?((?:%?[\w.-]+(?:,\s*)?)+)\}?/g;

const kHeader = /^(?:ENTRY\s+)?%?([\w.-]+)\s*(?:\(.*)?\{\s*$/;

/** Returns {name of an HLO computation: its lines}, including header and closing brace. */
function computationsOf(text: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of text) {
    const name = kHeader.exec(line)?.[1];
    if (name !== undefined && !line.startsWith('HloModule')) found.set(name, (current = []));
    current?.push(line);
    if (line.trim() === '}') current = null;
  }
  return found;
}

const calledBy = (line: string): string[] =>
  [...line.matchAll(kCalls)].flatMap(([, names]) => names!.split(',').map((name) => name.trim().replace(/^%/, '')));

const withoutMetadata = (line: string): string =>
  line
    .replace(/(^|[\s(,{=])%(?=[\w.-])/g, '$1')
    .replace(/, metadata=\{[^}]*\}/, '')
    .replace(/, (?:backend_config|frontend_attributes|sharding)=.*$/, '');

/**
 * Returns a small program: up to `most` instructions from which data flows to `node` within a few edges of the same
 * computation, and the computations that they call. Operands outside this neighbourhood become parameters. Null if the
 * program has no text, or if the called computations have more than `mostCalled` lines.
 */
export function surroundings(
  { text, lines, begin, feeds, operands }: Structure,
  { computations, names, shapes }: Instructions,
  node: number,
  most = 10,
  mostCalled = 60,
): string | null {
  if (!text.length) return null;
  const inputsOf = (at: number): Uint32Array => feeds.subarray(begin[at], begin[at]! + operands[at]!);
  const isInside = (at: number): boolean => computations[at] === computations[node];
  const chosen = new Set([node]);
  for (const at of chosen) {
    for (const input of inputsOf(at)) if (isInside(input) && chosen.size < most) chosen.add(input);
  }
  const parameters: string[] = [];
  const body: string[] = [];
  const known = new Set<number>();
  const addParameter = (at: number): void => {
    if (known.has(at)) return;
    known.add(at);
    parameters.push(`  ${names[at]} = ${shapes[at]} parameter(${parameters.length})`);
  };
  const order = [...chosen].sort((a, b) => lines[a]! - lines[b]!);
  for (const at of order) {
    const line = withoutMetadata(text[lines[at]!]!.trim().replace(/^ROOT\s+/, ''));
    if (/\bparameter\(\d+\)/.test(line)) {
      addParameter(at);
      continue;
    }
    for (const input of inputsOf(at)) if (!chosen.has(input)) addParameter(input);
    known.add(at);
    body.push(`  ${at === node ? 'ROOT ' : ''}${line}`);
  }
  if (!body.length) return null;
  const all = computationsOf(text);
  const called = new Set(body.flatMap(calledBy));
  const blocks: string[] = [];
  for (const name of called) {
    const block = (all.get(name) ?? []).map(withoutMetadata);
    block.flatMap(calledBy).forEach((each) => called.add(each));
    blocks.unshift([...block].join('\n').replace(/^ENTRY\s+/, ''));
  }
  if (blocks.join('\n').split('\n').length > mostCalled) return null;
  return ['HloModule part', ...blocks, ['ENTRY part {', ...parameters, ...body, '}'].join('\n')].join('\n\n');
}
