// Picture of how the network computes the first state of a node: it turns opcode and features into 16 numbers.
import { Formula, Terms } from '../frame/formula';
import { decimal } from '../frame/language';
import embeddingFormula from './embedding.tex';
import { explain, kFirst } from './encoder';
import { ComponentField, Graph, numberText, RowsField, selectedNode, type Shared, WithEncoding } from './shared';
import { Strips } from './strips';

export function Embedding({ shared, showsFormula }: { shared: Shared; showsFormula: boolean }) {
  const { text, encoded, component } = shared;
  return (
    <WithEncoding encoded={encoded}>
      {({ read, encoding, weights }) => {
        const node = selectedNode(read, shared);
        const { names } = read.instructions;
        const parts = explain(
          weights,
          kFirst,
          [encoding.opcodes[node]!, encoding.standardised[node]!],
          component.value,
        );
        const term = (name: string, meaning: string, value: number) => ({ name, meaning, value: decimal(value, 3) });
        return (
          <>
            <Graph
              shared={shared}
              read={read}
              describe={(name, at) =>
                text('stateIs', {
                  name,
                  i: component.value + 1,
                  value: numberText(encoding.initial[at]![component.value]!),
                })
              }
            />
            <Strips
              caption={text('stripsCaption')}
              heads={[text('node'), text('state'), text('numberHead', { i: component.value + 1 })]}
              rows={names.map((name, i) => ({ name, state: encoding.initial[i]!, isMarked: i === node }))}
              component={component.value}
              choose={(i) => (component.value = i)}
            />
            <ComponentField {...shared} />
            <RowsField {...shared} />
            {showsFormula ? (
              <>
                <Formula
                  html={embeddingFormula}
                  label={text('embeddingFormula')}
                  live={{ state: numberText(parts.value) }}
                />
                <Terms
                  terms={[
                    term('sum', text('opcodePart'), parts.given[0]!),
                    term('sum', text('featurePart'), parts.given[1]!),
                    term('sum', text('biasPart'), parts.bias),
                    term('sum', 'a', parts.sum),
                    term('mean', text('meanTerm'), parts.mean),
                    term('deviation', text('deviationTerm'), parts.deviation),
                    term('gain', text('gainTerm'), parts.gain),
                    term('offset', text('offsetTerm'), parts.offset),
                  ]}
                />
              </>
            ) : null}
          </>
        );
      }}
    </WithEncoding>
  );
}
