// Tests that the released program was built with the security options of compiler and linker.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { binary } from './hlorank.ts';

const readelf = (...args: string[]) => spawnSync('readelf', ['-W', ...args, binary], { encoding: 'utf8' }).stdout;

test('is built with PIE, full RELRO, non-executable stack, stack protector and FORTIFY_SOURCE', () => {
  expect(readelf('-h')).toMatch(/Type:\s+DYN/);
  expect(readelf('-d')).toMatch(/FLAGS_1.*NOW.*PIE/);
  const segments = readelf('-l');
  expect(segments).toContain('GNU_RELRO');
  expect(segments).toMatch(/GNU_STACK.*\sRW\s/);
  const symbols = readelf('--dyn-syms');
  expect(symbols).toContain('__stack_chk_fail');
  expect(symbols).toMatch(/__\w+_chk/);
});
