// Stores in the browser, for the next reload, files and changes that are too large for the page address. The IndexedDB
// store has one entry of each kind, the latest.
import type { InputFile } from '../../wasm/engine';
import type { Edits } from './workbench';

/** A file stored in the browser, which is read only when its content is needed. */
export interface KeptFile {
  name: string;
  sha256: string;
  content: Blob;
}

/** A model that the user dropped on the page. `card`: text of model.json; `network`: bytes of model.onnx. */
export interface KeptModel {
  card: string;
  network: Blob;
}

/** What a panel of a folder shows, as indices. */
export interface FolderPlace {
  module: number;
  stage: number;
  /** Index in the list of stages to compare with: 0 is nothing, 1 the previous stage, 2 the first stage. */
  since: number;
}

/** A folder as stored in the browser. */
export interface KeptFolder {
  modules: { id: string; name: string; stages: { title: string; pipeline: string; path: string; content: Blob }[] }[];
  ignored: string[];
}

/** The entries of the browser's store. `of` tells to which program an entry belongs: the hashes of the program's files. */
export interface Entries {
  /** Files of the program that the page showed last, followed by the file of the program that it was compared with. */
  last: KeptFile[];
  /** Measured times of the program's instructions. */
  profile: { of: string; file: KeptFile };
  /** Layouts that the user chose for the program. */
  edits: { of: string; edits: Edits };
  /** The folder that the files come from, and what its panel showed. */
  folder: KeptFolder;
  place: { of: string } & FolderPlace;
  models: KeptModel[];
}

export const kMostKept = 256 << 20; // largest number of bytes stored for one entry, all its files together

const kDatabase = 'hlorank';
const kStore = 'kept';

/** Thrown if the browser blocks storage or has no space left for the files. */
export class StorageError extends Error {}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}

/**
 * Calls `use` in an IndexedDB transaction. When the transaction is complete, resolves to the result of the request that
 * `use` returned.
 */
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

export const keptFile = (file: InputFile, sha256: string): KeptFile => ({
  name: file.name,
  sha256,
  content: new Blob([file.bytes as Uint8Array<ArrayBuffer>]),
});

export const readKept = async ({ name, content }: KeptFile): Promise<InputFile> => ({
  name,
  bytes: new Uint8Array(await content.arrayBuffer()),
});

/**
 * Replaces an entry of the browser's store; null deletes it. Rejects with StorageError if the browser does not store
 * it.
 */
export async function keepEntry<K extends keyof Entries>(entry: K, value: Entries[K] | null): Promise<void> {
  if (value === null) await access('readwrite', (store) => store.delete(entry));
  else await access('readwrite', (store) => store.put(value, entry));
}

/** Returns an entry of the browser's store; null if there is none, or if the browser blocks storage. */
export async function keptEntry<K extends keyof Entries>(entry: K): Promise<Entries[K] | null> {
  try {
    return (await access<Entries[K] | undefined>('readonly', (store) => store.get(entry))) ?? null;
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

export async function forgetEntries(): Promise<void> {
  await access('readwrite', (store) => store.clear());
}
