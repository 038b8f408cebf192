// Reads zip archives: members stored or deflated, without encryption or zip64 (under 4 GiB).
interface Member {
  name: string;
  bytes: Uint8Array;
}

interface Entry {
  name: string;
  method: number;
  size: number; // compressed size in bytes
  offset: number; // byte offset of the local header
}

const kDirectoryEnd = 0x06054b50;
const kDirectoryEntry = 0x02014b50;

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function entriesOf(bytes: Uint8Array): Entry[] {
  const data = view(bytes);
  let end = bytes.length - 22; // the end record has 22 bytes and a comment of at most 64 KiB
  const last = Math.max(0, end - 0xffff);
  while (end >= last && data.getUint32(end, true) !== kDirectoryEnd) --end;
  if (end < last) return [];
  const entries: Entry[] = [];
  let at = data.getUint32(end + 16, true);
  for (let i = data.getUint16(end + 10, true); i > 0 && at + 46 <= bytes.length; --i) {
    if (data.getUint32(at, true) !== kDirectoryEntry) break;
    const length = data.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)),
      method: data.getUint16(at + 10, true),
      size: data.getUint32(at + 20, true),
      offset: data.getUint32(at + 42, true),
    });
    at += 46 + length + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
  return entries;
}

export const namesInZip = (bytes: Uint8Array): string[] => entriesOf(bytes).map(({ name }) => name);

export async function readZip(bytes: Uint8Array): Promise<Member[]> {
  const data = view(bytes);
  return Promise.all(
    entriesOf(bytes).map(async ({ name, method, size, offset }) => {
      if (offset + 30 > bytes.length)
        throw new Error(`the zip archive is damaged at ${name}; create the archive again`);
      const begin = offset + 30 + data.getUint16(offset + 26, true) + data.getUint16(offset + 28, true);
      const stored = bytes.slice(begin, begin + size);
      if (method === 0) return { name, bytes: stored };
      if (method !== 8)
        throw new Error(`${name}: compression method ${method} is not supported; create the archive with deflate`);
      const inflated = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      return { name, bytes: new Uint8Array(await new Response(inflated).arrayBuffer()) };
    }),
  );
}
