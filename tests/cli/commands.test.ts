// Tests the help texts, errors of the command line, and the commands that work without LibTorch.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binary, folderWith, hlorank, program, root } from './hlorank.ts';

const python = join(root, 'build/python/bin/python');
const hex = expect.stringMatching(/^[0-9a-f]{16}$/);

describe('help', () => {
  test('shows examples before usage, for the program and its commands', () => {
    for (const args of [
      ['--help'],
      ['check', '--help'],
      ['inspect', '--help'],
      ['features', '-h'],
      ['help', 'print'],
    ]) {
      const { code, stdout } = hlorank(args);
      expect(code, args.join(' ')).toBe(0);
      expect(stdout.indexOf('Examples:')).toBeGreaterThan(0);
      expect(stdout.indexOf('Usage:')).toBeGreaterThan(stdout.indexOf('Examples:'));
    }
  });

  test('is printed if there are no arguments', () => {
    expect(hlorank([]).stdout).toBe(hlorank(['--help']).stdout);
  });

  test('lists the exit codes; --version prints the version', () => {
    expect(hlorank(['--help']).stdout).toContain('3 bad input');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(hlorank(['--version']).stdout.trim()).toBe(`hlorank ${version}`);
  });
});

describe('a wrong command line', () => {
  test('suggests a similar command and exits 2', () => {
    const { code, stderr, stdout } = hlorank(['chekc', 'x.hlo']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean `check`?');
    expect(stdout).toBe('');
  });

  test.each([
    ['inspect', '--jsno', '--json'],
    ['rank', '--tpo', '--top'],
    ['cost', '--cvs', '--csv'],
  ])('suggests a similar option and exits 2: %s %s', (command, wrong, right) => {
    const { code, stderr } = hlorank([command, wrong, 'x.hlo']);
    expect(code).toBe(2);
    expect(stderr).toContain(`did you mean ${right}`);
  });
});

describe('check', () => {
  test('summarises a valid file', () => {
    const folder = folderWith({ 'tiny.hlo': program });
    const { code, stdout, stderr } = hlorank(['check', join(folder, 'tiny.hlo')]);
    expect(stderr).toBe('');
    expect(stdout).toContain('tiny.hlo: ok: ');
    expect(stdout).toContain('1 computation, 4 instructions');
    expect(code).toBe(0);
  });

  test('points at the error in a malformed file and exits 3', () => {
    const folder = folderWith({ 'bad.hlo': program.replace('dot(x, y)', 'dot(x, z)'), 'good.hlo': program });
    const { code, stdout, stderr } = hlorank(['check', folder]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/bad\.hlo:6:\d+: error: /);
    expect(stderr).toMatch(/^\s*\^/m);
    expect(stdout).toContain('2 files: 1 ok (0 with warnings), 1 bad');
  });

  test('warns if there is no ENTRY computation, as do commands that use the program', () => {
    const folder = folderWith({ 'cut.hlo': program.replace('ENTRY main', 'main') });
    const cut = join(folder, 'cut.hlo');
    const warning = "no computation is marked ENTRY: the last one, 'main', is taken as the entry";
    for (const args of [
      ['check', cut],
      ['cost', cut],
      ['print', cut],
      ['diff', cut, cut],
    ]) {
      const { code, stderr } = hlorank(args);
      expect(code, args[0]).toBe(0);
      expect(stderr, args[0]).toContain(warning);
    }
    for (const command of ['check', 'cost', 'print'])
      expect(hlorank([command, cut]).stderr, command).toContain('cut.hlo:3:1: warning: no');
    expect(hlorank(['rank', cut, '--model', 'analytical']).stdout).toMatch(/^warning: 3:1: no computation is marked/m);
  });

  test('exits 2 for a missing file', () => {
    const { code, stderr } = hlorank(['check', 'nowhere.hlo']);
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere.hlo: error: no such file');
  });

  test('checks the other files if one is missing, or is a link to nothing', () => {
    const folder = folderWith({ 'a.hlo': program });
    symlinkSync('nowhere', join(folder, 'broken.hlo'));
    const missing = hlorank(['check', join(folder, 'nowhere.hlo'), join(folder, 'a.hlo')]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') as string });
    expect(missing.stdout).toContain('a.hlo: ok');
    expect(missing.stdout).toContain('2 files: 1 ok (0 with warnings), 1 bad');
    const broken = hlorank(['check', folder]);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('broken.hlo: error: ') as string });
    expect(broken.stdout).toContain('a.hlo: ok');
    const lines = hlorank(['inspect', '--jsonl', join(folder, 'nowhere.hlo'), join(folder, 'a.hlo')]).stdout;
    expect(lines.trim().split('\n')).toHaveLength(2);
  });

  test.each([
    ['check', []],
    ['inspect', []],
    ['rank', ['--model', 'analytical', '--top', '1']],
  ])('%s reads a pipe once', (command, options) => {
    const file = join(folderWith({ 'a.hlo': program }), 'a.hlo');
    const line = 'file=$1; shift; cat "$file" | "$0" "$@"';
    const { stdout, status } = spawnSync('sh', ['-c', line, binary, file, command, '/dev/stdin', ...options], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toContain('HLO text');
  });

  test('says that an npz has no configurations, although rank generates some', () => {
    const graph = join(folderWith({ 'a.hlo': program }), 'a.hlo');
    const npz = join(folderWith({}), 'graph.npz');
    expect(hlorank(['features', graph, '-o', npz]).code).toBe(0);
    expect(hlorank(['check', npz]).stdout).toContain(', no layout configurations\n');
  });

  test('reads an npz of measurements together with the program next to it', () => {
    const { code, stdout } = hlorank(['check', join(root, 'data/measured/attn_einsum.npz')]);
    expect(stdout).toMatch(/: ok: HLO text.* \d+ configurations/);
    expect(code).toBe(0);
    expect(hlorank(['inspect', join(root, 'data/measured/attn_einsum.npz')]).code).toBe(0);
    const folder = folderWith({
      'a.npz': readFileSync(join(root, 'data/measured/attn_einsum.npz')),
      'a.hlo': program,
      'b.hlo': program,
    });
    const [npz, hlo] = [join(folder, 'a.npz'), join(folder, 'b.hlo')];
    expect(hlorank(['print', npz])).toEqual(hlorank(['print', hlo]));
    expect(hlorank(['cost', npz])).toEqual(hlorank(['cost', hlo]));
    expect(hlorank(['diff', npz, hlo])).toMatchObject({ code: 0, stdout: '4 unchanged\n', stderr: '' });
  });

  test('names the faulty one of an npz and the program next to it', () => {
    const npz = readFileSync(join(root, 'data/measured/attn_einsum.npz'));
    const folder = folderWith({ 'a.npz': npz, 'a.hlo': program.replace('dot(x', 'dot(z') });
    for (const command of ['check', 'inspect', 'rank']) {
      const { code, stderr } = hlorank([command, join(folder, 'a.npz')]);
      expect(stderr, command).toMatch(/a\.hlo:6:\d+: error: /);
      expect(code, command).toBe(3);
    }
    const files = [join(folder, 'a.hlo'), join(folder, 'a.npz')];
    expect(hlorank(['evaluate', 'analytical', files[1]!]).stderr).toMatch(/a\.hlo:6:\d+: error: /);
    expect(hlorank(['features', ...files, '-o', join(folder, 'x')]).stderr).toMatch(/a\.hlo:6:\d+: error: /);
    writeFileSync(files[0]!, program);
    writeFileSync(files[1]!, npz.subarray(0, 2000));
    const { stderr } = hlorank(['check', files[1]!]);
    expect(stderr).toContain(
      'a.npz: byte 2000: error: cannot read the zip archive: it has no end of central directory',
    );
  });

  test('an empty folder is an error', () => {
    const { code, stderr } = hlorank(['check', folderWith({})]);
    expect(stderr).toContain('no files in the folder');
    expect(code).toBe(2);
  });

  test('reads the standard input', () => {
    expect(hlorank(['check', '-'], program).code).toBe(0);
  });
});

describe('inspect', () => {
  test('--json prints one object with the documented fields', () => {
    const { code, stdout } = hlorank(['inspect', '--json', '-'], program);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 2,
      name: 'tiny',
      computations: 1,
      instructions: 4,
      configurable: 2,
      hashes: { opcode: hex, nodeFeat: hex, edgesInsertion: hex, edgesSorted: hex, splits: hex },
      configurations: { generated: true, measured: false },
      warnings: [],
    });
  });

  test('--json requires one file, --jsonl accepts any number', () => {
    const folder = folderWith({ 'a.hlo': program, 'b.hlo': 'HloModule broken {', 'c.hlo': program });
    expect(hlorank(['inspect', '--json', folder]).code).toBe(2);
    const { code, stdout } = hlorank(['inspect', '--jsonl', folder]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name?: string; message?: string });
    expect(code).toBe(3);
    expect(lines.map((line) => line.name)).toEqual(['tiny', undefined, 'tiny']);
    expect(lines[1]?.message).toBeTruthy();
  });
});

