// The verdict: one sentence on what would make the program faster, and what its time goes into.
import type { Costs } from '../../../wasm/engine';
import { count, duration } from '../dom';
import type { Status } from '../protocol';
import type { Ranked, Selected } from '../selection';
import { bytesMovedText, flopsText, sharesOf, shareText } from './figures';

/** A sentence, and the instructions it names, as links. */
export interface Verdict {
  /** "good": faster layouts are known; "even": no layout is likely to help; "change": two programs; "wait". */
  tone: 'good' | 'even' | 'change' | 'wait';
  headline: string;
  /** What explains it. */
  detail: string;
  /** Most expensive instructions, or the culprit of a change: numbers of instructions, largest first. */
  instructions: { node: number; text: string }[];
}

const kNamed = 3; // expensive instructions named, at most
const kLikely = 0.75; // confidence from which a difference is called likely
const kSame = 0.005; // measured times closer than this fraction are called equal

function expensive(costs: Costs | null, names: string[]): Verdict['instructions'] {
  if (!costs) return [];
  return [...costs.instructions.subarray(0, kNamed)].map((node, i) => ({
    node,
    text: `${names[node]} ${shareText(sharesOf(costs)[i]!)}`,
  }));
}

/** The configuration with the layouts as in the file. `time`: measured, in seconds; null if it was not. */
export interface Own {
  index: number;
  time: number | null;
}

/** A measured gain: times in seconds of the best configuration, and of the one it is compared with. */
interface Gain {
  best: number;
  other: number;
  than: string;
}

/** Compares the best measured time with the compiler's own choice, else with the layouts in the file; null without either. */
function measuredGain({ top, compiler }: Status, own: Own | null): Gain | null {
  let best = Infinity;
  for (const time of top.times) if (time < best) best = time;
  if (!Number.isFinite(best)) return null;
  const chosen = compiler?.compilerDefault;
  if (chosen) return { best, other: chosen.time, than: 'XLA’s own layouts' };
  return own && own.time !== null ? { best, other: own.time, than: 'the layouts in the file' } : null;
}

function verdictOnChange({ words, of, costs }: NonNullable<Selected['changes']>, names: string[]): Verdict {
  const { left, right, changes } = costs;
  const ratio = left.seconds > 0 ? right.seconds / left.seconds - 1 : 0;
  const total =
    Math.abs(ratio) < 0.0005
      ? 'the estimated time stays the same'
      : `the estimated time ${ratio > 0 ? 'grows' : 'falls'} by ${(Math.abs(ratio) * 100).toFixed(ratio > 0.1 ? 0 : 1)} %`;
  const first = changes.find((change) => change.seconds > 0) ?? changes[0];
  if (!first) {
    const changed = of.findIndex((word) => words[word] !== 'unchanged');
    return changed < 0
      ? { tone: 'change', headline: 'The programs compute the same', detail: total, instructions: [] }
      : {
          tone: 'change',
          headline: `${names[changed]}: ${words[of[changed]!]}`,
          detail: total,
          instructions: [{ node: changed, text: names[changed]! }],
        };
  }
  const node = first.right ? names.indexOf(first.right.name) : -1;
  return {
    tone: 'change',
    headline: first.reason || `${(first.right ?? first.left)?.name} changed`,
    detail: `${total} (${duration(left.seconds, 3)} → ${duration(right.seconds, 3)})`,
    instructions: first.right && node >= 0 ? [{ node, text: first.right.name }] : [],
  };
}

/** Words for the model's best configuration when nothing is measured. */
function predicted({ bands, status }: Ranked, own: Own | null): Pick<Verdict, 'tone' | 'headline'> {
  const { top } = status;
  const row = own ? top.indices.indexOf(own.index) : -1;
  const isTie = row >= 0 && row < (bands[0]?.last ?? 1);
  const [best] = top.scores;
  if (status.total <= 1 || best === undefined || isTie || best === 0)
    return { tone: 'even', headline: 'No layout change is likely to help' };
  const { compilerScore, gainConfidence } = status.compiler ?? {};
  const than = compilerScore === undefined ? 'the layouts in the file' : 'the layouts XLA would choose itself';
  if (best >= (compilerScore ?? 0) || (gainConfidence !== undefined && gainConfidence < kLikely))
    return { tone: 'even', headline: `No layout change is likely to beat ${than}` };
  const sure = gainConfidence === undefined ? '' : ` (${(gainConfidence * 100).toFixed(0)} % confidence)`;
  return {
    tone: 'good',
    headline: `Configuration ${top.indices[0]} is likely faster than ${than}${sure}; confirm with hlorank tune`,
  };
}

/** The verdict on what is on the page. `own`: null if no configuration has the layouts as in the file. */
export function verdictOf(
  { program, costs, ranked, changes }: Pick<Selected, 'program' | 'costs' | 'ranked' | 'changes'>,
  own: Own | null,
): Verdict {
  if (!program)
    return { tone: 'wait', headline: 'Open an HLO file to see what is expensive', detail: '', instructions: [] };
  const { names } = program.instructions;
  if (changes) return verdictOnChange(changes, names);
  const instructions = expensive(costs, names);
  const total = costs ? ` of ${flopsText(sum(costs.flops))} and ${bytesMovedText(sum(costs.bytes))} a run` : '';
  const goes = instructions.length ? `The time${total} goes into` : '';
  const { inspection } = program;
  if (inspection.slots === 0)
    return { tone: 'even', headline: 'No operation of this program has a layout choice', detail: goes, instructions };
  if (!ranked || ranked.status.scored < ranked.status.total)
    return { tone: 'wait', headline: 'Ranking layouts…', detail: goes, instructions };
  const gain = measuredGain(ranked.status, own);
  if (!gain) return { ...predicted(ranked, own), detail: goes, instructions };
  const share = gain.other / gain.best - 1;
  const [best, other] = [duration(gain.best, 4), duration(gain.other, 4)];
  const faster = `${(share * 100).toFixed(share > 0.1 ? 0 : 1)} % faster than ${gain.than}`;
  return share > kSame
    ? { tone: 'good', headline: `${faster}: ${best} instead of ${other} (measured)`, detail: goes, instructions }
    : {
        tone: 'even',
        headline: `No measured layout beats ${gain.than}, ${other}: the best of ${count(timesIn(ranked.status))} takes ${best}`,
        detail: goes,
        instructions,
      };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const timesIn = ({ top }: Status): number => top.times.filter((time) => !Number.isNaN(time)).length;
