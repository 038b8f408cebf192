// How a ranking agrees with measured times.
import type { Agreement } from '../../../wasm/engine';
import { fill, h, percent, plural } from '../dom';

const kFigures: [string, string, (agreement: Agreement) => string][] = [
  ['Kendall τ', '1: the same order as the measured times; 0: no relation', ({ tau }) => tau?.toFixed(3) ?? '–'],
  [
    'Pairs in order',
    'Pairs whose times differ by more than 2 %; all pairs where there are very many',
    ({ pairAccuracy, orderedPairAccuracy }) => percent(pairAccuracy ?? orderedPairAccuracy),
  ],
  [
    'Slowdown of top 1',
    'How much slower the first configuration is than the fastest of all',
    ({ slowdown1 }) => `+${percent(slowdown1)}`,
  ],
  [
    'top 5',
    'How much slower the best of the first 5 is than the fastest of all',
    ({ slowdown5 }) => `+${percent(slowdown5)}`,
  ],
  [
    'top 10',
    'How much slower the best of the first 10 is than the fastest of all',
    ({ slowdown10 }) => `+${percent(slowdown10)}`,
  ],
];

/** `whose`: what the times are of, when not of all. */
export function showAgreement(root: HTMLElement, agreement: Agreement | null, trainedOn: boolean, whose = ''): void {
  root.hidden = agreement === null;
  if (!agreement) return;
  fill(
    root,
    h(
      'p',
      {},
      `Against ${plural(agreement.configurations, 'measured time')}${whose}${trainedOn ? ', which the model was trained on' : ''}:`,
    ),
    h(
      'dl',
      {},
      ...kFigures.map(([name, hint, value]) =>
        h('div', { class: 'figure', title: hint }, h('dt', {}, name), h('dd', {}, value(agreement))),
      ),
    ),
  );
}
