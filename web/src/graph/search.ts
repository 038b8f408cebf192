// Searches instructions. Query syntax:
//   dot bf16                    every word occurs in the name, opcode, shape, op_name or source
//   op:dot shape:[8,128]        in one field: name, op, shape, dtype, layout, source (src), comp, scope
//   op:=dot  -op:fusion         the whole field equals the text; the text does not occur
//   /ssd_\d+/  name:/^add/      a regular expression without spaces
//   "two words"                 a phrase
// The search ignores case.
import type { Instructions } from '../../../wasm/engine';

interface Searched extends Pick<Instructions, 'names' | 'computations' | 'opcodes' | 'shapes'> {
  opNames: string[];
  origins: string[];
}

/**
 * Result of a search for instructions. `hits`: indices of the matching instructions in ascending order. `problem`: what
 * is wrong with the query; empty if the query is valid.
 */
export interface Found {
  hits: Uint32Array;
  problem: string;
}

const kFields = ['name', 'op', 'shape', 'dtype', 'layout', 'source', 'comp', 'scope'] as const;
type Field = (typeof kFields)[number];
const kAliases: Record<string, Field> = {
  opcode: 'op',
  type: 'dtype',
  src: 'source',
  file: 'source',
  computation: 'comp',
  in: 'comp',
  op_name: 'scope',
};

interface Term {
  field: Field | null;
  not: boolean;
  /** Name before a colon that is not a field; the term then searches for its whole text. */
  unknown?: string | undefined;
  matches: (text: string) => boolean;
}

/** Splits a query into its terms: `op:dot -name:"a b" /x+/` gives `op:dot`, `-name:"a b"` and `/x+/`. */
export function partsOf(query: string): string[] {
  return query.match(/-?(?:[a-z_]+:=?)?(?:"[^"]*"?|\/(?:\\.|[^/\s\\])+\/|\S+)/gi) ?? [];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function termOf(part: string): Term {
  const [, minus, prefix, exact, body] = /^(-?)(?:([a-z_]+):)?(=?)(.*)$/is.exec(part)!;
  const named = prefix?.toLowerCase() ?? '';
  const field = kAliases[named] ?? kFields.find((name) => name === named) ?? null;
  const known = !prefix || field !== null;
  const wanted = known ? body! : `${prefix}:${exact}${body}`;
  const not = minus === '-' && wanted !== '';
  const unknown = known ? undefined : named;
  const pattern = /^\/(.+)\/$/.exec(wanted);
  if (pattern) {
    const regex = new RegExp(pattern[1]!, 'i');
    return { field, not, matches: (text) => regex.test(text) };
  }
  const plain = wanted.replace(/^"|"$/g, '').toLowerCase();
  if (exact && field) return { field, not, matches: (text) => text === plain };
  if (field === 'dtype') {
    const regex = new RegExp(`(^|[ (])${escaped(plain)}\\[`);
    return { field, not, matches: (text) => regex.test(text) };
  }
  return { field, not, unknown, matches: (text) => text.includes(plain) };
}

export class Search {
  private readonly texts = new Map<Field | null, string[]>();

  constructor(private readonly searched: Searched) {}

  find(query: string): Found {
    let terms: Term[];
    try {
      terms = partsOf(query.trim()).map(termOf);
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
      return { hits: new Uint32Array(), problem: `invalid regular expression: ${reason}` };
    }
    if (!terms.length) return { hits: new Uint32Array(), problem: '' };
    const columns = terms.map(({ field }) => this.column(field));
    const hits: number[] = [];
    for (let i = 0; i < this.searched.names.length; ++i)
      if (terms.every(({ matches, not }, t) => matches(columns[t]![i]!) !== not)) hits.push(i);
    const unknown = hits.length ? undefined : terms.find((term) => term.unknown)?.unknown;
    const problem = unknown === undefined ? '' : `no field “${unknown}”; fields: ${kFields.join(', ')}`;
    return { hits: Uint32Array.from(hits), problem };
  }

  /**
   * Returns the lower-case text of `field` for each instruction. If `field` is null, returns the text of all fields
   * that a plain word searches. Built on first use. Shape: [instructions].
   */
  private column(field: Field | null): string[] {
    let texts = this.texts.get(field);
    if (!texts) {
      const { names, computations, opcodes, shapes, opNames, origins } = this.searched;
      const of = (i: number): string => {
        switch (field) {
          case 'name':
            return names[i]!;
          case 'op':
            return opcodes[i]!;
          case 'shape':
          case 'dtype':
            return shapes[i]!;
          case 'layout':
            return (shapes[i]!.match(/\{[^}]*\}/g) ?? []).join(' ');
          case 'source':
            return `${origins[i] ?? ''} ${opNames[i] ?? ''}`;
          case 'comp':
            return computations[i]!;
          case 'scope':
            return opNames[i] ?? '';
          default:
            return `${opcodes[i]} ${names[i]} ${shapes[i]} ${opNames[i] ?? ''} ${origins[i] ?? ''}`;
        }
      };
      texts = names.map((_, i) => of(i).toLowerCase());
      this.texts.set(field, texts);
    }
    return texts;
  }
}
