// Tests `hlorank evaluate`, `train` and `submit` on a synthetic collection of programs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';
import { newRun } from './training.ts';

interface Interval {
  mean: number;
  low: number;
  high: number;
}

interface Report {
  programs: { name: string; tau: number; slowdown100: number; baselines: Record<string, { tau: number }> }[];
  collections: { collection: string; split: string; programs: number; score: number; tau: Interval }[];
}

interface Reliability {
  calibrationError: number;
  pairs: { share: number; stated: number; observed: number }[];
  claims: {
    programs: number;
    stated: number;
    observed: number;
    brier: number;
    coverage: { share: number; observed: number; slowdown1: number }[];
  };
}

interface Truth {
  collections: Record<string, { programs: { name: string; split: string; nodes: number }[] }>;
}

let made = '';

beforeAll(() => {
  made = join(folderWith({}), 'made');
  const { code, stderr } = hlorank(['synth', '-o', made, '--collection', 'layout:nlp:random', '--scale', '.002']);
  expect(code, stderr).toBe(0);
}, 120_000);

const folder = (split: string) => join(made, 'npz/layout/nlp/random', split);

describe('evaluate', () => {
  test('names files that cannot be read, and evaluates the others', () => {
    const measured = (file: string) => readFileSync(join(root, 'data/measured', file));
    const whole = measured('capsule.npz');
    const data = folderWith({});
    writeFileSync(join(data, 'capsule.npz'), whole);
    writeFileSync(join(data, 'capsule.hlo.txt.gz'), measured('capsule.hlo.txt.gz'));
    writeFileSync(join(data, 'damaged.npz'), whole.subarray(0, 1000));
    const { code, stdout, stderr } = hlorank(['evaluate', 'analytical', data, '--json']);
    expect(code).toBe(3);
    expect((JSON.parse(stdout) as Report).programs.map(({ name }) => name)).toEqual(['capsule']);
    expect(stderr).toContain(`${join(data, 'damaged.npz')}: byte `);
    expect(stderr).toContain('note: the figures leave out 1 file that could not be read');

    writeFileSync(join(data, 'capsule.npz'), whole.subarray(0, 1000));
    const none = hlorank(['evaluate', 'analytical', data]);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('no program could be evaluated: 2 files could not be read');
  });

  test('counts a program once that is named and lies in a named folder', () => {
    const file = join(root, 'data/measured/capsule.npz');
    const data = folderWith({});
    for (const ending of ['npz', 'hlo.txt.gz'])
      writeFileSync(join(data, `capsule.${ending}`), readFileSync(file.replace('npz', ending)));
    const { stdout } = hlorank(['evaluate', 'analytical', join(data, 'capsule.npz'), data, '--json']);
    expect((JSON.parse(stdout) as Report).programs).toHaveLength(1);
  });

  test('prints metrics of every program and collection, and of the baselines', () => {
    const { code, stdout, stderr } = hlorank([
      'evaluate',
      'analytical',
      folder('valid'),
      '--train',
      folder('train'),
      '--truth',
      join(made, 'truth.json'),
      '--json',
    ]);
    expect(code, stderr).toBe(0);
    const report = JSON.parse(stdout) as Report;
    expect(report.programs).toHaveLength(readdirSync(folder('valid')).length);
    for (const program of report.programs) {
      expect(program.tau).toBe(program.baselines['analytical']!.tau);
      expect(Object.keys(program.baselines).sort()).toEqual(
        ['auto', 'default', 'frequency', 'analytical', 'nearest', 'random', 'reachable'].sort(),
      );
      expect(program.baselines['reachable']!.tau).toBeGreaterThan(0.9);
    }
    const [collection] = report.collections;
    expect(collection).toMatchObject({ collection: 'layout:nlp:random', split: 'valid' });
    expect(collection!.score).toBeCloseTo(collection!.tau.mean, 12);
    expect(collection!.tau.low).toBeLessThanOrEqual(collection!.tau.mean);
  });

  test('holds the stated probabilities of a model against the measured times', () => {
    const evaluate = (model: string) => {
      const { code, stdout, stderr } = hlorank(['evaluate', model, join(root, 'data/layouts/test'), '--json']);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as { programs: { gain1: number | null }[]; reliability?: Reliability };
    };
    expect(evaluate('analytical').reliability).toBeUndefined(); // the analytical cost model states no probabilities
    const { programs, reliability } = evaluate(join(root, 'web/public/models/simulated'));
    const { pairs, claims, calibrationError } = reliability!;
    const sum = pairs.reduce((all, { share }) => all + share, 0);
    expect(Math.abs(sum - 1)).toBeLessThan(pairs.length * 0.5e-9 + 1e-12); // each share is rounded to 9 digits
    pairs.forEach(({ stated }, i) => expect(Math.floor((stated - 0.5) * 10)).toBe(i));
    expect(calibrationError).toBeLessThan(0.05);
    const gains = programs.flatMap(({ gain1 }) => gain1 ?? []);
    expect(claims.programs).toBe(gains.length);
    // The fraction of programs with a gain must also follow from the gains themselves. gain1: run time of the compiler
    // default divided by that of the best-ranked configuration, minus 1.
    expect(claims.observed).toBeCloseTo(gains.filter((gain) => gain > 0).length / gains.length, 1);
    expect(claims.brier).toBeLessThan(0.3);
    expect(claims.coverage.map(({ share }) => share)).toEqual([0.25, 0.5, 0.75, 1]);
    expect(claims.coverage[3]!.observed).toBeCloseTo(claims.observed, 9);
  });

  test('evaluates test programs, which have no run times, only with --truth', () => {
    const hidden = hlorank(['evaluate', 'analytical', folder('test')]);
    expect(hidden.code).toBe(3);
    expect(hidden.stderr).toContain('--truth');
    const known = hlorank(['evaluate', 'analytical', folder('test'), '--truth', join(made, 'truth.json')]);
    expect(known.code).toBe(0);
    expect(known.stdout).toMatch(/% of the attainable tau/);
    expect(known.stdout).not.toMatch(/^valid: /m);
    const valid = hlorank(['evaluate', 'analytical', folder('valid')]);
    const lines = (start: RegExp) => valid.stdout.match(start)!.length;
    const tables = lines(/^ +95 % /gm) + lines(/^mean of /gm);
    expect(lines(/^ +analytical /gm), 'it is not its own baseline').toBe(tables);
    expect(valid.stdout).toMatch(/^valid: the split by which training selects the epoch/m);
  });

  test('exits 5 and names the collection if a mean tau is below --min-tau', () => {
    const { code, stderr } = hlorank(['evaluate', 'analytical', folder('valid'), '--min-tau', '1']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^layout:nlp:random valid: tau -?[\d.]+ is below 1$/m);
    expect(hlorank(['evaluate', 'analytical', folder('valid'), '--min-tau', '-1']).code).toBe(0);
  });

  test('exits 0 without --min-tau if tau is undefined', () => {
    const name = readdirSync(folder('valid'))[0]!.replace('.npz', '');
    const subset = join(folderWith({}), 'nlp_random.json');
    writeFileSync(subset, JSON.stringify({ [name]: [0] }));
    const evaluated = ['evaluate', 'analytical', folder('valid'), '--subset', subset];
    expect(hlorank(evaluated).code).toBe(0);
    const { code, stderr } = hlorank([...evaluated, '--min-tau', '0']);
    expect(code).toBe(5);
    expect(stderr).toContain('tau nan is below 0');
  });

  test('judges by the rows of a subset', () => {
    const name = readdirSync(folder('valid'))[0]!.replace('.npz', '');
    const subset = join(folderWith({}), 'nlp_random.json');
    writeFileSync(subset, JSON.stringify({ [name]: [0, 1, 2, 3, 4, 5, 6, 7] }));
    const { code, stdout } = hlorank(['evaluate', 'analytical', folder('valid'), '--subset', subset, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Report).programs).toMatchObject([{ name, configurations: 8 }]);
  });

  test('skips rows of a subset that have no run times', () => {
    const name = readdirSync(folder('test'))[0]!.replace('.npz', '');
    const subset = join(folderWith({}), 'nlp_random.json');
    writeFileSync(subset, JSON.stringify({ [name]: [0, 1, 2, 3] }));
    const { code, stderr } = hlorank(['evaluate', 'analytical', folder('test'), '--subset', subset]);
    expect(code).toBe(3);
    expect(stderr).toContain('all run times are hidden');
    const truth = ['--truth', join(made, 'truth.json')];
    const both = hlorank(['evaluate', 'analytical', folder('test'), '--subset', subset, ...truth]);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('--subset excludes --truth');
  });

  test('writes CSV and Markdown tables', () => {
    const out = folderWith({});
    const csv = join(out, 'figures.csv');
    const markdown = join(out, 'tables.md');
    expect(hlorank(['evaluate', 'analytical', folder('valid'), '--csv', csv, '--markdown', markdown]).code).toBe(0);
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    expect(lines[0]).toMatch(/^collection,split,program,family,configurations,ranker,tau,/);
    const columns = lines[0]!.split(',').length;
    for (const line of lines) expect(line.split(',')).toHaveLength(columns);
    expect(readFileSync(markdown, 'utf8')).toContain('## layout:nlp:random valid');
  });
});

