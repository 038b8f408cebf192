// Keeps the last opened files in this browser for the next reload: an IndexedDB store with one entry, the newest.
import type { InputFile } from '../../wasm/engine';

/** A kept file; its content is read on demand. */
export interface KeptFile {
  name: string;
  sha256: string;
  content: Blob;
}

export const kMostKept = 256 << 20; // bytes of all files of an entry

const kDatabase = 'hlorank';
const kStore = 'kept';
const kEntry = 'last';

/** The browser blocks storage, or has no room for the files. */
export class StorageError extends Error {}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}

/** Calls `use` in a transaction and resolves to the result of its request when the transaction is complete. */
async function access<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const opening = indexedDB.open(kDatabase, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(kStore);
    const database = await resultOf(opening);
    try {
      const transaction = database.transaction(kStore, mode);
      const completed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
      });
      const request = use(transaction.objectStore(kStore));
      await completed;
      return request.result;
    } finally {
      database.close();
    }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (isFull) throw new StorageError('the browser has no room for it');
    if (error instanceof DOMException || !globalThis.indexedDB) throw new StorageError('the browser blocks storage');
    throw error;
  }
}

/** Keeps these files instead of those kept before. Rejects with StorageError if the browser does not store them. */
export async function keepFiles(files: (InputFile & { sha256: string })[]): Promise<void> {
  const entry = files.map(({ name, sha256, bytes }): KeptFile => ({
    name,
    sha256,
    content: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  }));
  await access('readwrite', (store) => store.put(entry, kEntry));
}

/** The kept files; empty if there are none, or if the browser blocks storage. */
export async function keptFiles(): Promise<KeptFile[]> {
  try {
    return (await access<KeptFile[] | undefined>('readonly', (store) => store.get(kEntry))) ?? [];
  } catch (error) {
    if (error instanceof StorageError) return [];
    throw error;
  }
}

export async function forgetFiles(): Promise<void> {
  await access('readwrite', (store) => store.clear());
}
