// Panel that shows how well the predicted order of layouts agrees with their measured run times.
import type { Agreement } from '../../../wasm/engine';
import { fill, h, percent, plural } from '../dom';

const kFigures: [string, string, (agreement: Agreement) => string][] = [
  [
    'Kendall τ',
    'Rank correlation with the measured times. Higher is better; 1: the same order, 0: no relation',
    ({ tau }) => tau?.toFixed(3) ?? '–',
  ],
  [
    'Pairs in order',
    'Fraction of pairs in the order of the measured times. Higher is better. Counts pairs more than 2 % apart in time; all pairs if there are very many',
    ({ pairAccuracy, orderedPairAccuracy }) => percent(pairAccuracy ?? orderedPairAccuracy ?? null),
  ],
  [
    'Slowdown of top 1',
    'How much longer the first configuration runs than the fastest of all. Lower is better',
    ({ slowdown1 }) => `+${percent(slowdown1)}`,
  ],
  [
    'top 5',
    'How much longer the fastest of the first 5 configurations runs than the fastest of all. Lower is better',
    ({ slowdown5 }) => `+${percent(slowdown5)}`,
  ],
  [
    'top 10',
    'How much longer the fastest of the first 10 configurations runs than the fastest of all. Lower is better',
    ({ slowdown10 }) => `+${percent(slowdown10)}`,
  ],
];

/**
 * Fills the panel with the agreement between predicted and measured order; null hides the panel. `trainedOn`: whether
 * the model was trained on this program. `whose`: text that limits the statement to some of the configurations, such as
 * " of the configurations shown"; empty if it is about all.
 */
export function showAgreement(root: HTMLElement, agreement: Agreement | null, trainedOn: boolean, whose = ''): void {
  root.hidden = agreement === null;
  if (!agreement) return;
  fill(
    root,
    h(
      'p',
      { title: 'Equal configurations count once, with the median of their times' },
      `Compared with ${plural(agreement.configurations, 'measured time')}${whose}${trainedOn ? ' (the model was trained on this program)' : ''}:`,
    ),
    h(
      'dl',
      ...kFigures.map(([name, hint, value]) =>
        h('div.figure', { title: hint }, h('dt', name), h('dd', value(agreement))),
      ),
    ),
    agreement.halide
      ? h(
          'p.muted',
          `Halide’s own model: Kendall τ ${kFigures[0]![2](agreement.halide)}, pairs in order ${kFigures[1]![2](agreement.halide)}, slowdown of top 1 ${kFigures[2]![2](agreement.halide)}.`,
        )
      : null,
  );
}
