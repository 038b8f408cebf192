/**
 * Returns the SHA-256 of bytes in hexadecimal. Returns '' if the browser does not offer hashing, as on pages served by
 * http from another computer.
 */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the SHA-256 of a file after gzip decompression, so that gzipped and plain copies have the same hash. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return sha256(bytes);
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await new Response(stream).arrayBuffer().catch(() => null);
  return sha256(unpacked ? new Uint8Array(unpacked) : bytes);
}
