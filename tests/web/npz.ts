// Helpers that reorder the configurations in an npz file. Tests use them to check that results do not depend on this
// order.
import { crc32 } from 'node:zlib';
import { readZip } from '../../web/src/zip.ts';

export interface Member {
  name: string;
  bytes: Uint8Array;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Returns the header of a .npy file: its size in bytes, its text, and the array shape in it. */
function headerOf(npy: Uint8Array): { size: number; text: string; shape: number[] } {
  const data = new DataView(npy.buffer, npy.byteOffset, npy.byteLength);
  const long = npy[6]! > 1;
  const size = long ? 12 + data.getUint32(8, true) : 10 + data.getUint16(8, true);
  const header = text(npy.subarray(0, size));
  const shape = /'shape': \(([^)]*)\)/.exec(header)![1]!;
  return { size, text: header, shape: shape.split(',').filter(Boolean).map(Number) };
}

export const membersOf = (npz: Uint8Array): Promise<Member[]> => readZip(npz);

export function countOf(members: Member[]): number {
  return headerOf(members.find(({ name }) => name === 'config_runtime.npy')!.bytes).shape[0]!;
}

/** Returns the npz archive with only those configurations whose indices are in `rows`, in this order. */
export function withRows(members: Member[], rows: number[]): Uint8Array<ArrayBuffer> {
  const count = countOf(members);
  return zipOf(
    members.map(({ name, bytes }) => {
      const header = headerOf(bytes);
      const ofNodes = name.startsWith('node_') && name !== 'node_config_feat.npy';
      if (ofNodes || header.shape[0] !== count) return { name, bytes };
      const size = (bytes.length - header.size) / count;
      const shape = `(${[rows.length, ...header.shape.slice(1)].join(', ')}${header.shape.length === 1 ? ',' : ''})`;
      const dictionary = /\{.*\}/.exec(header.text)![0].replace(/'shape': \([^)]*\)/, `'shape': ${shape}`);
      const padded = dictionary.padEnd(header.size - 11 + ((64 - (header.size % 64)) % 64)) + '\n';
      const start = Buffer.from(bytes.subarray(0, 10));
      start[6] = 1;
      start.writeUInt16LE(padded.length, 8);
      const values = rows.map((row) => bytes.subarray(header.size + row * size, header.size + (row + 1) * size));
      return { name, bytes: Buffer.concat([start, Buffer.from(padded, 'latin1'), ...values]) };
    }),
  );
}

function zipOf(members: Member[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of members) {
    const fields = Buffer.alloc(26); // fields that occur both in a zip archive's local header and in its directory
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry, Buffer.from(name));
    parts.push(local, Buffer.from(bytes));
    offset += local.length + bytes.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, entries, end]));
}
