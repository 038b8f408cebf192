// Tests that `hlorank synth`, which generates synthetic collections, resumes after it was killed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binary, folderWith, hlorank } from './hlorank.ts';
import { sleep } from './training.ts';

const options = ['--programs', '6', '--scale', '0.01', '--seed', '3'];
const synth = (folder: string, more: string[] = []) => hlorank(['synth', '-o', folder, ...options, ...more]);
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();

test('synth resumes after it was killed and gives the same bytes', async () => {
  const whole = folderWith({});
  expect(synth(whole).code).toBe(0);
  const folder = folderWith({});
  const child = spawn(binary, ['synth', '-o', folder, ...options]);
  const ended = new Promise((resolve) => child.on('close', resolve));
  // Waits until some files of the second generated collection are complete.
  while (!existsSync(join(folder, 'npz/layout/xla/default/train')) && child.exitCode === null) await sleep(2);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(join(folder, 'npz'))).toBe(true);

  const other = synth(folder, ['--noise', '0.1']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('was started with other options');
  expect(synth(folder).code).toBe(0);
  expect(filesOf(folder)).toEqual(filesOf(whole));
  for (const file of filesOf(whole))
    expect(readFileSync(folder + file).equals(readFileSync(whole + file)), file).toBe(true);
  expect(synth(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
});
