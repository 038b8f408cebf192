// Helpers that reorder the configurations in an npz file. Tests use them to check that results do not depend on this
// order.
import { zipSync } from 'fflate';
import type { Member } from '../../web/src/zip.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Returns the header of a .npy file: its size in bytes, its text, and the array shape in it. */
export function headerOf(npy: Uint8Array): { size: number; text: string; shape: number[] } {
  const data = new DataView(npy.buffer, npy.byteOffset, npy.byteLength);
  const long = npy[6]! > 1;
  const size = long ? 12 + data.getUint32(8, true) : 10 + data.getUint16(8, true);
  const header = text(npy.subarray(0, size));
  const shape = /'shape': \(([^)]*)\)/.exec(header)![1]!;
  return { size, text: header, shape: shape.split(',').filter(Boolean).map(Number) };
}

export function countOf(members: Member[]): number {
  return headerOf(members.find(({ name }) => name === 'config_runtime.npy')!.bytes).shape[0]!;
}

/** Returns the npz archive with only those configurations whose indices are in `rows`, in this order. */
export function withRows(members: Member[], rows: number[]): Uint8Array<ArrayBuffer> {
  const count = countOf(members);
  const reordered = members.map(({ name, bytes }): [string, Uint8Array] => {
    const header = headerOf(bytes);
    const ofNodes = name.startsWith('node_') && name !== 'node_config_feat.npy';
    if (ofNodes || header.shape[0] !== count) return [name, bytes];
    const size = (bytes.length - header.size) / count;
    const shape = `(${[rows.length, ...header.shape.slice(1)].join(', ')}${header.shape.length === 1 ? ',' : ''})`;
    const dictionary = /\{.*\}/.exec(header.text)![0].replace(/'shape': \([^)]*\)/, `'shape': ${shape}`);
    const padded = dictionary.padEnd(header.size - 11 + ((64 - (header.size % 64)) % 64)) + '\n';
    const start = Buffer.from(bytes.subarray(0, 10));
    start[6] = 1;
    start.writeUInt16LE(padded.length, 8);
    const values = rows.map((row) => bytes.subarray(header.size + row * size, header.size + (row + 1) * size));
    return [name, Buffer.concat([start, Buffer.from(padded, 'latin1'), ...values])];
  });
  return zipSync(Object.fromEntries(reordered), { level: 0 });
}
