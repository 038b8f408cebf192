// Picture of the features of a node: the row of numbers that describes the node to the network.
import { decimal } from '../frame/language';
import columns from './columns.json';
import type { Encoded } from './network';
import { Graph, RowsField, selectedNode, type Shared, WithEncoding } from './shared';

const kSizeUnit = 30; // same value as kLog2Unit of shared/model/inputs.h

/**
 * Whether a feature column holds only 0 or 1. Such features enter the network unchanged; isIndicator of
 * shared/model/inputs.cpp lists the same columns.
 */
const isIndicator = (column: number): boolean => column === 0 || (column >= 2 && column <= 20) || column === 133;

/** Returns the indices of the feature columns in which the nodes of the program differ. */
export const varying = ({ encoding: { features } }: Encoded): number[] =>
  columns.nodeFeatures.flatMap((_, column) =>
    features.some((row) => row[column] !== features[0]![column]) ? [column] : [],
  );

const original = (column: number, value: number): number =>
  isIndicator(column) ? value : Math.round(2 ** (kSizeUnit * value) - 1);

export function Features({ shared }: { shared: Shared }) {
  const { text, encoded } = shared;
  return (
    <WithEncoding encoded={encoded}>
      {(found) => {
        const { read, encoding } = found;
        const node = selectedNode(read, shared);
        const row = encoding.features[node]!;
        const shown = varying(found);
        const same = row.filter((value, column) => value !== 0 && !shown.includes(column)).length;
        return (
          <>
            <RowsField {...shared} />
            <Graph
              shared={shared}
              read={read}
              describe={(name, at) =>
                text('featuresOf', {
                  name,
                  opcode: read.instructions.opcodes[at]!,
                  shape: read.instructions.shapes[at]!,
                })
              }
            />
            <table class="features">
              <caption>{text('featuresCaption', { name: shared.selected.value })}</caption>
              <thead>
                <tr>
                  <th scope="col">{text('column')}</th>
                  <th scope="col">{text('valueHead')}</th>
                  <th scope="col">{text('givenHead')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((column) => (
                  <tr key={column}>
                    <th scope="row">
                      <code>
                        {columns.nodeFeatures[column]!.split('_').flatMap((word, i) =>
                          i ? ['_', <wbr key={i} />, word] : word,
                        )}
                      </code>
                    </th>
                    <td>{original(column, row[column]!)}</td>
                    <td>{decimal(row[column]!, 3)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="muted">{text('others', { same, zero: row.length - shown.length - same })}</p>
          </>
        );
      }}
    </WithEncoding>
  );
}
