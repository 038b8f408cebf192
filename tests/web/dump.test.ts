// Tests that the files of an XLA dump folder are grouped into modules and compilation stages by their names.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupDump } from '../../web/src/dump.ts';
import { type GivenFile } from '../../web/src/files.ts';
import { root } from './core.ts';

const file = (path: string): GivenFile => ({
  path,
  size: 1,
  read: async () => new Uint8Array(),
  part: async () => new Uint8Array(),
});

const titles = (paths: string[]) =>
  groupDump(paths.map(file)).modules.map(({ stages }) => stages.map(({ title }) => title));

describe('a dumped folder', () => {
  test('with two modules is grouped by module, with stages in the order of the passes', () => {
    const paths = readdirSync(join(root, 'tests/data/dump')).map((name) => `dump/${name}`);
    const { modules, ignored } = groupDump(paths.map(file));
    expect(modules.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'module_0002 jit_broadcast_in_dim',
      'module_0008 jit_net',
    ]);
    expect(modules[1]!.stages.map(({ title, pipeline }) => `${title} | ${pipeline}`)).toEqual([
      'before optimizations | ',
      '0008 after algsimp | simplification',
      '0016 after cse | HLO_passes_through_layout_assignment',
      '0017 after layout-assignment | HLO_passes_through_layout_assignment',
      '0025 after fusion-wrapper | HLO_passes_after_layout_assignment',
      'after optimizations (cpu) | ',
    ]);
    expect(ignored).toEqual([
      'dump/module_0008.jit_net.cpu_after_optimizations-live-range.txt',
      'dump/module_0008.jit_net.debug_options',
    ]);
  });

  test('may have prefixes, dots in module names, cluster suffixes and gzipped protos', () => {
    const { modules } = groupDump(
      [
        'd/1700000000.module_0001.jit__lambda_.before_optimizations.hlo.pb.gz',
        'd/module_0002.a.b_c.cl_12345.sm_8.0_gpu_after_optimizations.txt',
        'd/module_0003.m.after_optimizations_before_buffer_assignment.txt',
      ].map(file),
    );
    expect(modules.map(({ id, name, stages }) => `${id} ${name}: ${stages[0]!.title}`)).toEqual([
      'module_0001 jit__lambda_: before optimizations',
      'module_0002 a.b_c: after optimizations (sm_8.0_gpu)',
      'module_0003 m: after optimizations (before buffer assignment)',
    ]);
  });

  test('lists a stage with text and binary dumps once, as text', () => {
    const { modules, ignored } = groupDump(
      ['module_0001.m.before_optimizations.hlo.pb', 'module_0001.m.before_optimizations.txt'].map(file),
    );
    expect(modules[0]!.stages.map((stage) => stage.file.path)).toEqual(['module_0001.m.before_optimizations.txt']);
    expect(ignored).toEqual(['module_0001.m.before_optimizations.hlo.pb']);
  });

  test('ignores files that are not HLO of a module at a stage', () => {
    const names = [
      'module_0001.m.cpu_after_optimizations-buffer-assignment.txt',
      'module_0001.m.ir-with-opt.ll',
      'module_0001.m.obj-file.k.o',
      'module_0001.m.before_optimizations.dot',
      'module_0001.m.before_optimizations.html',
      'notes.md',
    ];
    expect(groupDump(names.map(file)).ignored).toEqual([...names].sort());
    expect(titles(names)).toEqual([]);
  });

  test('keeps modules with the same name in different folders separate', () => {
    expect(
      titles(['a/module_0001.m.before_optimizations.txt', 'b/module_0001.m.before_optimizations.txt']),
    ).toHaveLength(2);
  });
});
