// Tests that memory use is proportional to the size of the input, and that exceeded limits are reported.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binary, folderWith, hlorank, root } from './hlorank.ts';

// Python script that runs a command and prints its peak memory in MB.
const script = `import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
sys.exit(code)`;
function peak(args: string[]): number {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, binary, ...args], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return Number(stdout);
}

const reshapes = (count: number) => `HloModule long

ENTRY main {
  x0 = f32[2,3]{1,0} parameter(0)
${Array.from({ length: count }, (_, i) => `  ${i + 1 === count ? 'ROOT ' : ''}x${i + 1} = f32[2,3]{1,0} reshape(x${i})\n`).join('')}}
`;

const text = reshapes(50_000);
const folder = folderWith({ 'long.hlo': text, 'short.hlo': reshapes(2) });
const [long, short] = [join(folder, 'long.hlo'), join(folder, 'short.hlo')];

test('memory of rank is proportional to the size of the program', { timeout: 300_000 }, () => {
  for (const model of [[], ['--model', 'analytical']]) {
    const least = peak(['rank', short, ...model]);
    expect(peak(['rank', long, ...model]) - least).toBeLessThan(20 + (30 * text.length) / 2 ** 20);
  }
});

test('rank takes at most 200 MB and 20 times the size of the program', { timeout: 300_000 }, () => {
  for (const model of [[], ['--model', 'analytical'], ['--model', join(root, 'web/public/models/calibrated')]])
    expect(peak(['rank', long, ...model])).toBeLessThan(200 + (20 * text.length) / 2 ** 20);
});

test('generates only as many candidates as fit in memory and prints a note', { timeout: 300_000 }, () => {
  const args = ['rank', long, '--model', 'analytical', '--candidates', '10000000'];
  const { code, stdout } = hlorank(args);
  expect(stdout).toMatch(
    /note: Only \d+ of 10000000 candidates were generated: more would take over 128 MiB of memory/,
  );
  expect(code).toBe(0);
});
