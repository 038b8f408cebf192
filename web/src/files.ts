// Receives files from the user by file picker, drag and drop (also of folders), and clipboard. given.ts detects what
// the files contain.
import { byId } from './dom';

/** A file from the user, which is read only when its content is needed. */
export interface GivenFile {
  /** Path relative to the dropped folder, or the file name. */
  path: string;
  size: number;
  read: () => Promise<Uint8Array>;
  /** Reads the bytes from offset `from` (inclusive) to `to` (exclusive). Reads less if the file ends before `to`. */
  part: (from: number, to: number) => Promise<Uint8Array>;
}

/** Returns the part of a path after its last slash. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

export const given = (content: Blob, path: string): GivenFile => ({
  path,
  size: content.size,
  read: () => bytesOf(content),
  part: (from, to) => bytesOf(content.slice(from, to)),
});

const givenFile = (file: File): GivenFile => given(file, file.webkitRelativePath || file.name);

export const fromBytes = (path: string, bytes: Uint8Array): GivenFile => ({
  path,
  size: bytes.length,
  read: async () => bytes,
  part: async (from, to) => bytes.slice(from, to),
});

const fromText = (text: string): GivenFile[] => [given(new Blob([text]), 'pasted text')];

/**
 * Lists all files below a dropped folder, or the dropped file itself, sorted by path. Calls `readEntries` of a folder
 * until it returns nothing, because each call returns at most 100 entries.
 */
async function filesBelow(entry: FileSystemEntry): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  const waiting = [entry];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.isFile) {
      const path = next.fullPath.replace(/^\//, '');
      const file = await new Promise<File>((resolve, reject) => (next as FileSystemFileEntry).file(resolve, reject));
      files.push(given(file, path));
      continue;
    }
    const reader = (next as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) break;
      waiting.push(...some);
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function dropped(transfer: DataTransfer): Promise<GivenFile[]> {
  // Call `webkitGetAsEntry` before the first await: it works only during the drop event.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry?.() : null));
  const files = [...transfer.files].map(givenFile);
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  return (await Promise.all(entries.filter((entry) => entry !== null && entry !== undefined).map(filesBelow))).flat();
}

export function filesFromUser(open: (files: GivenFile[]) => void, failed: (error: unknown) => void): void {
  const take = (files: Iterable<File> | null | undefined): void => {
    const list = [...(files ?? [])].map(givenFile);
    if (list.length) open(list);
  };

  for (const [button, input] of [
    ['open', 'file'],
    ['open-folder', 'folder-input'],
  ] as const) {
    const picker = byId<HTMLInputElement>(input);
    byId(button).addEventListener('click', () => picker.click());
    picker.addEventListener('change', () => {
      take(picker.files);
      picker.value = '';
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'o' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    byId('file').click();
  });

  const veil = byId('drop');
  let depth = 0; // number of dragenter minus dragleave events; both fire for each element that the pointer passes
  const show = (change: number): void => {
    depth = Math.max(0, depth + change);
    veil.hidden = depth === 0;
  };
  document.addEventListener('dragenter', () => show(1));
  document.addEventListener('dragleave', () => show(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    show(-depth);
    if (!event.dataTransfer) return;
    const text = event.dataTransfer.files.length ? '' : event.dataTransfer.getData('text/plain');
    if (text.trim()) return open(fromText(text));
    dropped(event.dataTransfer).then((files) => files.length && open(files), failed);
  });

  const dialog = byId<HTMLDialogElement>('paste-dialog');
  const text = byId<HTMLTextAreaElement>('paste-text');
  byId('paste').addEventListener('click', () => dialog.showModal());
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'rank' && text.value.trim()) open(fromText(text.value));
    dialog.returnValue = '';
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return;
    if (event.clipboardData?.files.length) return take(event.clipboardData.files);
    const pasted = event.clipboardData?.getData('text/plain');
    if (pasted?.trim()) open(fromText(pasted));
  });

  // When the user opens files with the installed page, the browser passes them through this launch queue.
  const { launchQueue } = window as {
    launchQueue?: { setConsumer(take: (launch: { files: FileSystemFileHandle[] }) => void): void };
  };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length) Promise.all(files.map((handle) => handle.getFile())).then(take, failed);
  });
}
