// Tests the values by which the graph colours instructions.
import { expect, test } from 'vitest';
import type { Configuration } from '../../wasm/engine.ts';
import { changeOverlay, contributionOverlay, copyOverlay } from '../../web/src/graph/overlay.ts';

const place = { computation: 'c', opcode: 'dot', shape: 'f32[8,8]{1,0}', tensor: 'output' };
// Two instructions with the same name are in two computations. Tensor 0 with a layout to choose belongs to instruction
// 4, tensors 1 and 2 to instruction 9.
const slotNodes = Uint32Array.of(4, 9, 9);
const configuration: Configuration = {
  index: 3,
  score: -1,
  usable: true,
  z: -1,
  changes: [{ ...place, slot: 1, node: 'dot.1', from: '{1,0}', to: '{0,1}' }],
  contributions: [
    { slot: 1, node: 'dot.1', tensor: 'output', layout: '{0,1}', amount: -2 },
    { slot: 0, node: 'dot.1', tensor: 'output', layout: '{1,0}', amount: 0.5 },
    { slot: 2, node: 'dot.1', tensor: 'operand 0', layout: '{1,0}', amount: 1 },
  ],
};

test('contributions are assigned to instructions by slot, not by name', () => {
  const overlay = contributionOverlay(configuration, slotNodes, String);
  expect([...overlay.values]).toEqual([
    [9, -1],
    [4, 0.5],
  ]);
  expect(overlay.text(9)).toBe('contributes -1 to the score');
  expect(overlay.text(5)).toBeNull();
});

test('changed layouts are assigned to instructions by slot', () => {
  const overlay = changeOverlay(configuration, slotNodes);
  expect([...overlay.values.keys()]).toEqual([9]);
  expect(overlay.text(9)).toBe('output: {1,0} → {0,1}');
});

test('a copy marks the producer, the user and the edge between them', () => {
  const parties = [
    { place: 'dot.1', instruction: 4, layout: '{1,0}' },
    { place: 'dot.2 operand 0', instruction: 9, layout: '{0,1}' },
  ];
  const disagreements = [{ node: 'dot.1', instruction: 4, bytes: 256, parties }];
  const overlay = copyOverlay({ disagreementCount: 1, disagreements }, (bytes) => `${bytes} bytes`);
  expect(overlay.title).toBe('Values that are written in one layout and read in another');
  expect([...overlay.values.keys()].sort((a, b) => a - b)).toEqual([4, 9]);
  expect(overlay.joins).toEqual([[4, 9]]);
  expect(overlay.text(9)).toBe('dot.1 (256 bytes) is copied to another layout');
});

test('an instruction in several copies lists all of them, and the title says that the list is truncated', () => {
  const reader = { place: 'dot.3 operand 0', instruction: 9, layout: '{0,1}' };
  const copyOf = (node: string, instruction: number) => ({
    node,
    instruction,
    bytes: 256,
    parties: [{ place: node, instruction, layout: '{1,0}' }, reader, { ...reader, place: 'dot.3 operand 1' }],
  });
  const disagreements = [copyOf('dot.1', 4), copyOf('dot.2', 5)];
  const overlay = copyOverlay({ disagreementCount: 1200, disagreements }, (bytes) => `${bytes} bytes`);
  expect(overlay.text(9)).toBe(
    'dot.1 (256 bytes) is copied to another layout; dot.2 (256 bytes) is copied to another layout',
  );
  expect(overlay.title).toBe('Values that are written in one layout and read in another (the largest 2 of 1,200)');
});
