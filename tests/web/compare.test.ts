// Tests how the WebAssembly engine compares two programs.
import { expect, test } from 'vitest';
import { EngineError, kNone } from '../../wasm/engine.ts';
import { differenceOverlay } from '../../web/src/graph/overlay.ts';
import { dots, file, loadEngine, text } from './core.ts';

const engine = await loadEngine();
const pass = (name: string) => file(`tests/data/dump/module_0008.jit_net.${name}.txt`);

test('rows pair the instructions of both programs, sections their computations', () => {
  const changed = text(dots.replace('first = f32[64,256]{1,0}', 'first = f32[64,256]{0,1}'));
  const { words, left, right, rows, sections } = engine.compare(text(dots), changed);
  const first = left.lines.findIndex((line) => line.startsWith('first ='));
  expect(words[left.changes[first]!]).toBe('layout');
  expect(left.differences[first]).toBe(8);
  expect(right.lines[first]).toContain('f32[64,256]{0,1} dot(x, w)');
  expect([...rows]).toEqual([0, 0, 1, 1, 3, 3, 2, 2, 4, 4, 5, 5]); // in the order of the instructions in the text
  expect([...sections]).toEqual([0, 0, 0]);
  expect(left.computations).toEqual(['main']);
});

test('the overlay of differences colours only instructions that differ', () => {
  const changed = text(dots.replace('first = f32[64,256]{1,0}', 'first = f32[64,256]{0,1}'));
  const { words, right } = engine.compare(text(dots), changed);
  const overlay = differenceOverlay({ words, of: right.changes });
  const first = right.lines.findIndex((line) => line.startsWith('first ='));
  expect([...overlay.values]).toEqual([[first, 0.8]]);
  expect(overlay.text(first)).toBe('layout');
  const same = engine.compare(text(dots), text(dots));
  expect(differenceOverlay({ words: same.words, of: same.right.changes }).values.size).toBe(0);
});

test('layout assignment adds copies and changes layouts', () => {
  const { words, right, rows } = engine.compare(
    pass('0016.HLO_passes_through_layout_assignment.after_cse.before_cse_barrier_expander'),
    pass('0017.HLO_passes_through_layout_assignment.after_layout-assignment.before_sub-byte-size-setter'),
  );
  const kinds = [...right.changes].map((change) => words[change]);
  expect(kinds.filter((kind) => kind === 'added')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'layout')).toHaveLength(3);
  const added = [...rows].flatMap((left, i) => (i % 2 === 0 && left === kNone ? [right.lines[rows[i + 1]!]!] : []));
  expect(added.map((line) => line.split(' = ')[0])).toEqual(['copy', 'copy.1']);
});

test('an error names the file it refers to', () => {
  expect(() => engine.compare(text(dots, 'good.hlo'), text('HloModule m\nENTRY e {', 'bad.hlo'))).toThrow(EngineError);
  try {
    engine.compare(text(dots, 'good.hlo'), text('HloModule m\nENTRY e {', 'bad.hlo'));
  } catch (error) {
    expect((error as EngineError).report.file).toBe('bad.hlo');
  }
});