describe('print', () => {
  test('prints text that parses to the same program', () => {
    const hashes = (text: string) =>
      (JSON.parse(hlorank(['inspect', '--json', '-'], text).stdout) as { hashes: object }).hashes;
    const printed = hlorank(['print', '-'], program);
    expect(printed.code).toBe(0);
    expect(hashes(printed.stdout)).toEqual(hashes(program));
  });
});

describe('features', () => {
  test.skipIf(!existsSync(python))('writes arrays that NumPy can read and leaves no temporary file', () => {
    const folder = folderWith({ 'tiny.hlo': program });
    const output = join(folder, 'tiny.npz');
    expect(hlorank(['features', join(folder, 'tiny.hlo'), '-o', output]).code).toBe(0);
    const script = `import numpy as np; a = np.load(${JSON.stringify(output)})
print({k: (a[k].dtype.str, a[k].shape) for k in sorted(a)}, a["edge_index"].tolist())`;
    expect(spawnSync(python, ['-c', script], { encoding: 'utf8' }).stdout.trim()).toBe(
      "{'edge_index': ('<i8', (3, 2)), 'node_config_ids': ('<i8', (2,)), 'node_feat': ('<f4', (4, 140)), " +
        "'node_opcode': ('|u1', (4,)), 'node_splits': ('<i8', (1, 2))} [[2, 0], [2, 1], [3, 2]]",
    );
    expect(readdirSync(folder).sort()).toEqual(['tiny.hlo', 'tiny.npz']);
  });
});

