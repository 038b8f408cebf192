// Tests the search for instructions and the data flow graph, in Node.
import { describe, expect, test } from 'vitest';
import { Flow } from '../../web/src/graph/flow.ts';
import { Search } from '../../web/src/graph/search.ts';
import { kindOf, kinds } from '../../web/src/graph/opcodes.ts';

const instructions = [
  ['p0', 'parameter', 'f32[8,128]{1,0}', 'main', '', ''],
  ['dot.1', 'dot', 'bf16[8,64]{1,0}', 'main', 'jit(step)/layer_3/dot_general', 'model.py:71'],
  ['dot.2', 'dot', 'bf16[8,64]{0,1:T(8,128)}', 'main', 'jit(step)/layer_4/dot_general', 'model.py:80'],
  ['fusion.9', 'fusion', '(f32[8]{0}, bf16[8,64]{1,0})', 'body', '', ''],
  ['add.12', 'add', 'f32[8,64]{1,0}', 'fused', 'jit(step)/add', 'train.py:3'],
] as const;
const column = (i: number): string[] => instructions.map((row) => row[i]!);
const search = new Search({
  names: column(0),
  opcodes: column(1),
  shapes: column(2),
  computations: column(3),
  opNames: column(4),
  origins: column(5),
});
const found = (query: string): string[] => [...search.find(query).hits].map((i) => instructions[i]![0]);

describe('a search', () => {
  test.each([
    ['', []],
    ['dot', ['dot.1', 'dot.2']],
    ['op:dot shape:bf16 layout:{0,1', ['dot.2']],
    ['op:dot shape:bf16 layout:{1,0} src:layer_3', ['dot.1']],
    ['src:model.py:80', ['dot.2']],
    ['dtype:f32', ['p0', 'fusion.9', 'add.12']],
    ['shape:[8,64]', ['dot.1', 'dot.2', 'fusion.9', 'add.12']],
    ['op:=add', ['add.12']],
    ['comp:body', ['fusion.9']],
    ['shape:bf16 -op:dot', ['fusion.9']],
    ['name:/^(dot|add)\\.\\d$/', ['dot.1', 'dot.2']],
    ['/layer_[4-9]/', ['dot.2']],
    ['"bf16[8,64]{1,0})"', ['fusion.9']],
    ['DOT MODEL', ['dot.1', 'dot.2']],
    ['colour:dot', []],
  ])('for %s', (query, names) => expect(found(query)).toEqual(names));

  test('for an unknown field names the fields, unless the text occurs', () => {
    expect(search.find('trips:>1').problem).toMatch(/^no field “trips”; fields: name, op, shape, .*scope$/);
    expect(search.find('op:dot').problem).toBe('');
  });

  test('with an invalid regular expression reports the reason', () => {
    const { hits, problem } = search.find('/(/');
    expect(hits.length).toBe(0);
    expect(problem).toContain('invalid regular expression');
  });
});

// A data flow graph with the paths 0 → 1 → 3 → 4, 0 → 2 → 3 and 5 → 4.
const flow = new Flow({
  begin: Uint32Array.of(0, 0, 1, 2, 4, 6, 6),
  feeds: Uint32Array.of(0, 0, 1, 2, 3, 5),
});

describe('data flow', () => {
  test('a neighbourhood contains all instructions within its radius in both directions', () => {
    expect(flow.around(3, 0)).toEqual([3]);
    expect(flow.around(3, 1).sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(flow.around(3, 9).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('all paths between two instructions consist of the instructions reachable from one that reach the other', () => {
    expect(flow.between(0, 4)).toEqual([0, 1, 2, 3, 4]);
    expect(flow.between(1, 4)).toEqual([1, 3, 4]);
    expect(flow.between(5, 3)).toEqual([]);
    expect(flow.between(4, 0)).toEqual([]);
  });
});

test('opcodes have kinds; unlisted opcodes are elementwise', () => {
  const names = ['dot', 'exponential', 'transpose', 'reduce-window', 'while', 'all-reduce', 'constant', 'made-up'];
  expect(names.map((name) => kinds[kindOf(name)]!.name)).toEqual([
    'multiply',
    'elementwise',
    'move',
    'reduce',
    'control',
    'communicate',
    'plumbing',
    'elementwise',
  ]);
});
