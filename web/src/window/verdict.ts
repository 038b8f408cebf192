// Writes the verdict on a program: a sentence on what would make it faster, and the instructions that take the most
// time.
import type { Costs, Instructions } from '../../../wasm/engine';
import { duration, plural } from '../dom';
import { timeChangeText } from '../time_change';
import type { Status } from '../protocol';
import type { Edited, Selected } from '../selection';
import { isProbable } from '../views/confidence';
import { againstStart } from '../views/what_if_parts';
import { bytesMovedText, flopsText, sharesOf, shareText } from './figures';

/** An instruction that the verdict names, and what the verdict says about it. */
interface Named {
  node: number;
  name: string;
  note?: string;
}

/** The verdict on a program: sentences, and the instructions that they name, which the page shows as links. */
export interface Verdict {
  /**
   * Kind of verdict. "good": faster layouts are known. "even": no layout is likely to help. "change": compares two
   * programs. "wait": not known yet.
   */
  tone: 'good' | 'even' | 'change' | 'wait';
  headline: string;
  /** Sentence that explains the headline. */
  detail: string;
  /** What the headline is based on, or what else to do; shown on request. */
  more?: string;
  /**
   * The most expensive instructions, most expensive first. In a comparison of two programs, the instructions that
   * explain the change.
   */
  instructions: Named[];
}

const kNamed = 3; // largest number of expensive instructions that the verdict names

function expensive(costs: Costs | null, names: string[]): Named[] {
  if (!costs) return [];
  return [...costs.instructions.subarray(0, kNamed)].map((node, i) => ({
    node,
    name: names[node]!,
    note: shareText(sharesOf(costs)[i]!),
  }));
}

function verdictOnChange(
  { words, of, costs }: NonNullable<Selected['changes']>,
  { names, computations }: Instructions,
): Verdict {
  const { summary, changes } = costs;
  const cause = summary.cause === null ? undefined : changes[summary.cause];
  const node = cause
    ? names.findIndex((name, i) => name === cause.right?.name && computations[i] === cause.right.computation)
    : -1;
  const isEdited = !of.some((word) => words[word] === 'added');
  const relaid = isEdited ? [...of.keys()].filter((i) => words[of[i]!] === 'layout') : [];
  const [other] = relaid.length === 1 && relaid[0] !== node ? relaid : [];
  const headline = cause ? summary.text : summary.text[0]!.toUpperCase() + summary.text.slice(1);
  return {
    tone: 'change',
    headline: headline.replaceAll(/([ (])-(?=\d)/g, '$1−'),
    detail: `estimated time ${timeChangeText(costs.summary)}`,
    instructions: [
      ...(node >= 0 ? [{ node, name: names[node]! }] : []),
      ...(other === undefined ? [] : [{ node: other, name: names[other]!, note: 'has another layout' }]),
    ],
  };
}

/**
 * Writes the verdict on Halide or TVM schedules. It has the sentences that `hlorank rank` prints, and the stages that
 * take longest.
 */
function verdictOnSchedules(verdict: Status['verdict'] | undefined, instructions: Named[]): Verdict {
  if (verdict === undefined) return { tone: 'wait', headline: 'Ranking schedules…', detail: '', instructions };
  if (!verdict) return { tone: 'even', headline: 'There is only one schedule.', detail: '', instructions };
  const end = verdict.text.indexOf('schedules.') + 'schedules.'.length;
  const rest = verdict.text.slice(end).trim();
  const detail = [rest, instructions.length ? 'Its time goes into' : ''].filter(Boolean).join(' ');
  return { tone: 'good', headline: verdict.text.slice(0, end), detail, instructions };
}

/** Writes the verdict on the layouts that the user made in the what-if panel. */
function verdictOnEdits(edited: Edited, detail: string, instructions: Named[]): Verdict {
  const { start, changed, score, pairConfidence } = edited;
  const isFaster = score < 0 && (pairConfidence === null || isProbable(pairConfidence));
  const text = againstStart(score, pairConfidence, start);
  return {
    tone: isFaster ? 'good' : 'even',
    headline: `Your layouts (${plural(changed, 'layout')} changed): ${text[0]!.toLowerCase()}${text.slice(1)}`,
    detail,
    instructions,
  };
}

/** Writes the verdict on the open program. Its statement about layouts is the same as that of `hlorank rank`. */
export function verdictOf({
  program,
  costs,
  ranked,
  changes,
  edited,
  configuration,
}: Pick<Selected, 'program' | 'costs' | 'ranked' | 'changes' | 'edited' | 'configuration'>): Verdict {
  const layouts = ranked?.status.verdict;
  if (!program)
    return layouts
      ? { tone: toneOf(layouts), headline: layouts.text, detail: '', instructions: [] }
      : { tone: 'wait', headline: 'Open an HLO file to see what is expensive', detail: '', instructions: [] };
  const { names } = program.instructions;
  if (program.inspection.schedules) return verdictOnSchedules(layouts, expensive(costs, names));
  if (changes) return verdictOnChange(changes, program.instructions);
  const instructions = expensive(costs, names);
  const detail = costs && instructions.length ? `The time${totalText(costs)} goes into` : '';
  if (program.inspection.slots === 0)
    return { tone: 'even', headline: 'No operation of this program has a layout choice.', detail, instructions };
  if (!ranked || ranked.status.scored < ranked.status.total)
    return { tone: 'wait', headline: 'Ranking layouts…', detail, instructions };
  if (edited && configuration?.index === -1) return verdictOnEdits(edited, detail, instructions);
  if (!layouts) return { tone: 'even', headline: 'There is only one configuration.', detail, instructions };
  return {
    tone: toneOf(layouts),
    headline: layouts.text,
    detail,
    instructions,
    ...(layouts.detail ? { more: layouts.detail } : {}),
  };
}

/** Returns " of 1.23 ms estimated for a100 (2 GFLOP, 4 MiB moved)". Leaves out the estimate if times were measured. */
function totalText({ seconds, flops, bytes, isMeasured, machine }: Costs): string {
  const work = `${flopsText(sum(flops))}, ${bytesMovedText(sum(bytes))} moved`;
  const target = machine ? ` for ${machine}` : '';
  return isMeasured ? ` (${work})` : ` of ${duration(sum(seconds), 3)} estimated${target} (${work})`;
}

const toneOf = ({ kind }: NonNullable<Status['verdict']>): Verdict['tone'] =>
  kind === 'measured' || kind === 'predicted' ? 'good' : 'even';

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
