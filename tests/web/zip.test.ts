// Tests of the zip reader.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isZip, namesInZip, readZip } from '../../web/src/zip.ts';
import { file, root } from './core.ts';

function packed(stored: boolean): Uint8Array {
  const code = `import io, sys, zipfile
data = io.BytesIO()
with zipfile.ZipFile(data, "w", zipfile.${stored ? 'ZIP_STORED' : 'ZIP_DEFLATED'}) as archive:
    archive.writestr("folder/model.json", '{"name": "m"}')
    archive.writestr("folder/model.onnx", b"\\0" * 5000 + b"end")
sys.stdout.buffer.write(data.getvalue())`;
  const { stdout, status, stderr } = spawnSync('python3', ['-c', code]);
  if (status !== 0) throw new Error(String(stderr));
  return new Uint8Array(stdout);
}

test.each([true, false])('reads the members of an archive (stored: %s)', async (stored) => {
  const bytes = packed(stored);
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
