// Tests measurements of a GPU, data/gpu: no command takes them for measurements of XLA:CPU.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';

const folder = folderWith({});
const gpu = (name: string) => join(root, 'data/gpu', `${name}.npz`);
const cpu = join(root, 'data/measured/capsule.npz');

/** Trains for two steps. Returns the messages, and the name of the device in the card. */
function train(name: string, ...data: string[]) {
  const output = join(folder, name);
  const { code, stderr } = hlorank(['train', ...data, '-o', output, '--steps', '2', '--test', '0']);
  expect(code, stderr).toBe(0);
  const { target } = JSON.parse(readFileSync(join(output, 'model.json'), 'utf8')) as { target: string };
  return { target, stderr };
}

test('train simulates XLA:CPU for its own measurements only, and names the platform in the card', () => {
  const trained = train('gpu', gpu('contraction'), gpu('mixer'));
  expect(trained.stderr).toContain('form early');
  expect(trained.target).toBe('xla-gpu');
  expect(train('both', gpu('contraction'), cpu).target).toBe('unknown');
  expect(train('cpu', cpu)).toMatchObject({ target: 'xla-cpu', stderr: expect.stringContaining('form simulated') });
});

test('a .prepared file keeps the platform', () => {
  const store = join(folder, 'store');
  expect(hlorank(['prepare', gpu('contraction'), gpu('mixer'), '-o', store]).code).toBe(0);
  expect(train('prepared', store).target).toBe('xla-gpu');
});

test('rank says that the models were trained on another backend', () => {
  const notices = (file: string) =>
    (JSON.parse(hlorank(['rank', file, '--json']).stdout) as { notices: { kind: string }[] }).notices.map(
      ({ kind }) => kind,
    );
  expect(notices(gpu('contraction'))).toContain('gpu');
  expect(notices(cpu)).not.toContain('gpu');
});
