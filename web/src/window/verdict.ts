// Writes the verdict on a program: a sentence on what would make it faster, and the instructions that take the most
// time.
import type { Costs, Instructions } from '../../../wasm/engine';
import { duration } from '../dom';
import type { Status } from '../protocol';
import type { Selected } from '../selection';
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
  const { left, right, changes } = costs;
  const ratio = left.seconds > 0 ? right.seconds / left.seconds - 1 : 0;
  const total =
    Math.abs(ratio) < 0.0005
      ? 'the estimated time stays the same'
      : `the estimated time ${ratio > 0 ? 'grows' : 'falls'} by ${(Math.abs(ratio) * 100).toFixed(Math.abs(ratio) > 0.1 ? 0 : 1)} %`;
  const first = changes.find((change) => (ratio < 0 ? change.seconds < 0 : change.seconds > 0)) ?? changes[0];
  if (!first) {
    const changed = of.findIndex((word) => words[word] !== 'unchanged');
    return changed < 0
      ? { tone: 'change', headline: 'The programs compute the same', detail: total, instructions: [] }
      : {
          tone: 'change',
          headline: `${names[changed]}: ${words[of[changed]!]}`,
          detail: total,
          instructions: [{ node: changed, name: names[changed]! }],
        };
  }
  const { right: culprit } = first;
  const node = names.findIndex((name, i) => name === culprit?.name && computations[i] === culprit.computation);
  const relaid = [...of.keys()].filter((i) => words[of[i]!] === 'layout');
  const [cause] = relaid.length === 1 && relaid[0] !== node ? relaid : [];
  return {
    tone: 'change',
    headline: first.reason || `${(first.right ?? first.left)?.name} changed`,
    detail: `${total} (${duration(left.seconds, 3)} → ${duration(right.seconds, 3)})`,
    instructions: [
      ...(node >= 0 ? [{ node, name: names[node]! }] : []),
      ...(cause === undefined ? [] : [{ node: cause, name: names[cause]!, note: 'has another layout' }]),
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

/** Writes the verdict on the open program. Its statement about layouts is the same as that of `hlorank rank`. */
export function verdictOf({
  program,
  costs,
  ranked,
  changes,
}: Pick<Selected, 'program' | 'costs' | 'ranked' | 'changes'>): Verdict {
  const layouts = ranked?.status.verdict;
  if (!program)
    return layouts
      ? { tone: toneOf(layouts), headline: layouts.text, detail: '', instructions: [] }
      : { tone: 'wait', headline: 'Open an HLO file to see what is expensive', detail: '', instructions: [] };
  const { names } = program.instructions;
  if (program.inspection.schedules) return verdictOnSchedules(layouts, expensive(costs, names));
  if (changes) return verdictOnChange(changes, program.instructions);
  const instructions = expensive(costs, names);
  const total = costs ? ` of ${flopsText(sum(costs.flops))} and ${bytesMovedText(sum(costs.bytes))} a run` : '';
  const detail = instructions.length ? `The time${total} goes into` : '';
  if (program.inspection.slots === 0)
    return { tone: 'even', headline: 'No operation of this program has a layout choice.', detail, instructions };
  if (!ranked || ranked.status.scored < ranked.status.total)
    return { tone: 'wait', headline: 'Ranking layouts…', detail, instructions };
  if (!layouts) return { tone: 'even', headline: 'There is only one configuration.', detail, instructions };
  return { tone: toneOf(layouts), headline: layouts.text, detail, instructions };
}

const toneOf = ({ kind }: NonNullable<Status['verdict']>): Verdict['tone'] =>
  kind === 'measured' || kind === 'predicted' ? 'good' : 'even';

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
