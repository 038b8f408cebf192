// Helpers that run the built hlorank on files in temporary folders.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const binary = join(root, 'build/hlorank');

export function hlorank(args: string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { code: status, stdout, stderr };
}

// Creates a temporary folder that contains the given files; returns its path.
export function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

export const program = `HloModule tiny

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  y = f32[8,2]{1,0} parameter(1)
  dot = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[8]{0} reshape(dot)
}
`;
