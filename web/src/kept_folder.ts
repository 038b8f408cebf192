// Stores a folder of programs in the browser, such as an XLA dump, so that a reload shows it again.
import type { Dump } from './dump';
import { given } from './files';
import { type FolderPlace, keepEntry, keptEntry, type KeptFolder, kMostKept } from './kept';

let stored: Dump | null = null; // the folder that the browser stores

/** Stores a folder in the browser, unless it is stored already. Returns false if it has more than kMostKept bytes. */
export async function keepFolder(dump: Dump): Promise<boolean> {
  if (dump === stored) return true;
  const files = dump.modules.flatMap(({ stages }) => stages.map(({ file }) => file));
  if (files.reduce((sum, { size }) => sum + size, 0) > kMostKept) return false;
  const kept: KeptFolder = { modules: [], ignored: dump.ignored };
  for (const { id, name, stages } of dump.modules) {
    const module: KeptFolder['modules'][number] = { id, name, stages: [] };
    for (const { title, pipeline, file } of stages) {
      const content = new Blob([(await file.read()) as Uint8Array<ArrayBuffer>]);
      module.stages.push({ title, pipeline, path: file.path, content });
    }
    kept.modules.push(module);
  }
  await keepEntry('folder', kept);
  stored = dump;
  return true;
}

/** Returns the stored folder that the files with the hashes `of` come from, and what it showed; null if there is none. */
export async function keptFolder(of: string): Promise<{ dump: Dump; place: FolderPlace } | null> {
  const place = await keptEntry('place');
  const kept = place?.of === of ? await keptEntry('folder') : null;
  if (!place || !kept) return null;
  const modules = kept.modules.map(({ id, name, stages }) => ({
    id,
    name,
    stages: stages.map(({ title, pipeline, path, content }) => ({ title, pipeline, file: given(content, path) })),
  }));
  stored = { modules, ignored: kept.ignored };
  return { dump: stored, place };
}

/** Deletes the stored folder. */
export async function dropFolder(): Promise<void> {
  stored = null;
  for (const entry of ['place', 'folder'] as const) await keepEntry(entry, null);
}