describe('diff', () => {
  const changed = program.replace('dot = f32[4,2]{1,0}', 'dot = f32[4,2]{0,1}');

  test('prints the differing lines under their computation, and the number of changes per kind', () => {
    const folder = folderWith({ 'a.hlo': program, 'b.hlo': changed });
    const { code, stdout, stderr } = hlorank(['diff', join(folder, 'a.hlo'), join(folder, 'b.hlo')]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      '@ main',
      '- dot = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}',
      '+ dot = f32[4,2]{0,1} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}',
      '1 with other layout, 3 unchanged',
      '',
    ]);
  });

  test('shows a difference behind the place where long attributes are cut', () => {
    const long = (count: number) => program.replace('rhs_contracting_dims={0}', `rhs_contracting_dims={0}, frontend_attributes={note="${'x'.repeat(500)}${count}"}`); // prettier-ignore
    const folder = folderWith({ 'a.hlo': long(24), 'b.hlo': long(48) });
    const [, before, after] = hlorank(['diff', join(folder, 'a.hlo'), join(folder, 'b.hlo')]).stdout.split('\n');
    expect(before).toMatch(/^- dot = f32\[4,2\]\{1,0\} dot\(.*x24"\}$/);
    expect(after).toMatch(/^\+ dot = f32\[4,2\]\{1,0\} dot\(.*x48"\}$/);
  });

  test('--json lists the differences of each pair of instructions', () => {
    const folder = folderWith({ 'a.hlo': program, 'b.hlo': changed });
    const { stdout } = hlorank(['diff', join(folder, 'a.hlo'), join(folder, 'b.hlo'), '--json']);
    const report = JSON.parse(stdout) as { counts: Record<string, number>; changes: { differs: string[] }[] };
    expect(report.counts).toMatchObject({ layout: 1, unchanged: 3, added: 0, removed: 0 });
    expect(report.changes.map(({ differs }) => differs)).toEqual([['layout']]);
  });

  test('shows the attributes of the module that differ', () => {
    const folder = folderWith({
      'a.hlo': program,
      'b.hlo': program.replace('HloModule tiny', 'HloModule tiny, is_scheduled=true, replica_count=2'),
    });
    const files = [join(folder, 'a.hlo'), join(folder, 'b.hlo')];
    expect(hlorank(['diff', ...files]).stdout.split('\n')).toEqual([
      '@ HloModule',
      '+ is_scheduled=true',
      '+ replica_count=2',
      '2 module attributes, 4 unchanged',
      '',
    ]);
    const { attributes } = JSON.parse(hlorank(['diff', ...files, '--json']).stdout) as { attributes: object[] };
    expect(attributes).toEqual([
      { name: 'is_scheduled', left: null, right: 'true' },
      { name: 'replica_count', left: null, right: '2' },
    ]);
  });

  test('rejects the standard input in place of both programs', () => {
    const { code, stdout, stderr } = hlorank(['diff', '-', '-'], program);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('-: error: the standard input can be given only once');
    const folder = folderWith({ 'b.hlo': changed });
    expect(hlorank(['diff', '-', join(folder, 'b.hlo')], program).stdout).toContain('1 with other layout, 3 unchanged');
  });

  test('shows computations that callers exchanged at the callers', () => {
    const before = join(root, 'tests/data/diff/reductions.hlo');
    const exchanged = { add: 'max', max: 'add' };
    const text = readFileSync(before, 'utf8').replace(
      /to_apply=(add|max)/g,
      (_, name: 'add' | 'max') => `to_apply=${exchanged[name]}`,
    );
    const folder = folderWith({ 'b.hlo': text });
    expect(hlorank(['diff', before, join(folder, 'b.hlo')]).stdout.split('\n')).toEqual([
      '@ e',
      '- r = f32[8]{0} reduce(p, z), dimensions={1}, to_apply=add',
      '+ r = f32[8]{0} reduce(p, z), dimensions={1}, to_apply=max',
      '- q = f32[4]{0} reduce(p, z), dimensions={0}, to_apply=max',
      '+ q = f32[4]{0} reduce(p, z), dimensions={0}, to_apply=add',
      '2 with other attributes, 9 unchanged',
      '',
    ]);
  });

  test('names a file that is not HLO and exits 3', () => {
    const folder = folderWith({ 'a.hlo': program, 'b.hlo': 'not HLO {' });
    const { code, stderr } = hlorank(['diff', join(folder, 'a.hlo'), join(folder, 'b.hlo')]);
    expect(code).toBe(3);
    expect(stderr).toContain('b.hlo');
  });
});
