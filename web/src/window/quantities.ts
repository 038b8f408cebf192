// Searches instructions by what they cost. Terms of a query (search.ts) that compare a quantity with a number:
//   share>1%  time>=0.5ms       share of the run time; run time, measured if there is a profile, else estimated
//   flops>1G  bytes>1MiB        work of all executions
//   trips>1                     number of executions
//   -share<1%                   not
import type { Costs } from '../../../wasm/engine';
import { type Found, partsOf } from '../graph/search';
import { placeIn, sharesOf } from './figures';

const kPrefixes = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const kFlops = ['', 'flop', 'flops'].flatMap((unit) =>
  Object.entries(kPrefixes).map(([prefix, factor]) => [prefix + unit, factor] as const),
);
/**
 * Quantities. `units`: factors of the units of its numbers; "" is that of a number without a unit. `example`: a
 * comparison for error messages.
 */
const kQuantities: Record<string, { units: Record<string, number>; example: string }> = {
  share: { units: { '': 0.01, '%': 0.01 }, example: 'share>1%' },
  time: { units: { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 }, example: 'time>0.5ms' },
  flops: { units: Object.fromEntries(kFlops), example: 'flops>1G' },
  bytes: {
    units: { '': 1, b: 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, kb: 1e3, mb: 1e6, gb: 1e9 },
    example: 'bytes>1MiB',
  },
  trips: { units: { '': 1, k: 1e3, m: 1e6 }, example: 'trips>1' },
};
const kOperators: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
};

/** Returns the values of a quantity. Shape: [instructions in `costs`]. */
function valuesOf(costs: Costs, quantity: string): Float64Array {
  if (quantity === 'share') return sharesOf(costs);
  if (quantity === 'time') return costs.isMeasured ? costs.measured : costs.seconds;
  return costs[quantity as 'flops' | 'bytes' | 'trips'];
}

export interface Comparison {
  quantity: string;
  fits: (value: number) => boolean;
}

/**
 * A query split into the terms that compare quantities and the others (`words`). `problem`: what is wrong with a
 * comparison; empty if all are valid.
 */
export interface SplitQuery {
  words: string;
  comparisons: Comparison[];
  problem: string;
}

const kComparison = new RegExp(`^(-?)(${Object.keys(kQuantities).join('|')})(>=|<=|>|<|=)(.*)$`, 'i');

export function splitQuery(query: string): SplitQuery {
  const split: SplitQuery = { words: '', comparisons: [], problem: '' };
  for (const part of partsOf(query.trim())) {
    const term = kComparison.exec(part);
    if (!term) {
      split.words += `${split.words ? ' ' : ''}${part}`;
      continue;
    }
    const [, minus, name, operator, text] = term;
    const quantity = name!.toLowerCase();
    const [, digits, unit] = /^(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)([a-zµ%]*)$/i.exec(text!) ?? [];
    const { units, example } = kQuantities[quantity]!;
    const factor = new Map(Object.entries(units)).get((unit ?? '').toLowerCase());
    if (digits === undefined || factor === undefined) {
      split.problem = `“${part}”: expected a number, as in ${example}`;
      continue;
    }
    const compare = kOperators[operator!]!;
    const limit = Number(digits) * factor;
    split.comparisons.push({ quantity, fits: (value) => compare(value, limit) !== (minus === '-') });
  }
  return split;
}

/**
 * Returns those of the instructions `hits` whose costs fit all comparisons. Instructions that are not in `costs` cost
 * nothing: all their quantities are 0.
 */
export function costing(hits: Uint32Array, comparisons: Comparison[], costs: Costs): Uint32Array {
  const columns = comparisons.map(({ quantity }) => valuesOf(costs, quantity));
  return hits.filter((instruction) => {
    const place = placeIn(costs, instruction);
    return comparisons.every(({ fits }, c) => fits(place === undefined ? 0 : columns[c]![place]!));
  });
}

/** The program that is searched. `costs`: null if they are not known (yet). */
export interface SearchedProgram {
  instructions: number;
  hasModule: boolean;
  hasSchedules: boolean;
  costs: Costs | null;
}

/**
 * Returns what is wrong with a query for words that found nothing: a number compared with an unknown quantity. Empty if
 * there is none.
 */
function unknownQuantity(words: string): string {
  const named = partsOf(words).map((part) => /^-?([a-z_]+)(?:[<>]=?|=)[\d.]/i.exec(part)?.[1]);
  const unknown = named.find((name) => name !== undefined);
  const known = Object.keys(kQuantities).join(', ');
  return unknown === undefined ? '' : `no quantity “${unknown.toLowerCase()}”; quantities: ${known}`;
}

/** Returns why the program cannot be searched for these comparisons; empty if it can. */
function lackOf({ hasModule, hasSchedules, costs }: SearchedProgram, comparisons: Comparison[]): string {
  const work = comparisons.find(({ quantity }) => quantity !== 'share' && quantity !== 'time');
  if (hasSchedules && work) return `the ${work.quantity} of stages are not known; compare share or time`;
  if (!hasModule && !hasSchedules) return 'this file has no HLO, so the costs of its instructions are not known';
  return costs ? '' : 'the costs are not known yet';
}

/** Searches the instructions of a program for a query with words and comparisons. `find`: searches for the words. */
export async function findCosting(
  query: string,
  find: (words: string) => Promise<Found>,
  program: SearchedProgram,
): Promise<Found> {
  const { words, comparisons, problem: mistake } = splitQuery(query);
  const findWords = async (of: string): Promise<Found> => {
    const found = await find(of);
    return found.hits.length || found.problem ? found : { ...found, problem: unknownQuantity(of) };
  };
  if (!comparisons.length && !mistake) return findWords(query);
  const problem = mistake || lackOf(program, comparisons);
  if (problem || !program.costs) return { hits: new Uint32Array(), problem };
  const all = () => ({ hits: Uint32Array.from({ length: program.instructions }, (_, i) => i), problem: '' });
  const found = words ? await findWords(words) : all();
  return { ...found, hits: costing(found.hits, comparisons, program.costs) };
}
