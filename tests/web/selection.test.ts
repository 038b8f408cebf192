// Tests the state that all views of the page share (class Selection).
import { expect, test } from 'vitest';
import type { Configuration } from '../../wasm/engine.ts';
import { selection } from '../../web/src/selection.ts';

const configuration = (index: number): Configuration => ({
  index,
  score: 0,
  usable: true,
  z: 0,
  changes: [],
  contributions: [],
});

test('a new configuration resets the copies', () => {
  selection.choose('configuration', configuration(1));
  selection.choose('copies', { disagreementCount: 0, disagreements: [] });
  const notified: string[] = [];
  const forget = (['configuration', 'copies'] as const).map((what) =>
    selection.on(what, () =>
      notified.push(`${what}: ${selection.get('configuration')?.index}, ${selection.get('copies')?.disagreementCount}`),
    ),
  );
  selection.choose('configuration', configuration(2));
  selection.choose('copies', { disagreementCount: 3, disagreements: [] });
  for (const each of forget) each();
  expect(notified).toEqual(['configuration: 2, undefined', 'copies: 2, undefined', 'copies: 2, 3']);
});
