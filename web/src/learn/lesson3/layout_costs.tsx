// Picture of the layouts of an instruction. Shows the cost of each layout by the published graph model, and the score
// as the sum of the costs.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { decimal } from '../frame/language';
import { layoutCost, membersOf, scoreOf, type Slot, sumOf } from './costs';
import { encode, type Weights } from './encoder';
import type { Encoded, Given } from './network';
import { numberText, RowsField, type Shared, type Text, WithEncoding } from './shared';

const kTermNames = ['termOrder', 'termRows', 'termNeighbours', 'termChanged'] as const;

export interface LayoutCostsProps extends Given {
  text: Text;
  names: string[];
  node: number;
  weights: Weights;
  /** For each network of the ensemble, a function that returns the state of a node. */
  states: ((node: number) => number[])[];
}

/** Translates the name of a tensor, such as "operand 0", into the language of the lesson. */
const tensorText = (text: Text, tensor: string): string => {
  const number = /\d+$/.exec(tensor)?.[0];
  return number === undefined ? text('output') : text('operandNumber', { number });
};

/**
 * Shows a column for each operand or result of an instruction whose layout can be chosen. The learner selects one of
 * the layouts in the column.
 */
export function LayoutCosts({ text, names, node, weights, states, inputs, slots }: LayoutCostsProps) {
  const own = slots.filter((slot) => slot.node === node);
  const changed = (slot: Slot): number => slot.layouts.findIndex((_, i) => i !== slot.reference);
  /**
   * Returns the layout of each tensor at the start. One tensor has another layout than in the HLO file; the others have
   * the same.
   */
  const begin = (): number[] => {
    const first = own.find(({ tensor, layouts }) => tensor === 'operand 0' && layouts.length > 1);
    return own.map((slot) => (slot === first ? changed(slot) : slot.reference));
  };
  const chosen = useSignal(begin());
  useEffect(() => void (chosen.value = begin()), [node, names]);
  if (!own.length) return <p class="muted">{text('noLayouts', { name: names[node]! })}</p>;
  const costs = own.map((slot, i) => {
    const row = slot.row + (chosen.value[i] ?? slot.reference);
    return layoutCost(
      weights,
      inputs,
      row,
      states.map((stateOf) => [stateOf(node), stateOf(slot.value)]),
    );
  });
  const sum = sumOf(
    slots,
    own.map((slot, i) => ({ slot, cost: costs[i]!.cost })),
  );
  return (
    <>
      <div class="layout-costs-frame">
        <table class="layout-costs">
          <caption>{text('costsCaption', { name: names[node]! })}</caption>
          <thead>
            <tr>
              <th scope="col">{text('estimateHead')}</th>
              {own.map(({ tensor, value, layouts }, i) => (
                <th scope="col" key={tensor}>
                  <label>
                    {tensorText(text, tensor)}
                    <br />
                    {names[value]}{' '}
                    <select
                      value={String(chosen.value[i])}
                      onChange={(event) => {
                        chosen.value = chosen.value.with(i, Number(event.currentTarget.value));
                      }}
                    >
                      {layouts.map((layout, each) => (
                        <option key={layout} value={String(each)}>
                          {layout}
                        </option>
                      ))}
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kTermNames.map((name, term) => (
              <tr key={name}>
                <th scope="row">{text(name)}</th>
                {costs.map(({ terms, factors }, i) => (
                  <td key={i}>{terms[term] ? `${decimal(terms[term], 3)} × ${numberText(factors[term]!)}` : '0'}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text('costRow')}</th>
              {costs.map(({ cost }, i) => (
                <td key={i}>{numberText(cost)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <p class="live" aria-live="polite">
        {text('scoreIs', {
          sum: numberText(sum),
          shrunk: `${sum < 0 ? '−' : ''}20 · ln(1 + ${numberText(Math.abs(sum))})`,
          score: decimal(scoreOf(sum), 1),
        })}
      </p>
    </>
  );
}

const kInstruction = 'product'; // name of the only instruction of the program whose layouts can be chosen

function CostsOfLesson({ text, found }: { text: Text; found: Encoded }) {
  const { read, weights, inputs } = found;
  const { names } = read.instructions;
  const states = useMemo(
    () =>
      Array.from({ length: membersOf(weights) }, (_, member) => {
        const { state } = encode(weights, inputs, member).layers.at(-1)!;
        return (node: number) => state[node]!;
      }),
    [found],
  );
  return <LayoutCosts {...found} text={text} names={names} node={names.indexOf(kInstruction)} states={states} />;
}

export function Score({ shared }: { shared: Shared }) {
  return (
    <>
      <WithEncoding encoded={shared.encoded}>
        {(found) => <CostsOfLesson text={shared.text} found={found} />}
      </WithEncoding>
      <RowsField {...shared} />
    </>
  );
}
