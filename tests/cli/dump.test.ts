// Tests how commands read folders into which XLA dumped modules (--xla_dump_to).
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, program, root } from './hlorank.ts';

// Names as XLA 0.10.2 for CPU writes them: modules after passes, and reports beside them.
const modules = ['before_optimizations.txt', '0003.sharding-removal.after_dce.before_pipeline-end.txt'];
const reports = [
  'cpu_after_optimizations-buffer-assignment.txt',
  'cpu_after_optimizations-memory-usage-report.txt',
  'cpu_after_optimizations-memory-usage-report.pb',
  'cpu_after_optimizations-live-range.txt',
  'debug_options',
  'wrapped_broadcast_kernel_module.ir-no-opt.ll',
  'obj-file.wrapped_broadcast_kernel_module.o',
];

function dump(): string {
  const named = (suffix: string, text: string): [string, string] => [`module_0002.jit_f.${suffix}`, text];
  const folder = folderWith(
    Object.fromEntries([
      ...[...modules, 'cpu_after_optimizations.txt'].map((suffix) => named(suffix, program)),
      ...reports.map((suffix) => named(suffix, 'Total bytes used: 8 (8B)\n')),
    ]),
  );
  mkdirSync(join(folder, 'module_0002.jit_f'));
  for (const ending of ['textproto', 'pb'])
    writeFileSync(join(folder, 'module_0002.jit_f', `compile_options.${ending}`), 'device_ordinal: -1\n');
  return folder;
}

test('check reads the modules in a dump folder, not the reports', () => {
  const { stdout, code } = hlorank(['check', '-q', dump()]);
  expect(stdout).toContain('3 files: 3 ok');
  expect(code).toBe(0);
});

test('a report that is named is checked', () => {
  const { code } = hlorank(['check', join(dump(), 'module_0002.jit_f.debug_options')]);
  expect(code).toBe(3);
});

test.skipIf(spawnSync('python3', ['-c', '']).status !== 0)(
  'collect measures each dumped module once, as it was before all passes',
  () => {
    const worker = join(root, 'tests/support/fake_worker.py');
    const folder = dump();
    const args = ['collect', '--python', worker, '--window', '0', folder, '-o', join(folder, 'data'), '--configs', '3'];
    expect(hlorank(args).stderr).toContain('1 program measured');
  },
);

test.skipIf(spawnSync('python3', ['-c', '']).status !== 0)(
  'collect measures a module once that XLA dumped as text and as proto',
  () => {
    const worker = join(root, 'tests/support/fake_worker.py');
    const folder = dump();
    writeFileSync(join(folder, 'module_0002.jit_f.before_optimizations.hlo.pb'), program);
    const args = ['collect', '--python', worker, '--window', '0', folder, '-o', join(folder, 'data'), '--configs', '3'];
    expect(hlorank(args).stderr).toContain('1 program measured');
  },
);

test('check ignores the files that describe a data set', () => {
  const folder = folderWith({ 'a.hlo': program, 'store.json': '{"version": 2}', 'README.md': '# Data\n' });
  expect(hlorank(['check', folder]).stdout).toContain('a.hlo: ok');
  expect(hlorank(['check', join(folder, 'store.json')]).code).toBe(3);
});
