// Helpers for tests with an XLA dump folder: its files, and a function that drops it on the page.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { InputFile } from '../../wasm/engine.ts';
import { file, root } from './core.ts';

const folder = 'tests/data/dump';
export const dump = (): InputFile[] => readdirSync(join(root, folder)).map((name) => file(`${folder}/${name}`));

/** Drops the folder `path` on the page as a browser does: each call of `readEntries` returns only a few entries. */
export async function dropFolder(page: Page, files: InputFile[], path = 'dump'): Promise<void> {
  const contents = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  await page.evaluate(
    ({ given, path: top }) => {
      const entries = given.map(({ name, base64 }) => ({
        isFile: true,
        isDirectory: false,
        fullPath: `/${top}/${name}`,
        file: (done: (file: File) => void) =>
          done(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name)),
      }));
      const batches = [entries.slice(0, 3), entries.slice(3), []];
      const directory = {
        isFile: false,
        isDirectory: true,
        fullPath: `/${top}`,
        createReader: () => ({ readEntries: (done: (some: unknown[]) => void) => done(batches.shift()!) }),
      };
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      const dataTransfer = {
        files: [],
        items: [{ kind: 'file', webkitGetAsEntry: () => directory }],
        getData: () => '',
      };
      Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
      document.body.dispatchEvent(event);
    },
    { given: contents, path },
  );
}
