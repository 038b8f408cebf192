// Memory and accuracy of hlorank's trainer on a large graph, as measured by scripts/segment_cases.py.
import type { ComponentChildren } from 'preact';
import { decimal, wholeNumber } from '../frame/language';
import cases from './cases.json';
import type { Text } from './shared';

export const { program, sizes, dropouts, long, steps: kSteps } = cases;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const tauText = (taus: number[]): string => decimal(mean(taus), 2);

export const rowOf = (size: number): (typeof sizes)[number] => sizes.find((row) => row.size === size)!;
export const meanTau = (taus: number[]): number => mean(taus);

/** Returns the largest difference of Kendall's tau between training runs with the same settings but different seeds. */
const largestGap = (rows: { tau: number[] }[]): number =>
  Math.max(...rows.map(({ tau }) => Math.max(...tau) - Math.min(...tau)));

// Segment sizes in nodes. The first gives two full segments and a small rest, the second two halves of the graph.
const [kUneven, kEven] = [20_000, 21_808];

interface Row {
  name: string;
  /** Peak memory in megabytes. If absent, the table has no column for it. */
  memory?: number;
  tau: number[];
}

/** Table with one row for each way of training. Hides the accuracy (Kendall's tau) unless `showsTau` is true. */
function Rows(props: { rows: Row[]; head: string; caption: string; text: Text; showsTau: boolean }) {
  const { rows, head, caption, text, showsTau } = props;
  const most = Math.max(...rows.map(({ memory }) => memory ?? 0), 1);
  const bar = (share: number): ComponentChildren => <i style={{ width: `${Math.max(0, share) * 100}%` }} />;
  const hasMemory = rows.some(({ memory }) => memory !== undefined);
  return (
    <table class="measured">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {hasMemory ? <th scope="col">{text('memoryHead')}</th> : null}
          <th scope="col">{text('tauHead')}</th>
          <th scope="col">{text('seedsHead')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, memory, tau }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {memory === undefined ? null : (
              <td class="megabytes">
                {bar(memory / most)}
                {text('megabytes', { n: memory })}
              </td>
            )}
            <td class="tau">{showsTau ? [bar(mean(tau)), tauText(tau)] : '?'}</td>
            <td>{showsTau ? tau.map((each) => decimal(each, 3)).join('; ') : '?'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function BySize({ text, showsTau }: { text: Text; showsTau: boolean }) {
  const name = (size: number): string => (size ? text('segmentsOf', { size: wholeNumber(size) }) : text('wholeGraph'));
  return (
    <>
      <Rows
        rows={sizes.map(({ size, memory, tau }) => ({ name: name(size), memory, tau }))}
        head={text('trainedOn')}
        caption={text('sizesCaption', { steps: kSteps })}
        text={text}
        showsTau={showsTau}
      />
      <p>
        {showsTau
          ? text('afterSizes', {
              most: decimal(largestGap(sizes), 2),
              uneven: wholeNumber(kUneven),
              even: wholeNumber(kEven),
            })
          : text('hidden')}
      </p>
    </>
  );
}

export function ByDropout({ text, showsTau }: { text: Text; showsTau: boolean }) {
  const rows = dropouts.map(({ dropout, tau }) => ({ name: `p = ${decimal(dropout, 2)}`, tau }));
  return (
    <>
      <Rows
        rows={[...rows, { name: text('longRow', { steps: long.steps }), tau: long.tau }]}
        head={text('dropoutHead')}
        caption={text('dropoutsCaption', { steps: kSteps })}
        text={text}
        showsTau={showsTau}
      />
      {showsTau ? null : <p>{text('hidden')}</p>}
    </>
  );
}
