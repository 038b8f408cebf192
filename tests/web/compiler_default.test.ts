// Tests the line about the layouts that the compiler chooses on its own.
import { expect, test } from 'vitest';
import type { Inspection } from '../../wasm/engine.ts';
import { compilerLine } from '../../web/src/compiler_default.ts';
import type { Status } from '../../web/src/protocol.ts';
import { bytesMovedText } from '../../web/src/window/figures.ts';

const inspection = (kind?: string) =>
  ({ configurations: { leftToCompiler: 0 }, notices: kind ? [{ kind, message: '' }] : [] }) as unknown as Inspection;

/** Returns a finished ranking of three programs, the second of which is that of two configurations. */
const status = (compilerDefault: Status['compilerDefault'], times: number[] = []) =>
  ({
    total: 4,
    compilerDefault,
    top: {
      scores: Float32Array.of(-2, -1, 3),
      copies: Uint32Array.of(1, 2, 1),
      times: Float64Array.from(times),
    },
  }) as unknown as Status;

test.each([
  [-2.5, 'lower score than all 3 configurations'],
  [-1.5, 'lower score than 2 of 3 configurations'],
  [4, 'higher score than all 3 configurations'],
])('a simulated choice with score %d is placed among the configurations', (score, place) => {
  const line = compilerLine(status({ time: null, score }), inspection())!;
  expect(line).toMatchObject({ name: 'Compiler’s own choice (simulated)', place });
  expect(line.value).toMatch(/^score /);
  expect(line.title).toContain('no more often than by chance');
});

test('a measured choice has its time, and needs no score', () => {
  const line = compilerLine(status({ time: 1.852e-3, score: null }, [1.7e-3, 1.9e-3, 2e-3]), inspection());
  expect(line).toMatchObject({
    name: 'Compiler’s own choice',
    value: '1.852 ms',
    place: 'measured faster than 2 of 3 configurations',
  });
});

test('a ranking that lists only the best configurations gives no place', () => {
  const part = { ...status({ time: null, score: -2.5 }), total: 100 };
  expect(compilerLine(part, inspection())!.place).toBe('');
});

test('the compiler has chosen the layouts of an optimised module', () => {
  expect(compilerLine(status({ time: null, score: 0 }), inspection('optimised'))!.value).toBe('layouts as in the file');
});

test('without a measurement or a simulation there is no line', () => {
  expect(compilerLine(status({ time: null, score: null }), inspection())).toBeNull();
  expect(compilerLine(status(null), inspection())).toBeNull();
});

test('bytes have the units of the command line', () => {
  expect([0, 512, 1023.9, 65536, 4.56 * 2 ** 20, 24.1e9, -(2 ** 21)].map(bytesMovedText)).toEqual([
    '0 B',
    '512 B',
    '1.00 KiB',
    '64 KiB',
    '4.56 MiB',
    '22.4 GiB',
    '−2 MiB',
  ]);
});
