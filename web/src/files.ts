// Every way a user gives a file: picked, dropped anywhere, or pasted.
import type { InputFile } from '../../wasm/engine';
import { byId } from './dom';

const kLimit = 1 << 30; // bytes; more does not fit the memory of a page twice

async function read(files: Iterable<File>): Promise<InputFile[]> {
  const list = [...files];
  if (list.length > 2) throw new Error('drop one program, or a program and the npz of its configurations');
  for (const file of list) {
    if (file.size > kLimit)
      throw new Error(`${file.name} is larger than 1 GiB; rank it on the command line: hlorank rank ${file.name}`);
  }
  return Promise.all(list.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

const fromText = (text: string): InputFile[] => [{ name: 'pasted text', bytes: new TextEncoder().encode(text) }];

export function filesFromUser(open: (files: InputFile[]) => void, failed: (error: unknown) => void): void {
  const take = (files: FileList | null | undefined): void => {
    if (files?.length) read(files).then(open, failed);
  };

  const picker = byId<HTMLInputElement>('file');
  byId('open').addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    take(picker.files);
    picker.value = '';
  });

  const veil = byId('drop');
  let depth = 0; // dragenter and dragleave come for every element passed
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
    take(event.dataTransfer?.files);
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
}
