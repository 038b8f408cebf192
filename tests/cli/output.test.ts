// Tests output to stdout, files, links, pipes and devices, and what happens if such a write fails.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binary, folderWith, hlorank, program } from './hlorank.ts';

const folder = folderWith({ 'tiny.hlo': program, 'other.hlo': program.replace('{1,0} dot(', '{0,1} dot(') });
const tiny = join(folder, 'tiny.hlo');

// Runs a shell command in which "$0" is hlorank and "$1" the test's folder.
function shell(command: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command, binary, folder], { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

const printing = [
  'rank "$1/tiny.hlo" --model analytical --top all --json',
  'rank "$1/tiny.hlo" --model analytical',
  'inspect --json "$1/tiny.hlo"',
  'inspect "$1"',
  'cost "$1/tiny.hlo"',
  'cost --json "$1/tiny.hlo"',
  'diff "$1/tiny.hlo" "$1/other.hlo"',
  'diff --cost "$1/tiny.hlo" "$1/other.hlo"',
  'diff --json "$1/tiny.hlo" "$1/other.hlo"',
  'schema',
  'schema --json',
  'check "$1/tiny.hlo"',
  'print "$1/tiny.hlo"',
  'features "$1/tiny.hlo" -o -',
  'man',
  'completion bash',
  '--help',
  'rank --help',
  '--version',
];

describe('standard output', () => {
  test.each(printing)('%s > /dev/full exits 1 and reports the error', (command) => {
    const { code, stderr } = shell(`"$0" ${command} > /dev/full`);
    expect(stderr).toContain('standard output: error: cannot write all data: No space left on device');
    expect(code).toBe(1);
  });

  test('a closed standard output is reported', () => {
    const { code, stderr } = shell('"$0" schema >&-');
    expect(stderr).toContain('cannot write all data: Bad file descriptor');
    expect(code).toBe(1);
  });

  test('a closed standard output does not affect the file of -o', () => {
    const { code } = shell('"$0" features "$1/tiny.hlo" -o "$1/closed.npz" >&- 2>&-');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'closed.npz')).subarray(0, 2).toString()).toBe('PK');
  });

  test('is in order with the messages where both go to the same file', () => {
    const own = folderWith({ 'a.hlo': program, 'b.hlo': 'HloModule broken {', 'c.hlo': program });
    const { stdout } = shell(`"$0" check "${own}" 2>&1`);
    expect(stdout.match(/[abc]\.hlo:(?= ok|.* error)|3 files/g)).toEqual(['a.hlo:', 'b.hlo:', 'c.hlo:', '3 files']);
  });

  test('a reader that closes the pipe early is no error', () => {
    expect(shell('"$0" schema | head -n 1').stderr).toBe('');
    const ignored = shell('trap "" PIPE; { "$0" schema; echo "code $?" >&2; } | true');
    expect(ignored.stderr).toBe('code 0\n');
  });
});

describe('-o', () => {
  const features = (output: string) => hlorank(['features', tiny, '-o', output]);

  test('writes to the target of a symbolic link and keeps the link', () => {
    const own = folderWith({ 'target.npz': 'before' });
    mkdirSync(join(own, 'links'));
    const link = join(own, 'links/link.npz');
    symlinkSync('../target.npz', link);
    expect(features(link).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(own, 'target.npz')).subarray(0, 2).toString()).toBe('PK');
    symlinkSync('not-there-yet.npz', join(own, 'new.npz'));
    expect(features(join(own, 'new.npz')).code).toBe(0);
    expect(lstatSync(join(own, 'not-there-yet.npz')).isFile()).toBe(true);
    expect(readdirSync(own).sort()).toEqual(['links', 'new.npz', 'not-there-yet.npz', 'target.npz']);
  });

  test('rejects cyclic links and folders', () => {
    const own = folderWith({});
    symlinkSync('a', join(own, 'b'));
    symlinkSync('b', join(own, 'a'));
    expect(features(join(own, 'a'))).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot follow') });
    expect(features(own)).toMatchObject({ code: 2, stderr: expect.stringContaining('this is a folder') });
  });

  test('writes into a pipe', () => {
    const { code, stdout } = shell(
      'mkfifo "$1/pipe"; cat "$1/pipe" | head -c 2 & "$0" features "$1/tiny.hlo" -o "$1/pipe"; wait; stat -c %F "$1/pipe"',
    );
    expect(stdout).toBe('PKfifo\n');
    expect(shell('"$0" features "$1/tiny.hlo" -o /dev/stdout | head -c 2').stdout).toBe('PK');
    expect(code).toBe(0);
    rmSync(join(folder, 'pipe'));
  });

  test('writes to a device without replacing it', () => {
    const link = join(folder, 'null');
    symlinkSync('/dev/null', link);
    expect(features(link).code).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    symlinkSync('/dev/full', join(folder, 'full'));
    expect(features(join(folder, 'full'))).toMatchObject({ code: 1, stderr: expect.stringContaining('No space left') });
    rmSync(link);
    rmSync(join(folder, 'full'));
  });

  test('keeps the permissions of the replaced file', () => {
    const own = folderWith({ 'private.npz': '' });
    chmodSync(join(own, 'private.npz'), 0o600);
    expect(features(join(own, 'private.npz')).code).toBe(0);
    expect(statSync(join(own, 'private.npz')).mode & 0o777).toBe(0o600);
  });
});

describe('too large input', () => {
  test('an endless device is rejected after 1 GiB', { timeout: 60_000 }, () => {
    const { code, stderr } = hlorank(['check', '/dev/zero']);
    expect(stderr).toContain('/dev/zero: error: the input does not end within 1 GiB');
    expect(code).toBe(2);
  });

  test('a sparse file of 1 TB is rejected by its size', () => {
    const huge = join(folderWith({}), 'huge.hlo');
    spawnSync('truncate', ['-s', '1T', huge]);
    expect(hlorank(['check', huge]).stderr).toContain('the file is larger than 4 GiB');
  });
});

describe('control characters in names', () => {
  const evil = 'evil\u001b[31m\n\u009b1m.hlo';

  test('are escaped in messages', () => {
    const own = folderWith({ [evil]: 'HloModule broken {' });
    for (const args of [
      ['check', own],
      ['inspect', join(own, evil)],
      ['diff', tiny, join(own, evil)],
      [`chec\u001b[31mk`],
    ]) {
      const { stderr } = hlorank(args);
      expect(stderr, args.join(' ')).toContain('\\x1b[31m');
      expect(stderr, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/);
    }
    expect(hlorank(['check', own]).stderr).toContain('evil\\x1b[31m\\x0a\\xc2\\x9b1m.hlo:');
  });

  test.skipIf(!existsSync('/usr/bin/script'))('are escaped in data on a terminal, but not in a pipe', () => {
    const own = folderWith({ 'x\u001b[31m.hlo': program });
    const path = join(own, 'x\u001b[31m.hlo');
    const { stdout } = spawnSync('script', ['-qec', `'${binary}' inspect '${path}'`, '/dev/null'], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('x\\x1b[31m.hlo');
    expect(hlorank(['inspect', path]).stdout).toContain('x\u001b[31m.hlo');
  });
});
