// Tests `hlorank rank` for HLO programs and their layout configurations.
import { cpSync, writeFileSync } from 'node:fs';
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

  test('an .npz without configurations is an error', () => {
    const features = join(folder, 'features.npz');
    hlorank(['features', capsule, '-o', features]);
    const { code, stderr } = rank(capsule, '--configs', features);
    expect(stderr).toContain('features.npz: error: this file has no configurations');
    expect(code).toBe(3);
  });

  test('errors name the faulty file and say what to give', () => {
    const other = join(folder, 'other.json');
    expect(errorOf(capsule, '--configs', other)).toContain('give a file that `hlorank rank --json` or the page saved');
    expect(errorOf(capsule, '--configs', capsule)).toContain(
      'capsule.hlo.txt.gz: error: this file has no configurations',
    );
    expect(errorOf(measured, '--configs', other)).toMatch(
      /capsule\.npz: error: with --configs, FILE must be an HLO program/,
    );
    expect(errorOf(other)).toContain('give it together with its program');
  });
});

describe('the table', () => {
  // Returns the lines of the output that begin at the title of the ranking table.
  const tableOf = (text: string) => {
    const lines = text.trimEnd().split('\n');
    return lines.slice(lines.findIndex((line) => /^ *rank /.test(line)));
  };

  test('has aligned columns', () => {
    const [title, ...rows] = tableOf(rank(capsule, '--configs', measured, '--top', 'all').stdout);
    expect(title).toMatch(/^ *rank +number +score +time  layout changes and their part of the score$/);
    const ends = ['rank', 'number', 'score', 'time'].map((name) => title!.indexOf(name) + name.length);
    const changes = title!.indexOf('layout changes');
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      expect(row.slice(changes - 2, changes), row).toBe('  ');
      expect(row[changes], row).not.toBe(' ');
      if (!row.startsWith(' '.repeat(changes)))
        for (const end of ends) expect(row.slice(end - 1, end + 1), row).toMatch(/\S /);
    }
  });

  test('has no negative zero', () => {
    const { stdout } = rank(capsule, '--top', 'all');
    expect(stdout.match(/(?<![\d.{,-])-0(\.0+)?(?![\d.])/g)).toBeNull();
    expect(rank(capsule, '--top', 'all', '--json').stdout).not.toMatch(/-0\.0\b(?!\d)/);
  });

  test('of schedules is aligned, whatever their names are', () => {
    const blur = join(root, 'tests/data/stages/blur');
    const folder = folderWith({});
    for (const name of ['0', '1', 'ähnlich', 'a_name_longer_than_all_others'])
      cpSync(join(blur, name.length === 1 ? `${name}.sample` : '2.sample'), join(folder, `${name}.sample`));
    const [title, ...rows] = tableOf(hlorank(['rank', folder]).stdout);
    const end = title!.indexOf('predicted') + 'predicted'.length;
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row.slice(end - 3, end), row).toBe(' ms');
  });
});

describe('measured configurations next to a program', () => {
  test('are mentioned if the program is ranked without them', () => {
    const { stdout } = rank(capsule);
    expect(stdout).toMatch(/^note: .*capsule\.npz next to the program has measured configurations: rank them with --configs .*capsule\.npz\.$/m); // prettier-ignore
    expect(rankJson(capsule).notices.map(({ kind }) => kind)).toContain('measured-beside');
    expect(rank(capsule, '--configs', measured).stdout).not.toContain('next to the program');
    expect(rank('-').stdout).not.toContain('next to the program');
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
    expect(rank(capsule, '--configs', saved).stdout).toMatch(new RegExp(`^ *1 +#${index} .* µs`, 'm'));
    writeFileSync(saved, first.replaceAll(/"time":[^,}]+/g, '"time":null'));
    expect(known(rankJson(capsule, '--configs', saved))[0]).toEqual([index, undefined]);
  });
});
