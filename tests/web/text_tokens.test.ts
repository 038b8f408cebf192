// Tests how the page splits lines of HLO text into coloured tokens, and which columns of long lines it renders.
import { describe, expect, test } from 'vitest';
import { columnsInView, cut } from '../../web/src/text/columns.ts';
import { isHeader, tokenize } from '../../web/src/text/tokens.ts';

/** Returns the tokens of a line, each as "kind text". */
const tokens = (line: string): string[] =>
  tokenize(line).map(({ kind, begin, end }) => `${kind} ${line.slice(begin, end)}`);

describe('tokens of', () => {
  test.each<[string, string, string[]]>([
    [
      'a convolution with window, dim_labels and metadata',
      '  %conv.1 = bf16[2,96,96,32]{3,2,1,0:T(8,128)(2,1)} convolution(%p.0, %p.1), window={size=3x3 pad=1_1x1_1 rhs_reversal=1x1}, dim_labels=b01f_01oi->b01f, metadata={op_type="Conv2D" op_name="a/{b}/c"}',
      [
        'definition %conv.1',
        'shape bf16[2,96,96,32]',
        'layout {3,2,1,0:T(8,128)(2,1)}',
        'opcode convolution',
        'operand %p.0',
        'operand %p.1',
        'attribute window',
        'attribute dim_labels',
        'metadata metadata={op_type="Conv2D" op_name="a/{b}/c"}',
      ],
    ],
    [
      'a tuple shape with index comments, and a root',
      '  ROOT %t = (s32[], (f32[2]{0}, token[]), pred[?]{0}, f32[<=5]{0}, u8[4]{0}, /*index=5*/c64[]) tuple(%a, /*index=1*/%b)',
      [
        'keyword ROOT',
        'definition %t',
        'shape s32[]',
        'shape f32[2]',
        'layout {0}',
        'shape token[]',
        'shape pred[?]',
        'layout {0}',
        'shape f32[<=5]',
        'layout {0}',
        'shape u8[4]',
        'layout {0}',
        'comment /*index=5*/',
        'shape c64[]',
        'opcode tuple',
        'operand %a',
        'comment /*index=1*/',
        'operand %b',
      ],
    ],
    [
      'strings with braces, commas and escaped quotes',
      '  %c = f32[] custom-call(%x), custom_call_target="f(\\"{,", backend_config={"a":{"b":"}"}}, to_apply=%add.1, control-predecessors={%y, %z}',
      [
        'definition %c',
        'shape f32[]',
        'opcode custom-call',
        'operand %x',
        'attribute custom_call_target',
        'string "f(\\"{,"',
        'attribute backend_config',
        'string "a"',
        'string "b"',
        'string "}"',
        'attribute to_apply',
        'computation %add.1',
        'attribute control-predecessors',
        'operand %y',
        'operand %z',
      ],
    ],
    [
      'constants and parameters',
      '  %k = s32[2,2]{1,0} constant({ { 1, 2 }, { 3, -4 } }), sharding={replicated}',
      [
        'definition %k',
        'shape s32[2,2]',
        'layout {1,0}',
        'opcode constant',
        'literal { { 1, 2 }, { 3, -4 } }',
        'attribute sharding',
      ],
    ],
    [
      'a parameter',
      '  %x = f32[]{:T(256)} parameter(12)',
      ['definition %x', 'shape f32[]', 'layout {:T(256)}', 'opcode parameter', 'literal 12'],
    ],
    [
      'text without percent signs, with shapes of operands',
      'w = (f32[], s32[]) while((f32[], s32[]) init), condition=cond, body=body.1',
      [
        'definition w',
        'shape f32[]',
        'shape s32[]',
        'opcode while',
        'shape f32[]',
        'shape s32[]',
        'operand init',
        'attribute condition',
        'computation cond',
        'attribute body',
        'computation body.1',
      ],
    ],
    [
      'lists of computations',
      '  %f = f32[] conditional(%i, %a), branch_computations={%b.0, %b.1}',
      [
        'definition %f',
        'shape f32[]',
        'opcode conditional',
        'operand %i',
        'operand %a',
        'attribute branch_computations',
        'computation %b.0',
        'computation %b.1',
      ],
    ],
    [
      'a collective',
      '  %r = f32[8]{0} all-reduce(%x), replica_groups=[2,4]<=[8], channel_id=1',
      [
        'definition %r',
        'shape f32[8]',
        'layout {0}',
        'opcode all-reduce',
        'operand %x',
        'attribute replica_groups',
        'attribute channel_id',
      ],
    ],
    [
      'the first line',
      'HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[]}, is_scheduled=true',
      [
        'keyword HloModule',
        'definition jit_f',
        'attribute entry_computation_layout',
        'shape f32[2]',
        'layout {0}',
        'shape f32[]',
        'attribute is_scheduled',
      ],
    ],
    [
      'the first line of a computation',
      'ENTRY %main.1 (p: f32[2]) -> f32[2] {',
      ['keyword ENTRY', 'computation %main.1', 'shape f32[2]', 'shape f32[2]'],
    ],
    ['its last line', '}', []],
    ['stack tables', '1 "a/b.py"', ['string "a/b.py"']],
    [
      'a line that ends in a string',
      '  %c = f32[] custom-call(%x), backend_config="abc',
      ['definition %c', 'shape f32[]', 'opcode custom-call', 'operand %x', 'attribute backend_config', 'string "abc'],
    ],
    [
      'a line that ends in a shape',
      '  %c = (f32[2]{0}, bf16[1',
      ['definition %c', 'shape f32[2]', 'layout {0}', 'shape bf16[1'],
    ],
  ])('%s', (_, line, expected) => expect(tokens(line)).toEqual(expected));

  test('a line of 10,000 operands has all its tokens', () => {
    const line = `  %t = (${'f32[2]{0}, '.repeat(10_000)}) tuple(${'%a.1, '.repeat(10_000)}%a.2)`;
    expect(tokenize(line)).toHaveLength(30_003);
  });
});

test.each([
  ['%sum {', true],
  ['ENTRY main {', true],
  ['%body (p: (s32[], f32[2])) -> (s32[], f32[2]) {', true],
  ['x = f32[2] custom-call(y), backend_config={', false],
  ['  %a = f32[2]{0} parameter(0)', false],
  ['HloModule m, x={', false],
  ['}, execution_thread="host"', false],
  ['', false],
])('%j opens a computation: %j', (line, expected) => expect(isHeader(line)).toBe(expected));

describe('the rendered part of a long line', () => {
  const line = '  %name.1 = f32[2]{0} add(%left.operand, %right.operand)';
  const pieces = (begin: number, end: number) => {
    const { begin: first, pieces: all } = cut(line, { begin, end });
    return `${first}: ${all.map(({ text }) => text).join('|')}`;
  };

  test('is the whole line if it is in view', () =>
    expect(pieces(0, 100)).toBe('0:   |%name.1| = |f32[2]|{0}| |add|(|%left.operand|, |%right.operand|)'));
  test('has complete names at its ends', () => {
    expect(pieces(30, 45)).toBe('26: %left.operand|, |%right.operand');
    expect(pieces(14, 27)).toBe('14: 2[2]|{0}| |add|(|%left.operand');
  });
  test('is empty right of the line', () => expect(pieces(64, 128)).toBe(`${line.length}: `));
  test('covers what is in view, with a margin', () => {
    expect(columnsInView(0, 100)).toEqual({ begin: 0, end: 192 });
    expect(columnsInView(200, 100)).toEqual({ begin: 128, end: 384 });
  });
});
