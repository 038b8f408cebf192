// Writes the verdict on a program: a sentence on what would make it faster, and the instructions that take the most
// time.
import type { Costs, Instructions } from '../../../wasm/engine';
import { duration, plural } from '../dom';
import { simulatedScore } from '../compiler_default';
import { timeChangeText } from '../time_change';
import type { Status } from '../protocol';
import type { Edited, Selected } from '../selection';
import { isProbable } from '../views/confidence';
import { againstBase, scoreChangeText } from '../views/what_if_parts';
import { bytesMovedText, flopsText, sharesOf, shareText, total } from './figures';

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

const kMuch = 0.1; // least share of the time that the named instructions take together if it goes into them
const kNamed = 3; // largest number of expensive instructions that the verdict names
const kTiny = 0.01; // an instruction with a smaller share than this part of the largest one is not named

function expensive(costs: Costs | null, names: string[]): Named[] {
  if (!costs) return [];
  const shares = [...sharesOf(costs).subarray(0, kNamed)].filter((share, _, [most]) => share >= kTiny * most!);
  return shares.map((share, i) => {
    const node = costs.instructions[i]!;
    return { node, name: names[node]!, note: shareText(share) };
  });
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
    detail: `estimated time ${timeChangeText(costs)}`,
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

/**
 * Writes the verdict on the layouts that the user made in the what-if panel. `compilerScore`: score of the layouts that
 * the simulated compiler chooses; null if unknown. It has no probability, and does not decide the tone.
 */
function verdictOnEdits(edited: Edited, compilerScore: number | null, detail: string, instructions: Named[]): Verdict {
  const { changed, score, difference, pairConfidence } = edited;
  const isFaster = difference < 0 && (pairConfidence === null || isProbable(pairConfidence));
  const text = againstBase(difference, pairConfidence, 'the program layouts');
  const fromCompiler = compilerScore === null ? 0 : score - compilerScore;
  const change = fromCompiler === 0 ? 'the same as' : `${scoreChangeText(fromCompiler)} than`;
  const compiler =
    compilerScore === null ? '' : ` The score is ${change} that of the compiler’s own choice (simulated).`;
  const said =
    changed === 0
      ? 'Your layouts are the program layouts.'
      : `Your layouts (${plural(changed, 'layout')} changed): ${text[0]!.toLowerCase()}${text.slice(1)}`;
  return {
    tone: isFaster ? 'good' : 'even',
    headline: said + compiler,
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
  const detail = costs && instructions.length ? `${totalText(costs)} ${placesText(costs)}` : '';
  if (program.inspection.slots === 0)
    return { tone: 'even', headline: 'No operation of this program has a layout choice.', detail, instructions };
  if (!ranked || ranked.status.scored < ranked.status.total)
    return { tone: 'wait', headline: 'Ranking layouts…', detail, instructions };
  if (edited && configuration?.index === -1)
    return verdictOnEdits(edited, simulatedScore(ranked.status, program.inspection), detail, instructions);
  if (!layouts) return { tone: 'even', headline: 'There is only one configuration.', detail, instructions };
  return {
    tone: toneOf(layouts),
    headline: layouts.text,
    detail,
    instructions,
    ...(layouts.detail ? { more: layouts.detail } : {}),
  };
}

/**
 * Returns "The time of 1.23 ms estimated for a100 (2 GFLOP, 4 MiB moved)", or "The measured time of 2.34 ms (1.23 ms
 * estimated for a100; 2 GFLOP, 4 MiB moved)".
 */
function totalText({ seconds, flops, bytes, isMeasured, measured, machine }: Costs): string {
  const work = `${flopsText(total(flops))}, ${bytesMovedText(total(bytes))} moved`;
  const estimate = `${duration(total(seconds), 3)} estimated${machine ? ` for ${machine}` : ''}`;
  return isMeasured
    ? `The measured time of ${duration(total(measured), 3)} (${estimate}; ${work})`
    : `The time of ${estimate} (${work})`;
}

/** Says whether the named instructions take the time, or, if they take little of it, which kind of operation does. */
function placesText(costs: Costs): string {
  const shares = sharesOf(costs);
  if (total(shares.subarray(0, kNamed)) >= kMuch) return 'goes into';
  const kinds = new Map<string, number>();
  costs.kinds.forEach((kind, i) => kinds.set(kind, (kinds.get(kind) ?? 0) + shares[i]!));
  const [kind, share] = [...kinds].reduce((most, one) => (one[1] > most[1] ? one : most));
  return `is spread over many instructions, ${shareText(share)} of it ${kind}. The largest are`;
}

const toneOf = ({ kind }: NonNullable<Status['verdict']>): Verdict['tone'] =>
  kind === 'measured' || kind === 'predicted' ? 'good' : 'even';
