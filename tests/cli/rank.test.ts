// `rank` for HLO programs and their configurations.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';

interface Ranked {
  configurations: { index: number; rank: number; score: number; time?: number }[];
  notices: { kind: string; message: string }[];
}
const capsule = join(root, 'data/measured/capsule.hlo.txt.gz');
const measured = join(root, 'data/measured/capsule.npz');
const rank = (...args: string[]) => hlorank(['rank', ...args, '--model', 'analytical']);
const rankJson = (...args: string[]) => JSON.parse(rank(...args, '--json').stdout) as Ranked;

describe('--configs', () => {
  const folder = folderWith({ 'text.txt': 'hello\n', 'empty.json': '\n', 'other.json': '{"a": 1}\n' });
  const errorOf = (...args: string[]) => rank(...args).stderr;

  test.each(['text.txt', 'empty.json'])('says what a file of configurations is: %s', (name) => {
    const message = errorOf(capsule, '--configs', join(folder, name));
    expect(message).toContain(`${name}: error: this file has no configurations`);
    expect(message).toContain('give --configs an .npz of `hlorank collect`, or JSON or CSV');
  });

  test('errors name the faulty file and say what to give', () => {
    const other = join(folder, 'other.json');
    expect(errorOf(capsule, '--configs', other)).toContain('give the program that the file was saved for');
    expect(errorOf(capsule, '--configs', capsule)).toContain('capsule.hlo.txt.gz: error: this file has no configurations');
    expect(errorOf(measured, '--configs', other)).toMatch(/capsule\.npz: error: with --configs, FILE must be an HLO program/);
    expect(errorOf(other)).toContain('give it together with its program');
  });
});

describe('saved configurations', () => {
  test('keep their numbers and measured times when they are ranked again', () => {
    const first = rank(capsule, '--configs', measured, '--top', '5', '--json').stdout;
    const saved = join(folderWith({ 'saved.json': first }), 'saved.json');
    const known = ({ configurations }: Ranked) => configurations.map(({ index, time }) => [index, time]);
    expect(known(rankJson(capsule, '--configs', saved))).toEqual(known(JSON.parse(first) as Ranked));
    const { index, time } = (JSON.parse(first) as Ranked).configurations[0]!;
    expect(time).toBeGreaterThan(0);
    expect(rank(capsule, '--configs', saved).stdout).toMatch(new RegExp(`^ *1 +#${index} .* ms`, 'm'));
    writeFileSync(saved, first.replaceAll(/"time":[^,]+/g, '"time":null'));
    expect(known(rankJson(capsule, '--configs', saved))[0]).toEqual([index, undefined]);
  });
});
