// Tests that links and reports restore the state that was encoded in them, and that invalid links and reports are
// rejected.
import { describe, expect, test } from 'vitest';
import type { Costs, Instructions, RankReport } from '../../wasm/engine.ts';
import { type Context, reportFrom, reportHtml } from '../../web/src/report.ts';
import { decodeState, encodeState, kLongest, type SharedState, stateFrom } from '../../web/src/share.ts';

const state: SharedState = {
  files: [{ name: 'net.hlo', sha256: 'ab'.repeat(32) }],
  compared: { name: 'before.hlo', sha256: 'ef'.repeat(32) },
  model: 'calibrated',
  network: 'cd'.repeat(32),
  candidates: 2000,
  cores: 16,
  configuration: 17,
  instruction: 4,
  list: 'conflicts',
  view: 'diff',
  drawer: 'instructions',
  title: 'Ünïcode → 名',
  notes: 'line one\nline <two> & "three"',
};

describe('a link', () => {
  test('decodes to the encoded state', () => {
    const hash = encodeState(state);
    expect(hash).toMatch(/^#v1=[\w-]+$/);
    expect(decodeState(hash)).toEqual(state);
  });

  test('is at most 2 KB; otherwise the error gives the excess', () => {
    expect(encodeState({ ...state, notes: 'x'.repeat(1000) }).length).toBeLessThanOrEqual(kLongest);
    expect(() => encodeState({ ...state, notes: 'x'.repeat(2000) })).toThrow(/over the limit\. Shorten the notes/);
  });

  test('that is truncated or forged is rejected', () => {
    expect(() => decodeState(encodeState(state).slice(0, -30))).toThrow(/damaged/);
    expect(() => decodeState(`#v1=${btoa('{"files":[],"model":"m"}')}`)).toThrow(/damaged/);
    expect(decodeState('#something-else')).toBeNull();
  });

  test('of an old version names the analytical cost model', () => {
    expect(decodeState(encodeState({ ...state, model: 'h2' }))?.model).toBe('analytical');
  });

  test('without panes and a compared program, as earlier versions wrote them, decodes', () => {
    const ab = 'ab'.repeat(32);
    expect(
      decodeState(
        '#v1=eyJmaWxlcyI6W3sibmFtZSI6Im5ldC5obG8iLCJzaGEyNTYiOiJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiIn0seyJuYW1lIjoibmV0Lm5weiIsInNoYTI1NiI6ImNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2QifV0sIm1vZGVsIjoiaDIiLCJuZXR3b3JrIjoiZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZmVmZWZlZiIsImNhbmRpZGF0ZXMiOjIwMDAsImNvbmZpZ3VyYXRpb24iOjE3LCJpbnN0cnVjdGlvbiI6NCwidGl0bGUiOiLDnG7Dr2NvZGUg4oaSIOWQjSIsIm5vdGVzIjoiYSJ9',
      ),
    ).toEqual({
      files: [
        { name: 'net.hlo', sha256: ab },
        { name: 'net.npz', sha256: 'cd'.repeat(32) },
      ],
      model: 'analytical',
      network: 'ef'.repeat(32),
      candidates: 2000,
      configuration: 17,
      instruction: 4,
      title: 'Ünïcode → 名',
      notes: 'a',
    });
    expect(
      decodeState(
        '#v1=eyJmaWxlcyI6W3sibmFtZSI6Im5ldC5obG8iLCJzaGEyNTYiOiJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiIn1dLCJtb2RlbCI6InNpbXVsYXRlZCJ9',
      ),
    ).toEqual({ files: [{ name: 'net.hlo', sha256: ab }], model: 'simulated' });
  });

  test('that names panes which do not exist opens without them; a compared program must have a hash', () => {
    const found = stateFrom({ ...state, list: 'x', view: ['graph'], drawer: 1 })!;
    expect([found.list, found.view, found.drawer]).toEqual([undefined, undefined, undefined]);
    expect(stateFrom({ ...state, compared: { name: 'n', sha256: 'zz' } })).toBeNull();
    expect(stateFrom({ ...state, files: [null] })).toBeNull();
    expect(stateFrom({ ...state, compared: { ...state.compared!, more: 1 } })).toEqual(state);
  });

  test('drops unknown fields', () => {
    const made = { ...state, files: [{ name: 'n', sha256: 'zz' }] };
    expect(stateFrom(made)).toBeNull();
    expect(stateFrom({ ...state, configuration: -1, script: 'x' })).toEqual({ ...state, configuration: undefined });
    for (const cores of [0, 4097, 1.5, '8'])
      expect(stateFrom({ ...state, cores })).toEqual({ ...state, cores: undefined });
  });
});

describe('a report', () => {
  const report = {
    version: 1,
    file: 'net<1>.hlo',
    name: 'net',
    format: 'HLO text',
    model: { name: 'calibrated', title: 'Calibrated & analytical' },
    generated: false,
    count: 2,
    confidence: null,
    configurations: [
      {
        index: 17,
        score: -0.25,
        usable: true,
        time: 0.001,
        z: -0.25,
        changes: [
          {
            node: 'dot.1',
            computation: 'main',
            opcode: 'dot',
            shape: 'f32[2,3]',
            tensor: 'output',
            from: '{1,0}',
            to: '{0,1}',
          },
        ],
        contributions: [{ node: 'dot.1', tensor: 'output', layout: '{0,1}', amount: -0.25 }],
      },
      { index: 0, score: 0, usable: true, time: 0.002, z: 0, changes: [], contributions: [] },
    ],
    agreement: null,
    warnings: [],
    notices: [{ kind: 'raw', message: 'A notice with </script> in it' }],
  } as unknown as RankReport;
  const context: Context = {
    verdict: {
      tone: 'change',
      headline: 'dot.1 appeared',
      detail: 'The time goes into',
      more: 'Check with `--dump <dir>`.',
      instructions: [{ node: 1, name: 'dot.1', note: '40 %' }],
    },
    costs: null,
    hotspots: null,
    edited: null,
  };
  const write = (what: Partial<Context> = {}, shared: SharedState = state) =>
    reportHtml(report, shared, { ...context, ...what }, 'https://example.org/#v1=x', new Date('2026-01-02'));
  const html = write();

  test('contains its data as JSON, with any characters in its texts', () => {
    expect(reportFrom(html)).toEqual({ state, report });
  });

  test('has no external resources and no scripts', () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<(?:link|img|iframe|object)\b| src=|url\(/);
    expect(html.match(/<script/g)).toEqual(['<script']);
    expect(html).toContain('<script type="application/json"');
  });

  test('escapes texts from the file and the user', () => {
    expect(html).toContain('net&lt;1&gt;.hlo');
    expect(html).toContain('line &lt;two&gt; &amp; &quot;three&quot;');
  });

  test('begins with the verdict on the page, with code as code', () => {
    expect(html).toContain('<p><strong>dot.1 appeared</strong></p>');
    expect(html).toContain('Check with <code>--dump &lt;dir&gt;</code>.');
    expect(html).toContain('The time goes into <code>dot.1</code> 40 %');
  });

  test('lists the instructions that take the most time', () => {
    const one = (value: number) => Float64Array.of(value);
    const costs = {
      instructions: Uint32Array.of(1),
      ...{ seconds: one(2e-6), share: one(1), flops: one(3000), bytes: one(2048), trips: one(1) },
      ...{ isMeasured: false, measured: one(0), measuredShare: one(0), bounds: ['memory'], machine: 'cpu-1core' },
    } as unknown as Costs;
    const instructions = { names: ['x', 'add<1>'], opcodes: ['parameter', 'add'] } as Instructions;
    const estimated = write({ hotspots: { costs, instructions } });
    expect(estimated).toContain('Estimated for cpu-1core: 2.00 µs in all.');
    expect(estimated).toMatch(/add&lt;1&gt;<.*>add<.*>100 %<.*>2.00 µs<.*>3\.00 kFLOP<.*>2 KiB<.*>memory</);
    const measured = { ...costs, isMeasured: true, measured: one(5e-6), measuredShare: one(1) };
    expect(write({ hotspots: { costs: measured, instructions } })).toContain('Measured: 5.00 µs in all.');
    expect(html).not.toContain('Where the time goes');
  });

  test('lists the largest changes of cost, those in the direction of the total first', () => {
    const side = { seconds: 2e-3, flops: 0, bytes: 0 };
    const change = { left: null, right: null, flops: 0, bytes: 0, stridedBytes: 0 };
    const costs = {
      machine: 'a100',
      left: side,
      right: { ...side, seconds: 1e-3 },
      summary: { before: 2e-3, seconds: -1e-3, stridedSeconds: 0, increases: 0, decreases: 0, cause: null, text: '' },
      notices: [],
      changes: [
        { ...change, seconds: 1e-3, reason: 'copy.2 appeared' },
        ...Array.from({ length: 20 }, (_, i) => ({ ...change, seconds: -1e-4, reason: `dot.${i} costs less` })),
      ],
    };
    expect(write({ costs }, { ...state, compared: undefined })).not.toContain('Changes:');
    const written = write({ costs });
    expect(written).toContain('<h2>Changes: before.hlo → net&lt;1&gt;.hlo</h2>');
    expect(written).toContain('Estimated for a100: 2.00 ms → 1.00 ms (−50 %). 1 smaller change not listed.');
    expect(written.indexOf('dot.1 costs less')).toBeLessThan(written.indexOf('copy.2 appeared'));
  });

  test("explains the user's layouts instead of the selected configuration", () => {
    const edited = { ...report.configurations[0]!, index: -1, rank: 1 };
    expect(write({ edited })).toContain('<h2>Your layouts: contributions to the score</h2>');
    expect(html).not.toContain('Your layouts');
  });

  test('is not found in other HTML', () => {
    expect(reportFrom('<!doctype html><title>x</title>')).toBeNull();
  });
});
