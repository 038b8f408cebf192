// Tests the contrast of colours that carry meaning, for full colour vision and for colour vision deficiencies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kinds } from '../../web/src/graph/opcodes.ts';
import { costOverlay } from '../../web/src/graph/overlay.ts';
import { root } from './core.ts';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

// Matrices that simulate colour vision deficiencies in linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
const sights: Record<string, Matrix> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const toXyz: Matrix = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
];

const times = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

function linear(colour: string): Triple {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as unknown as Triple;
}

/**
 * Returns the CIELAB coordinates of a colour as a person with a colour vision deficiency sees it. `sight`: matrix of
 * the deficiency.
 */
function seen(colour: string, sight: Matrix): Triple {
  const light = times(sight, linear(colour)).map((c) => Math.min(1, Math.max(0, c))) as unknown as Triple;
  const [x, y, z] = times(toXyz, light).map((c) => (c > 0.008856 ? Math.cbrt(c) : 7.787 * c + 16 / 116)) as [
    number,
    number,
    number,
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const apart = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function contrast(a: string, b: string): number {
  const [low, high] = [a, b].map((colour) => times(toXyz, linear(colour))[1]).sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const styles = ['theme', 'graph_legend']
  .map((name) => readFileSync(join(root, `web/src/style/${name}.css`), 'utf8'))
  .join('\n');

/**
 * Returns the value of a CSS variable in the light or the dark colour scheme. The style sheet defines the variable by
 * light-dark().
 */
function variable(name: string, scheme: 'light' | 'dark'): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(styles) ?? [];
  return (scheme === 'light' ? light : dark)!;
}

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(Object.entries(sights))('kinds of operations are distinguishable with %s', (_, sight) => {
    const names = [...kinds.map(({ name }) => name), 'section'];
    const colours = names.map((name) => seen(variable(`graph-${name}`, scheme), sight));
    for (let i = 0; i < names.length; ++i)
      for (let j = 0; j < i; ++j)
        expect(apart(colours[i]!, colours[j]!), `${names[i]} and ${names[j]}`).toBeGreaterThan(15);
  });

  test.each(Object.entries(sights))(
    'faster and slower are distinguishable from each other and from the background with %s',
    (_, sight) => {
      const [faster, slower, panel] = ['faster', 'slower', 'panel'].map((name) => seen(variable(name, scheme), sight));
      expect(apart(faster!, slower!)).toBeGreaterThan(60);
      // A distance of 2 in CIELAB is just noticeable; from 25 on, colours are clearly different.
      expect(apart(faster!, panel!)).toBeGreaterThan(25);
      expect(apart(slower!, panel!)).toBeGreaterThan(25);
    },
  );

  test('boxes that take 1, 4, 16 and 64 % of the time are distinguishable, and the text on them is legible', () => {
    const shares = [0.01, 0.04, 0.16, 0.64];
    const costs = {
      instructions: Uint32Array.of(0),
      seconds: Float64Array.of(1),
      isMeasured: false,
    } as unknown as Parameters<typeof costOverlay>[0];
    const strengthOf = costOverlay(costs, 'seconds', String).strength!;
    const hex = (name: string) => [1, 3, 5].map((at) => parseInt(variable(name, scheme).slice(at, at + 2), 16));
    const mix = (under: number[], over: number[], share: number) => under.map((c, i) => c + (over[i]! - c) * share);
    // The legend has the formula of the shader.
    const [, least, range] = /--tone\) calc\((\d+)% \+ (\d+)% \* var\(--strength\)\), var\(--panel/.exec(styles)!;
    const fills = shares.map((share) => {
      const strength = strengthOf(share);
      const tone = mix(hex('slower'), hex('graph-hot'), strength);
      const fill = mix(hex('panel'), tone, (Number(least) + Number(range) * strength) / 100);
      return `#${fill.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
    });
    const colours = fills.map((fill) => seen(fill, sights['full colour vision']!));
    for (let i = 1; i < colours.length; ++i)
      expect(apart(colours[i]!, colours[i - 1]!), `${shares[i]}`).toBeGreaterThan(10);
    for (const fill of fills) expect(contrast(fill, variable('text', scheme)), fill).toBeGreaterThan(4.5);
  });

  test('meaningful colours have a contrast of at least 3:1 to the background', () => {
    const names = [
      ...kinds.map(({ name }) => `graph-${name}`).filter((name) => name !== 'graph-plumbing'),
      'faster',
      'slower',
    ];
    for (const name of names)
      expect(contrast(variable(name, scheme), variable('panel', scheme)), name).toBeGreaterThan(3);
  });
});
