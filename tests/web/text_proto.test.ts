// Tests that the page opens HLO protobufs in text form, in Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drop, ranked, visitsOfTests } from './browser.ts';
import { root, text } from './core.ts';

const visits = visitsOfTests();
const images = readFileSync(join(root, 'tests/data/proto/images.pbtxt'), 'utf8');

test('a text-format proto is opened regardless of its file name', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, [text(images, 'program.hlo')]);
  await ranked(page, 'program.hlo');
  expect(await page.textContent('#summary')).toContain('HloModuleProto in text form');
  await page.waitForSelector('#graph[data-drawn="program.hlo"]');
  expect(Number(await page.getAttribute('#graph', 'data-boxes'))).toBeGreaterThan(3);
});

test('an error in a text-format proto has line, column and caret', async () => {
  const { page } = await visits({ analytical: true, again: true });
  await drop(page, [text(images.replace('parameter_number: 1', 'parameter_number: one'), 'images.pbtxt')]);
  await page.waitForSelector('#error:not([hidden])');
  const said = (await page.textContent('#error'))!;
  expect(said).toContain("expected an integer for parameter_number, found 'one'");
  expect(said).toContain('images.pbtxt, line 32, column 23');
  expect(said).toMatch(/parameter_number: one\s+\^/);
});
