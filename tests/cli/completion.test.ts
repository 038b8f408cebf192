// Tests the shell completion scripts in their shells, and the manual page with groff.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, hlorank } from './hlorank.ts';

const has = (program: string) => spawnSync('which', [program]).status === 0;

function output(command: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', input });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

function scriptOf(shell: string): string {
  const { code, stdout, stderr } = hlorank(['completion', shell]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return join(folderWith({ script: stdout }), 'script');
}

/** Returns the long options in the help of a command; for [], those of hlorank itself. */
function optionsOf(command: string[]): string[] {
  const { stdout } = hlorank([...command, '--help']);
  return [...stdout.matchAll(/^ {2}(?:-\w,)?(--[\w-]+)/gm)].map((match) => match[1]!);
}

const commands = [
  ...hlorank(['--help'])
    .stdout.split('Everyday commands:')[1]!
    .matchAll(/^ {2}(\w+) /gm),
].map((match) => match[1]!);

describe('completion for bash', () => {
  const script = scriptOf('bash');
  const complete = (...words: string[]) =>
    output('bash', [
      '--norc',
      '-c',
      'source "$1"; shift; COMP_WORDS=(hlorank "$@"); COMP_CWORD=$#; _hlorank; printf "%s\\n" "${COMPREPLY[@]}"',
      'bash',
      script,
      ...words,
    ])
      .split('\n')
      .filter(Boolean);

  test('offers every command', () => {
    expect(commands).toContain('tune');
    expect(complete('')).toEqual(expect.arrayContaining([...commands, 'help']));
    expect(complete('ins')).toEqual(['inspect']);
    expect(complete('help', 'ins')).toEqual(['inspect']);
  });

  test('offers every option of every command', () => {
    for (const command of commands) {
      const options = optionsOf([command]);
      expect(options).toContain('--help');
      expect(complete(command, '-'), command).toEqual(expect.arrayContaining(options));
    }
    expect(complete('check', 'a.hlo', '--qui')).toEqual(['--quiet']);
  });

  test('offers the values of enumeration options', () => {
    expect(complete('tune', '--strategy', '')).toEqual(expect.arrayContaining(['model', 'random']));
    expect(complete('tune', '--strategy', 'ra')).toEqual(['random']);
    expect(complete('tune', '--strategy', '=', 'ra')).toEqual(['random']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('leaves file names to bash', () => {
    expect(complete('check', '')).toEqual([]);
    expect(complete('rank', '--model', 'run')).toEqual([]);
    expect(output('bash', ['--norc', '-c', 'source "$1"; complete -p hlorank', 'bash', script])).toContain(
      '-o default',
    );
  });
});

describe('completion for fish', () => {
  test.skipIf(!has('fish'))('offers commands, options and values', () => {
    const script = scriptOf('fish');
    const complete = (line: string) =>
      output('fish', ['--no-config', '-c', `source ${script}; complete -C ${JSON.stringify(line)}`])
        .split('\n')
        .map((offer) => offer.split('\t')[0]!);
    expect(complete('hlorank ')).toEqual(expect.arrayContaining([...commands, 'help']));
    for (const command of commands)
      expect(complete(`hlorank ${command} --`)).toEqual(expect.arrayContaining(optionsOf([command])));
    expect(complete('hlorank tune --strategy ra')).toEqual(['random', '']);
    expect(complete('hlorank completion f')).toEqual(['fish', '']);
  });
});

describe('completion for zsh', () => {
  test.skipIf(!has('zsh'))('passes commands, options and values to the completion functions of zsh', () => {
    const script = scriptOf('zsh');
    // Runs the completion script in zsh with zsh's completion functions replaced by ones that print their arguments.
    const complete = (...words: string[]) =>
      output('zsh', [
        '-f',
        '-c',
        `compdef() { registered=$1:$2 }
        _arguments() { print -rl -- "$@" }
        _describe() { print -rl -- "\${(@P)2}" }
        source "$1"; shift
        words=(hlorank "$@"); CURRENT=$(($# + 1)); print $registered; _hlorank`,
        'zsh',
        script,
        ...words,
      ]).split('\n');
    const offered = complete('');
    expect(offered[0]).toBe('_hlorank:hlorank');
    for (const command of commands) {
      expect(offered.some((offer) => offer.startsWith(`${command}:`))).toBe(true);
      const specifications = complete(command, '-');
      for (const option of optionsOf([command]))
        expect(
          specifications.some((specification) => new RegExp(`^\\(.*\\)${option}=?\\[.+\\]`).test(specification)),
          `${command} ${option}`,
        ).toBe(true);
    }
    expect(complete('tune', '-').find((line) => line.includes(')--strategy='))).toMatch(/:VALUE:\(.*\brandom\b.*\)$/);
    expect(complete('completion', '')).toContain(':SHELL:(bash zsh fish)');
    expect(complete('check', '')).toContain('*:FILE:_files');
  });
});

describe('the manual page', () => {
  const { code, stdout: page } = hlorank(['man']);
  const words = page.replaceAll('\\-', '-');

  test('lists every command and option, and the exit codes', () => {
    expect(code).toBe(0);
    expect(page).toMatch(/^\.TH HLORANK 1 /);
    for (const command of commands) {
      const section = words.split(`.SS "hlorank ${command} `)[1]?.split(/^\.S[SH] /m)[0];
      for (const option of optionsOf([command]))
        if (option !== '--help') expect(section, command).toContain(`\\fB${option}\\fR`);
    }
    expect(words.split('.SH EXIT STATUS')[1]).toContain('\\fB130\\fR\ninterrupted');
  });

  test('has a section per group of commands, and files and environment', () => {
    const sections = [...words.matchAll(/^\.SH (.*)$/gm)].map((match) => match[1]!.replaceAll('"', ''));
    expect(sections.slice(-6)).toEqual([
      'EVERYDAY COMMANDS',
      'RESEARCH COMMANDS',
      'SHELL AND MANUAL',
      'EXIT STATUS',
      'ENVIRONMENT',
      'FILES',
    ]);
    expect(words).toContain('\\fB-o\\fR, \\fB--output\\fR \\fIFOLDER\\fR');
    expect(words).toContain('HLORANK_PYTHON');
  });

  test.skipIf(!has('groff'))('is rendered by groff without warnings, with the examples unchanged', () => {
    const text = output('groff', ['-man', '-ww', '-Tascii', '-P-c', '-rLL=200n'], page);
    expect(text).toContain('hlorank - reads HLO programs');
    const example = hlorank(['collect', '--help'])
      .stdout.split('\n')
      .find((line) => line.includes('--shard 0/8'))!;
    expect(text.split('\n').map((line) => line.trim())).toContain(example.trim());
  });
});
