// Tests that every command that loads a model checks the model's hash, and its outputs on the example stored in the
// model card, as the web page does.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, program, root } from './hlorank.ts';
import { fewPrograms } from './training.ts';

interface Card {
  golden: { rows: number[] };
  files: Record<string, { sha256: string }>;
}

function modelWith(change: (card: Card) => void): string {
  const folder = folderWith({});
  cpSync(join(root, 'web/public/models/calibrated'), folder, { recursive: true });
  const path = join(folder, 'model.json');
  const card = JSON.parse(readFileSync(path, 'utf8')) as Card;
  change(card);
  writeFileSync(path, JSON.stringify(card));
  return folder;
}

const data = fewPrograms(20);
const tiny = join(folderWith({ 'tiny.hlo': program }), 'tiny.hlo');
const uses = (model: string): string[][] => [
  ['rank', tiny, '--model', model],
  ['evaluate', model, data],
  ['replay', data, '--model', model, '--strategy', 'model'],
  ['submit', model, data, '-o', '-'],
  ['tune', tiny, '--model', model],
  ['export', model, '-o', join(folderWith({}), 'out')],
];

test('every command rejects a network whose output differs from the golden example', () => {
  const model = modelWith((card) => {
    card.golden.rows = card.golden.rows.map((row) => -row - 1);
    Reflect.deleteProperty(card, 'files');
  });
  for (const args of uses(model)) {
    const { code, stdout, stderr } = hlorank(args);
    expect(stderr, args[0]).toContain(`${model}: error:`);
    expect(stderr, args[0]).toContain('outputs for its golden example differ from those after training');
    expect(stdout, args[0]).toBe('');
    expect([2, 3], args[0]).toContain(code);
  }
});

test('every command rejects a network whose hash differs from the model card', () => {
  const model = modelWith((card) => (card.files['model.onnx']!.sha256 = '0'.repeat(64)));
  for (const args of uses(model)) {
    const { code, stderr } = hlorank(args);
    expect(stderr, args[0]).toMatch(/model\.onnx: error: the file has the SHA-256 \w{16}\.\.\., its card says 0{16}/);
    expect([2, 3], args[0]).toContain(code);
  }
});
