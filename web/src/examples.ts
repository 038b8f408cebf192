// Programs that come with the page. The first one is shown when the page is, from what was computed when the page was built.
import type { Configuration, InputFile, Inspection, RankReport } from '../../wasm/engine';
import { count, h } from './dom';
import type { Status } from './protocol';

export interface Example {
  title: string;
  /** "Convolution net", "Transformer", ... */
  kind: string;
  note: string;
  licence: string;
  files: string[];
  /** Of all files together, as they are fetched. */
  bytes: number;
  instructions: number;
  /** Of each file, unpacked. */
  sha256: string[];
}

/** What the command line said of the first example when the page was built. */
export interface Precomputed {
  inspection: Inspection;
  report: RankReport;
}

const fetchedJson = async (path: string): Promise<unknown> => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

export async function examples(): Promise<Example[]> {
  return ((await fetchedJson('./examples/index.json')) as { examples: Example[] }).examples;
}

export const precomputed = async (): Promise<Precomputed> =>
  (await fetchedJson('./examples/first.json')) as Precomputed;

/** `how many` of its files: a program, and the configurations that were measured for it. */
export async function filesOf(example: Example, howMany = example.files.length): Promise<InputFile[]> {
  return Promise.all(
    example.files.slice(0, howMany).map(async (name) => {
      const response = await fetch(`./examples/${name}`);
      if (!response.ok) throw new Error(`the example ${name} could not be loaded (${response.status})`);
      return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
    }),
  );
}

/** Those of the configurations that were explained when the page was built, in the order of `indices`. */
export const explained = ({ report }: Precomputed, indices: number[]): Configuration[] =>
  indices.flatMap((index) => report.configurations.find((configuration) => configuration.index === index) ?? []);

/** The report of the command line as a ranking of the page. */
export function statusOf({ configurations, count: total, agreement, confidence }: RankReport): Status {
  const scores = Float32Array.from(configurations, ({ score }) => score);
  return {
    scored: total,
    total,
    top: {
      indices: Uint32Array.from(configurations, ({ index }) => index),
      scores,
      times: Float64Array.from(configurations.flatMap(({ time }) => (time === undefined ? [] : [time]))),
    },
    lowest: scores[0] ?? 0,
    highest: scores.at(-1) ?? 0,
    rate: 0,
    tables: 0,
    isJoined: false,
    agreement,
    confidence,
  };
}

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000))} KB`;

/** Text that stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');

/** The list of examples; `choose` gets the one that was pressed. */
export function fillExamples(menu: HTMLElement, list: Example[], choose: (example: Example) => void): void {
  menu.replaceChildren(
    ...list.map((example) => {
      const facts = [
        example.kind,
        `${count(example.instructions)} ${example.instructions === 1 ? 'node' : 'instructions'}`,
        kilobytes(example.bytes),
        example.licence,
      ];
      return h(
        'button',
        {
          type: 'button',
          onclick: () => {
            menu.hidePopover();
            choose(example);
          },
        },
        h('strong', {}, example.title),
        h('span', {}, facts.map(unbroken).join(' · ')),
        h('span', {}, example.note),
      );
    }),
  );
}
