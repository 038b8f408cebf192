// Finds files by their hashes: those that the browser stores, and those that the page address names.
import type { InputFile } from '../../wasm/engine';
import { requestedFiles } from './address';
import { keptEntry, readKept } from './kept';
import { contentHash } from './sha256';

/** Resolves to the file with this hash among those that the browser stores; null if there is none. */
export async function findKept(name: string, sha256: string): Promise<InputFile | null> {
  const profile = await keptEntry('profile');
  const kept = [...((await keptEntry('last')) ?? []), ...(profile ? [profile.file] : [])];
  const found = kept.find((file) => file.sha256 === sha256);
  return found ? readKept({ ...found, name: found.name || name }) : null;
}

/**
 * Finds the file with this hash among the files that the page address names (`?file=`). Resolves to null if there is
 * none.
 */
export async function findRequested(sha256: string): Promise<InputFile | null> {
  for (const { path, read } of requestedFiles()) {
    const bytes = await read().catch(() => null); // a file that cannot be fetched counts as not found
    if (bytes && (await contentHash(bytes)) === sha256) return { name: path, bytes };
  }
  return null;
}
