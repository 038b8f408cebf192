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

// Calls LAPACK's Cholesky decomposition.
export const lapackProgram = `HloModule cholesky

ENTRY main {
  a = f32[16,16]{1,0} parameter(0)
  dot = f32[16,16]{1,0} dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={1}
  call = (f32[16,16]{0,1}, s32[]) custom-call(dot), custom_call_target="lapack_spotrf_ffi", operand_layout_constraints={f32[16,16]{0,1}}, output_to_operand_aliasing={{0}: (0, {})}, api_version=API_VERSION_TYPED_FFI, backend_config={uplo = 76 : ui8}
  ROOT factor = f32[16,16]{0,1} get-tuple-element(call), index=0
}
`;