describe('train', () => {
  test('takes the golden example from a program with run times, even if a smaller program has none', () => {
    const { collections } = JSON.parse(readFileSync(join(made, 'truth.json'), 'utf8')) as Truth;
    const programs = collections['layout:nlp:random']!.programs.sort((a, b) => a.nodes - b.nodes);
    const [smallest] = programs.filter(({ split }) => split === 'test');
    const larger = programs.filter(({ split, nodes }) => split === 'train' && nodes > smallest!.nodes);
    const files = [smallest!, ...larger].map(({ split, name }) => join(folder(split), `${name}.npz`));
    const run = join(folderWith({}), 'run');
    const { code, stderr } = hlorank(['train', ...files, '-o', run, '--form', 'late', '--epochs', '1']);
    expect(code, stderr).toBe(0);
    const card = JSON.parse(readFileSync(join(run, 'model.json'), 'utf8')) as { golden: { program: string } };
    expect(larger.map(({ name }) => name)).toContain(card.golden.program);
  });

  test('the card names the device and only the programs that the model learned from', () => {
    const namesOf = (split: string) => readdirSync(folder(split)).map((name) => name.replace('.npz', ''));
    const trainedWith = (...options: string[]) => {
      const run = join(folderWith({}), 'run');
      const data = join(made, 'npz/layout/nlp/random');
      const { code, stderr } = hlorank(['train', data, '-o', run, '--form', 'late', '--epochs', '1', ...options]);
      expect(code, stderr).toBe(0);
      const { stdout } = hlorank(['evaluate', run, folder('valid'), '--json']);
      const { programs } = JSON.parse(stdout) as { programs: { learnedFrom: boolean }[] };
      const card = JSON.parse(readFileSync(join(run, 'model.json'), 'utf8')) as {
        target: string;
        training: { data: { name: string }[] };
        confidence: { similarity: { places: number[][] } };
      };
      const names = card.training.data.map(({ name }) => name);
      expect(card.confidence.similarity.places).toHaveLength(names.length);
      return { target: card.target, names, learnedFrom: programs.map((program) => program.learnedFrom) };
    };
    const published = trainedWith();
    expect(published.target).toBe('tpu-v3');
    expect(published.names).toEqual(namesOf('train'));
    expect(published.learnedFrom).not.toContain(true);
    const folds = trainedWith('--folds', '2', '--target', 'mine');
    expect(folds.target).toBe('mine');
    expect(folds.names.sort()).toEqual([...namesOf('train'), ...namesOf('valid')].sort());
    expect(folds.learnedFrom).not.toContain(false);
  });

  test('says that there are no run times to learn from', () => {
    const { code, stderr } = hlorank(['train', folder('test'), '-o', join(folderWith({}), 'run')]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `${folder('test')}: error: nothing to learn: no program has different configurations with run times\n` +
        "  help: give measured programs; run times that are all 0 are hidden, as in TpuGraphs' test sets\n",
    );
  });

  test('fits the layouts of one program only if the data has no other program', () => {
    const [first] = readdirSync(folder('train'));
    const data = [join(folder('train'), first!), folder('valid')];
    expect(hlorank(['train', ...data, '-o', newRun(), '--epochs', '1']).stderr).toMatch(/^form early/m);
    expect(hlorank(['train', folder('valid'), '-o', newRun(), '--epochs', '1']).stderr).toMatch(/^form early/m);
  });
});

