/** In hexadecimal; empty where the browser does not have it (a page that is neither on https nor on this computer). */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of what a file says, packed or not: servers and browsers unpack gzip on the way, and others keep both. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return sha256(bytes);
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await new Response(stream).arrayBuffer().catch(() => null);
  return sha256(unpacked ? new Uint8Array(unpacked) : bytes);
}
