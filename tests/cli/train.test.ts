// Tests the options of `hlorank train`: the common ones, and the hyperparameters behind --set.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';
import { fewPrograms } from './training.ts';

const listed = hlorank(['train', '--set', 'help']);

test('the help has few options', () => {
  const options = hlorank(['train', '--help']).stdout.match(/^ {2}(-\w,)?--\w+/gm)!;
  expect(options.length).toBeGreaterThan(15);
  expect(options.length).toBeLessThan(24);
});

test('the list of hyperparameters is that of the documentation', () => {
  expect(listed.code).toBe(0);
  const keys = [...listed.stdout.matchAll(/^([\w-]+): .+ \[.+\]$/gm)].map(([, key]) => key);
  expect(keys).toContain('layers');
  expect(keys.length).toBeGreaterThan(20);
  const documented = readFileSync(join(root, 'docs/defaults.md'), 'utf8');
  expect(documented, 'docs/defaults.md').toContain(`\`\`\`\n${listed.stdout.trimEnd()}\n\`\`\``);
});

test.each([
  ['layer=2', "unknown hyperparameter 'layer'; did you mean 'layers'?"],
  ['colour=red', "unknown hyperparameter 'colour'; see `hlorank train --set help`"],
  ['layers=33', 'layers=33: expected integer from -1 to 32'],
  ['width=1.5', 'width=1.5: expected integer from 1 to 4096'],
  ['dropout=nan', 'dropout=nan: expected number from 0 to 0.95'],
  ['gates', 'gates: expected off or on'],
  ['width=8,gates=no', 'gates=no: expected off or on'],
])('--set %s is rejected', (setting, message) => {
  const { code, stderr } = hlorank(['train', 'data', '-o', 'run', '--set', setting]);
  expect(code).toBe(2);
  expect(stderr).toContain(`hlorank train: --set: ${message}\n`);
});

test('run.json records what --set changes; of several values of a key the last one counts', () => {
  const run = join(folderWith({}), 'run');
  const settings = ['--set', 'width=8,layers=1', '--set', 'width=16,dropout=.25,cross-attention=4,head=3'];
  const { code, stderr } = hlorank([
    'train',
    fewPrograms(30),
    '-o',
    run,
    '--form',
    'table',
    '--epochs',
    '1',
    ...settings,
  ]);
  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
  const { options } = JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')) as {
    options: { dropout: number; clip: number; description: Record<string, unknown> };
  };
  expect(options).toMatchObject({ dropout: 0.25, clip: 1 });
  // With cross-attention, the scores of single layouts become inputs of the network's head and have their own encoder.
  const description = { join: 'parts', tableWidth: 16, tableLayers: 1, crossAttention: 4, headWidth: 3 };
  expect(options.description).toMatchObject(description);
});

test('a folder that has a model is not trained into', () => {
  const run = join(folderWith({}), 'run');
  const train = () => hlorank(['train', fewPrograms(30), '-o', run, '--form', 'table', '--epochs', '1']);
  expect(train().code).toBe(0);
  const before = readFileSync(join(run, 'model.onnx'));
  const { code, stderr } = train();
  expect(stderr).toContain('error: the folder has a model already\n  help: choose another folder with -o, or delete');
  expect(code).toBe(3);
  expect(readFileSync(join(run, 'model.onnx'))).toEqual(before);
  const resumed = hlorank(['train', '--resume', '-o', run]);
  expect(resumed.stderr).toContain(`the run had finished; wrote its model again to ${run}`);
  expect(readFileSync(join(run, 'model.onnx'))).toEqual(before);
});
