// Tests the reader of zip archives.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fromBytes } from '../../web/src/files.ts';
import { detectFiles } from '../../web/src/given.ts';
import { isZip, namesInZip, readZip } from '../../web/src/zip.ts';
import { dots, file, measured, root } from './core.ts';

/**
 * Returns a zip archive. `stored`: whether members are stored without compression. `streamed`: whether the archive is
 * written without seeking, so that sizes follow the members, as in archives of macOS.
 */
function packed(stored: boolean, streamed = false): Uint8Array {
  const code = `import io, sys, zipfile
class Pipe(io.BytesIO):
    def seekable(self): return False
    def tell(self): raise OSError
    def seek(self, *to): raise OSError
data = ${streamed ? 'Pipe' : 'io.BytesIO'}()
with zipfile.ZipFile(data, "w", zipfile.${stored ? 'ZIP_STORED' : 'ZIP_DEFLATED'}) as archive:
    archive.writestr("folder/model.json", '{"name": "m"}')
    archive.writestr("folder/model.onnx", b"\\0" * 5000 + b"end")
sys.stdout.buffer.write(data.getvalue())`;
  const { stdout, status, stderr } = spawnSync('python3', ['-c', code]);
  if (status !== 0) throw new Error(String(stderr));
  return new Uint8Array(stdout);
}

test.each([
  [true, false],
  [false, false],
  [true, true],
  [false, true],
])('reads the members of an archive (stored: %s, streamed: %s)', async (stored, streamed) => {
  const bytes = packed(stored, streamed);
  expect(isZip(bytes)).toBe(true);
  const members = await readZip(bytes);
  expect(members.map(({ name }) => name)).toEqual(['folder/model.json', 'folder/model.onnx']);
  expect(new TextDecoder().decode(members[0]!.bytes)).toBe('{"name": "m"}');
  expect(members[1]!.bytes.length).toBe(5003);
  expect(new TextDecoder().decode(members[1]!.bytes.slice(5000))).toBe('end');
});

test('npz archives are detected by their members', () => {
  const { bytes } = file('web/public/examples/capsule.npz');
  expect(namesInZip(bytes).every((name) => name.endsWith('.npy'))).toBe(true);
});

test('a truncated archive has no members', () => {
  const bytes = packed(false);
  expect(namesInZip(bytes.slice(0, bytes.length - 30))).toEqual([]);
  expect(isZip(new Uint8Array(readFileSync(join(root, 'package.json'))))).toBe(false);
});

describe('an archive that expands to too much', () => {
  const bomb = zipSync({ 'bomb.hlo': new Uint8Array(20 << 20) });
  const declared = (size: number): Uint8Array => {
    const bytes = bomb.slice();
    const data = new DataView(bytes.buffer);
    const end = bytes.length - 22;
    data.setUint32(data.getUint32(end + 16, true) + 24, size, true);
    return bytes;
  };

  test('is rejected by its directory before it is decompressed', async () => {
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readZip(bomb, 10 << 20)).rejects.toThrow(/more than the page opens/);
    await expect(readZip(declared(2 ** 31))).rejects.toThrow(/2\.0 GiB of files/);
  });

  test('is abandoned where a member exceeds the size in the directory', async () => {
    await expect(readZip(declared(1000), 10 << 20)).rejects.toThrow(/damaged at bomb\.hlo/);
    await expect(readZip(declared(30 << 20))).rejects.toThrow(/damaged at bomb\.hlo/);
    expect((await readZip(bomb))[0]!.bytes).toHaveLength(20 << 20);
  });

  test('or has a damaged member or an unsupported method is rejected', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 7) >> 3);
    const damaged = zipSync({ 'a.hlo': noise }).fill(255, 60, 100);
    await expect(readZip(damaged)).rejects.toThrow(/damaged at a\.hlo/);
    const bytes = bomb.slice();
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
    bytes[directory + 10] = 12;
    await expect(readZip(bytes)).rejects.toThrow(/bomb\.hlo: compression method 12 is not supported/);
  });
});

describe('a dropped archive', () => {
  const detect = (content: Zippable) => detectFiles([fromBytes('packed.zip', zipSync(content))]);
  const hlo = strToU8(dots);
  const [program, configurations] = [measured('capsule')[0]!, measured('capsule')[1]!];

  test('opens as the program in it', async () => {
    const found = await detect({ 'folder/': new Uint8Array(), 'folder/net.hlo': hlo, '__MACOSX/._net.hlo': hlo });
    expect(found).toMatchObject({ kind: 'program', files: [{ path: 'folder/net.hlo' }] });
    expect(await (found as { files: { read: () => Promise<Uint8Array> }[] }).files[0]!.read()).toEqual(hlo);
  });

  test('opens as a program and its configurations, as two programs or as a dump folder', async () => {
    expect(await detect({ 'c.npz': configurations.bytes, 'c.hlo.gz': program.bytes })).toMatchObject({
      kind: 'program',
      files: [{ path: 'c.hlo.gz' }, { path: 'c.npz' }],
    });
    expect(await detect({ 'a.hlo': hlo, 'b.hlo': hlo })).toMatchObject({
      kind: 'compare',
      left: { path: 'a.hlo' },
      right: { path: 'b.hlo' },
    });
    const names = ['before_optimizations', 'after_optimizations'].map((stage) => `d/module_0001.m.${stage}.txt`);
    expect(await detect(Object.fromEntries(names.map((name) => [name, hlo])))).toMatchObject({
      kind: 'dump',
      dump: { modules: [{ id: 'module_0001', stages: [{}, {}] }] },
    });
  });

  test('may be dropped with the configurations of its program', async () => {
    const zip = fromBytes('packed.zip', zipSync({ 'c.hlo.gz': program.bytes }));
    expect(await detectFiles([fromBytes('c.npz', configurations.bytes), zip])).toMatchObject({
      kind: 'program',
      files: [{ path: 'c.hlo.gz' }, { path: 'c.npz' }],
    });
  });

  test('stays one file if it is an npz', async () => {
    expect(await detectFiles([fromBytes('c.npz', configurations.bytes)])).toMatchObject({
      kind: 'program',
      files: [{ path: 'c.npz' }],
    });
  });

  test('without files, or with an archive in it, causes an error that says so', async () => {
    await expect(detect({ '.DS_Store': hlo })).rejects.toThrow(/packed\.zip is a zip archive without files/);
    await expect(detect({ 'in.zip': zipSync({ 'a.hlo': hlo }) })).rejects.toThrow(
      /packed\.zip contains another zip archive, in\.zip/,
    );
  });
});
