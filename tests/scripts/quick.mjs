// Every command of package.json runs as `--quick`: the same path as the full command on tiny inputs, in seconds.
// `node tests/scripts/quick.mjs NAME...` runs those of these names alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sample = ['--sample', '1']; // of `dataset`
/** Commands and the arguments that each is run with. */
const quick = {
  train: [[]],
  dataset: [[], sample],
  compare: [[]],
  'compare:raw': [[]],
  'compare:torch': [[]],
  'compare:tune': [[]],
  ablate: [[]],
  'ablate:collections': [[]],
  bench: [[]],
  'bench:collections': [[]],
  'bench:parallel': [[]],
  'bench:web': [[]],
  screenshots: [[]],
};
/** Commands without a quick form, and why. */
const exceptions = {
  start: 'tests/scripts/tour.mjs runs it',
  build: 'the first suite of `npm test`',
  test: 'runs this file',
  lint: 'a suite of `npm test`',
  format: 'changes files; `lint` runs the same programs',
};

let failed = 0;
function check(what, passed, words = '') {
  console.log(`${passed ? '✓' : '✗'} ${what}`);
  if (!passed) console.log(words);
  if (!passed) ++failed;
}
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
/** Of all files that git does not ignore, as they are. */
function fingerprint() {
  const hash = createHash('sha256').update(git('status', '--porcelain')).update(git('diff'));
  return hash.digest('hex');
}
function run(command, args, env = {}) {
  const start = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 300_000,
    env: { ...process.env, HLORANK_BUILT: 'yes', ...env },
  });
  return { status, output: stdout + stderr, seconds: Math.round((Date.now() - start) / 1000) };
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const wanted = process.argv.slice(2);
const isWanted = (name) => !wanted.length || wanted.includes(name);
const known = [...Object.keys(quick), ...Object.keys(exceptions)].sort();
const listed = Object.keys(scripts).sort();
check(
  'every command of package.json has a quick form or a reason why not',
  known.join() === listed.join(),
  `package.json: ${listed.join(' ')}\nknown here: ${known.join(' ')}`,
);

const before = fingerprint();
for (const [name, runs] of Object.entries(quick).filter(([name]) => isWanted(name))) {
  for (const args of runs) {
    const { status, output, seconds } = run(scripts[name], ['--quick', ...args]);
    const missing = output.match(/^.*(left out|not installed).*$/gm) ?? [];
    check(
      `${[name, ...args].join(' ')} (${[`${seconds} s`, ...missing.map((line) => line.trim())].join('; ')})`,
      status === 0,
      output,
    );
  }
}
check('a quick run changes no file of the repository', before === fingerprint(), git('status', '--short'));

if (isWanted('bench')) {
  const { status, output } = run('scripts/bench', ['--quick'], { HLORANK_PAGE: '/nowhere' });
  const says =
    output.includes('/nowhere has no page') && /1 of the measurements failed:\n +node web\/bench.mjs/.test(output);
  check(
    'bench fails and names the part when one part of it fails',
    status === 1 && says && !/^ +at /m.test(output),
    output,
  );
}
process.exit(failed ? 1 : 0);