describe('submit', () => {
  test('writes the ranked rows of every test program in the Kaggle format', () => {
    const path = join(folderWith({}), 'submission.csv');
    expect(hlorank(['submit', 'analytical', folder('test'), '-o', path]).code).toBe(0);
    const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
    expect(header).toBe('ID,TopConfigs');
    expect(lines).toHaveLength(readdirSync(folder('test')).length);
    for (const line of lines) {
      const [id, configurations] = line.split(',');
      expect(id).toMatch(/^layout:nlp:random:[\w.-]+$/);
      const rows = configurations!.split(';').map(Number);
      expect([...rows].sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
    }
  });

  test('leaves out programs of the splits train and valid', () => {
    const path = join(folderWith({}), 'submission.csv');
    const all = join(folder('test'), '..');
    expect(hlorank(['submit', 'analytical', all, '-o', path]).stderr).toMatch(/^skipped \d+ programs of the splits/m);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1 + readdirSync(folder('test')).length);
    expect(hlorank(['submit', 'analytical', folder('valid'), '-o', path]).code).toBe(3);
  });

  test('--with adds the rows of another submission', () => {
    const other = folderWith({ 'other.csv': 'ID,TopConfigs\ntile:xla:abc,3;1;0;2;4\n', 'bad.csv': 'id\n' });
    const path = join(other, 'submission.csv');
    const args = ['submit', 'analytical', folder('test'), '-o', path, '--with'];
    expect(hlorank([...args, join(other, 'bad.csv')]).code).toBe(3);
    expect(existsSync(path)).toBe(false);
    expect(hlorank([...args, join(other, 'other.csv')]).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('\ntile:xla:abc,3;1;0;2;4\n');
  });
});
