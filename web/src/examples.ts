// The example programs of the page. The first one is ranked at build time, so that the page shows its ranking before
// the engine is loaded.
import type { Configuration, InputFile, Inspection, RankReport } from '../../wasm/engine';
import { compilerDefaultOf } from './compiler_default';
import { count, h } from './dom';
import { fetched } from './models';
import type { Status } from './protocol';
import { isFirstOfProgram } from './report';

export interface Example {
  title: string;
  /** Kind of neural network, as shown to the user: "Convolution net", "Transformer", ... */
  kind: string;
  note: string;
  licence: string;
  files: string[];
  /** Number of bytes to fetch for the example: all its files, gzipped. */
  bytes: number;
  /** Number of instructions; for a file of schedules, number of pipeline stages. */
  instructions: number;
  /** Number of schedules in the file; absent if the file is an HLO program. */
  schedules?: number;
  /** SHA-256 of each decompressed file, in the order of `files`. */
  sha256: string[];
}

/**
 * The JSON output of `hlorank inspect` and `hlorank rank` for the first example program, computed when the page is
 * built.
 */
export interface Precomputed {
  inspection: Inspection;
  report: RankReport;
}

export async function examples(): Promise<Example[]> {
  return ((await (await fetched('./examples/index.json')).json()) as { examples: Example[] }).examples;
}

export const precomputed = async (): Promise<Precomputed> =>
  (await (await fetched('./examples/first.json')).json()) as Precomputed;

/** Fetches one file of an example. */
export async function fileOf(name: string): Promise<InputFile> {
  const response = await fetched(`./examples/${name}`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Fetches all files of an example: the program, then its measured configurations if there are any. */
export const filesOf = (example: Example): Promise<InputFile[]> => Promise.all(example.files.map(fileOf));

/**
 * Returns the configurations with these indices, with explanations of their scores, in the order of `indices`. Skips
 * configurations that are not in the build-time ranking, which contains only the best.
 */
export const explained = ({ report }: Precomputed, indices: number[]): Configuration[] =>
  indices.flatMap((index) => report.configurations.find((configuration) => configuration.index === index) ?? []);

/** Converts the JSON of `hlorank rank` to the status of a finished ranking. */
export function statusOf(report: RankReport): Status {
  const { count: total, agreement, confidence, verdict } = report;
  const configurations = report.configurations.filter(isFirstOfProgram);
  const scores = Float32Array.from(configurations, ({ score }) => score);
  return {
    scored: total,
    total,
    top: {
      indices: Uint32Array.from(configurations, ({ index }) => index),
      ranks: Uint32Array.from(configurations, ({ rank }) => rank ?? 0),
      copies: Uint32Array.from(configurations, ({ sameProgram }) => sameProgram?.count ?? 1),
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
    compilerDefault: compilerDefaultOf(report),
    verdict,
  };
}

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000))} kB`;

/** Replaces spaces and hyphens by variants at which lines do not break. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');

/** Fills the menu of examples. Calls `choose` with the example that the user clicks. */
export function fillExamples(menu: HTMLElement, list: Example[], choose: (example: Example) => void): void {
  menu.replaceChildren(
    ...list.map((example) => {
      const facts = [
        example.kind,
        example.schedules === undefined
          ? `${count(example.instructions)} ${example.instructions === 1 ? 'node' : 'instructions'}`
          : `${count(example.instructions)} stages, ${count(example.schedules)} schedules`,
        kilobytes(example.bytes),
        example.licence,
      ];
      return h(
        'button',
        {
          onclick: () => {
            menu.hidePopover();
            choose(example);
          },
        },
        h('strong', example.title),
        h('span', facts.map(unbroken).join(' · ')),
        h('span', example.note),
      );
    }),
  );
}
