// Tests `hlorank prepare`, which converts TpuGraphs' files to a compact store.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';

const names = ['bilinear_paired', 'bilinear_third'];

// Copies two measured programs of this repository to a new folder; returns its path.
function measured(): string {
  const folder = folderWith({});
  for (const name of names)
    for (const ending of ['npz', 'hlo.txt.gz'])
      copyFileSync(join(root, `data/layouts/test/${name}.${ending}`), join(folder, `${name}.${ending}`));
  return folder;
}

interface Report {
  collections: { collection: string; programs: number; already: number; rows: number; distinct: number }[];
  failed: { source: string }[];
}

describe('prepare', () => {
  test('makes a store, and skips prepared programs when run again', () => {
    const store = join(folderWith({}), 'store');
    const data = measured();
    const args = ['prepare', data, '-o', store, '--verify', '--json'];
    const first = hlorank(args);
    expect(first.stderr).toBe('');
    expect(first.code).toBe(0);
    const [one] = (JSON.parse(first.stdout) as Report).collections;
    expect(one).toMatchObject({ collection: '', programs: 2, already: 0 });
    expect(one!.rows).toBeGreaterThan(0);
    expect((JSON.parse(hlorank(args).stdout) as Report).collections[0]!.already).toBe(2);
    const manifest = JSON.parse(readFileSync(join(store, 'manifest.json'), 'utf8')) as { programs: { name: string }[] };
    expect(manifest.programs.map((program) => program.name)).toEqual(names);
  });

  test('names a damaged file, prepares the other files and exits 3', () => {
    const store = join(folderWith({}), 'store');
    const data = measured();
    const damaged = join(data, `${names[0]}.npz`);
    writeFileSync(damaged, readFileSync(damaged).subarray(0, 2000));
    const { code, stdout, stderr } = hlorank(['prepare', data, '-o', store]);
    expect(code).toBe(3);
    expect(stderr).toContain(damaged);
    expect(stderr).toContain('--skip NAME');
    expect(stdout).toContain('collection');
    expect(existsSync(join(store, `${names[1]}.prepared`))).toBe(true);
    expect(hlorank(['prepare', data, '-o', store, '--skip', names[0]!]).code).toBe(0);
  });

  test('exits 3 if no file can be prepared, without advice to run again', () => {
    const folder = folderWith({});
    const damaged = join(folder, 'damaged.npz');
    writeFileSync(damaged, readFileSync(join(measured(), `${names[0]}.npz`)).subarray(0, 2000));
    const { code, stderr } = hlorank(['prepare', damaged, '-o', join(folder, 'store')]);
    expect(code).toBe(3);
    expect(stderr).toContain(damaged);
    expect(stderr).not.toMatch(/other programs|no files in the folder|run the same command again/);
  });

  test('exits 2 for a missing file', () => {
    const { code, stderr } = hlorank(['prepare', 'no/such', '-o', join(folderWith({}), 'store')]);
    expect(code).toBe(2);
    expect(stderr).toContain('no such file: no/such');
  });
});
