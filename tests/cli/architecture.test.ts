// Tests that every file and function named in ARCHITECTURE.md exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

test('every function of the walks is in its file', () => {
  const walks = page.split('## Three walks')[1]!.split('\n## ')[0]!;
  const steps = [...walks.matchAll(/`([\w./]+\.\w+)`: ((?:[^`]|`(?![\w./]+\.\w+`))+)/g)];
  expect(steps.length).toBeGreaterThan(20);
  for (const [, file, text] of steps) {
    expect(existsSync(join(root, file!)), file).toBe(true);
    const source = readFileSync(join(root, file!), 'utf8');
    const functions = [...text!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    expect(functions.length, file).toBeGreaterThan(0);
    for (const name of functions) expect(new RegExp(`\\b${name}\\(`).test(source), `${file}: ${name}`).toBe(true);
  }
});

test('every folder of the code map exists', () => {
  const map = page.split('## Code map')[1]!.split('\n## ')[0]!;
  const folders = [...map.matchAll(/`((?:shared|native|wasm|web|scripts|data|tests)\/[\w/.]+)`/g)].map(
    ([, path]) => path!,
  );
  expect(folders.length).toBeGreaterThan(40);
  for (const path of folders) {
    const found = ['', '.h', '.cpp', '.ts', '.mjs', '.py'].some((ending) => existsSync(join(root, path + ending)));
    expect(found, path).toBe(true);
  }
});
