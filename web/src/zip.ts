// Reads zip archives with the library fflate. The directory of an archive lists names and sizes of its members. A
// member is decompressed as a stream, which stops when it becomes larger than listed.
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { pause } from './pause';

export interface Member {
  name: string;
  bytes: Uint8Array;
}

interface Listed {
  name: string;
  method: number;
  size: number; // decompressed size in bytes
}

const kStored = 0;
const kDeflated = 8;
const kEntrySize = 46; // least number of bytes of an entry in the archive's directory
const kPartSize = 16 << 10; // compressed bytes between two checks of the limits; deflate expands them to at most 17 MB
const kParts = 64; // number of parts of kPartSize bytes after which other work of the page may run
const kLargest = 1 << 30; // largest number of decompressed bytes of all members together

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;

/** Lists the entries in the directory of an archive. Returns an empty list if the archive is truncated. */
function listZip(bytes: Uint8Array): Listed[] {
  const listed: Listed[] = [];
  const list = ({ name, compression, originalSize }: { name: string; compression: number; originalSize: number }) => {
    if (listed.length * kEntrySize > bytes.length) throw new Error('more entries than the directory has room for');
    listed.push({ name, method: compression, size: originalSize });
    return false; // skips the member: only its name and size are needed
  };
  try {
    unzipSync(bytes, { filter: list });
  } catch {
    return [];
  }
  return listed;
}

export const namesInZip = (bytes: Uint8Array): string[] => listZip(bytes).map(({ name }) => name);

/** Decompresses all members except folders. Rejects if they have more than `limit` bytes together. */
export async function readZip(bytes: Uint8Array, limit = kLargest): Promise<Member[]> {
  const listed = listZip(bytes).filter(({ name }) => !name.endsWith('/'));
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  if (total > limit)
    throw new Error(
      `the zip archive has ${(total / 2 ** 30).toFixed(1)} GiB of files, which is more than the page opens; unpack the archive and drop the files that you need`,
    );
  for (const { name, method } of listed)
    if (method !== kStored && method !== kDeflated)
      throw new Error(`${name}: compression method ${method} is not supported; create the archive with deflate`);

  const sizes = new Map(listed.map(({ name, size }) => [name, size]));
  let damaged = null as string | null; // name of the first member whose size differs from the one in the directory
  const found = new Map<string, { bytes: Uint8Array; at: number }>();
  const stream = new Unzip((file) => {
    const size = sizes.get(file.name);
    if (size === undefined || found.has(file.name)) return;
    const member = { bytes: new Uint8Array(size), at: 0 };
    found.set(file.name, member);
    file.ondata = (error, part) => {
      if (error || member.at + part.length > size) damaged ??= file.name;
      if (damaged !== null) return;
      member.bytes.set(part, member.at);
      member.at += part.length;
    };
    file.start();
  });
  stream.register(UnzipInflate);
  for (let at = 0, parts = 1; at < bytes.length && damaged === null; at += kPartSize, ++parts) {
    try {
      stream.push(bytes.subarray(at, at + kPartSize), at + kPartSize >= bytes.length);
    } catch {
      break; // ends the loop; the check of sizes below finds the incomplete member
    }
    if (parts % kParts === 0) await pause();
  }
  damaged ??= listed.find(({ name, size }) => found.get(name)?.at !== size)?.name ?? null;
  if (damaged !== null) throw new Error(`the zip archive is damaged at ${damaged}; create the archive again`);
  return listed.map(({ name }) => ({ name, bytes: found.get(name)!.bytes }));
}
