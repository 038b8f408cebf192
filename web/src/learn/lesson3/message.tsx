// Picture of the published network's message passing steps on a timeline, and of the terms from which one number of a
// state is computed.
import { signal } from '@preact/signals';
import { Formula, Terms } from '../frame/formula';
import { decimal } from '../frame/language';
import { Timeline } from '../frame/timeline';
import { ComponentField, Graph, numberText, RowsField, selectedNode, type Shared, WithEncoding } from './shared';
import stepFormula from './step.tex';
import { explainStep, statesAt } from './steps';
import { Strips } from './strips';
import sumFormula from './sum.tex';

export function makeMessage(shared: Shared, showsFormula: boolean) {
  const { text, encoded, component, say } = shared;
  const at = signal(0);

  return function Message() {
    return (
      <WithEncoding encoded={encoded}>
        {(found) => {
          const { read, encoding } = found;
          const { names } = read.instructions;
          const node = selectedNode(read, shared);
          const states = statesAt(found, at.value);
          const last = encoding.layers.length;
          const step = Math.min(at.value, last - 1);
          const parts = explainStep(found, step, node, component.value);
          const value = (i: number): string => numberText(states[i]![component.value]!);
          return (
            <>
              <Graph
                shared={shared}
                read={read}
                note={(i) => ` ${value(i)}`}
                describe={(name, i) => text('stateIs', { name, i: component.value + 1, value: value(i) })}
              />
              <Timeline
                label={text('stepTimeline')}
                count={last + 1}
                at={at.value}
                first={0}
                onMove={(to) => {
                  at.value = to;
                  const [left, right] = ['left', 'right'].map((name) =>
                    numberText(statesAt(found, to)[names.indexOf(name)]![component.value]!),
                  );
                  say(text('pairAt', { step: to, left: left!, right: right! }));
                }}
                describe={(to) => text('afterStep', { step: to })}
              />
              <Strips
                caption={text('statesCaption', { step: at.value })}
                heads={[text('node'), text('state'), text('numberHead', { i: component.value + 1 })]}
                rows={names.map((name, i) => ({ name, state: states[i]!, isMarked: i === node }))}
                most={Math.max(...encoding.layers.at(-1)!.state.flat())}
                component={component.value}
                choose={(i) => (component.value = i)}
              />
              <ComponentField {...shared} />
              {showsFormula ? (
                <>
                  <p class="live">{text('stepOfNode', { name: names[node]!, step: step + 1 })}</p>
                  <Formula
                    html={stepFormula}
                    label={text('stepFormula')}
                    live={{
                      before: numberText(parts.before),
                      message: numberText(parts.value),
                      after: numberText(parts.after),
                    }}
                  />
                  <Formula html={sumFormula} label={text('sumFormula')} live={{ sum: numberText(parts.sum) }} />
                  <Terms
                    terms={[
                      { name: 'own', meaning: text('ownPart'), value: numberText(parts.given[0]!) },
                      { name: 'operands', meaning: text('operandsPart'), value: numberText(parts.given[1]!) },
                      { name: 'users', meaning: text('usersPart'), value: numberText(parts.given[2]!) },
                      { name: 'sum', meaning: text('biasPart'), value: numberText(parts.bias) },
                      { name: 'mean', meaning: text('meanTerm'), value: decimal(parts.mean, 3) },
                      { name: 'deviation', meaning: text('deviationTerm'), value: decimal(parts.deviation, 3) },
                      { name: 'gain', meaning: text('gainTerm'), value: decimal(parts.gain, 3) },
                      { name: 'offset', meaning: text('offsetTerm'), value: decimal(parts.offset, 3) },
                    ]}
                  />
                </>
              ) : null}
              <RowsField {...shared} />
            </>
          );
        }}
      </WithEncoding>
    );
  };
}
