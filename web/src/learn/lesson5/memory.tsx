// Picture of the memory that a training step needs for the states of the nodes. Computed from four numbers that the
// learner sets.
import { signal } from '@preact/signals';
import { Formula, Terms } from '../frame/formula';
import { decimal, wholeNumber } from '../frame/language';
import { LabelledNumber } from '../frame/number_field';
import memoryFormula from './memory.tex';
import { stateBytes } from './segments';
import type { Text } from './shared';

export const kStart = { nodes: 43615, configurations: 256, layers: 2, width: 32 };

type Name = keyof typeof kStart;

const kFields: { name: Name; most: number }[] = [
  { name: 'nodes', most: 50_000 },
  { name: 'configurations', most: 512 },
  { name: 'layers', most: 8 },
  { name: 'width', most: 128 },
];

export const gigabytes = (bytes: number): string => `${decimal(bytes / 1e9, bytes < 1e9 ? 2 : 1)} GB`;

/** Bar for the memory of the whole graph or of one segment. Its length is `bytes` divided by `of`. */
function Bar({ title, bytes, of }: { title: string; bytes: number; of: number }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <i style={{ width: `${(bytes / of) * 100}%` }} />
      </td>
      <td>{gigabytes(bytes)}</td>
    </tr>
  );
}

export const kSegment = 5000; // number of nodes in a segment

export function makeMemory(text: Text, showsFormula: boolean) {
  const values = signal(kStart);
  return function Memory() {
    const { nodes, configurations, layers, width } = values.value;
    const label: Record<Name, string> = {
      nodes: `N: ${text('nodes')}`,
      configurations: `K: ${text('configurations')}`,
      layers: `L: ${text('layers')}`,
      width: `d: ${text('width')}`,
    };
    const whole = stateBytes(nodes, configurations, layers, width);
    return (
      <>
        {kFields.map(({ name, most }) => (
          <LabelledNumber
            key={name}
            label={label[name]}
            value={values.value[name]}
            least={1}
            most={most}
            onValue={(value) => (values.value = { ...values.peek(), [name]: Math.round(value) })}
          />
        ))}
        {showsFormula ? (
          <>
            <Formula html={memoryFormula} label={text('memoryFormula')} live={{ memory: gigabytes(whole) }} />
            <Terms
              terms={[
                { name: 'nodes', meaning: 'N', value: wholeNumber(nodes) },
                { name: 'configurations', meaning: 'K', value: wholeNumber(configurations) },
                { name: 'layers', meaning: 'L', value: wholeNumber(layers) },
                { name: 'width', meaning: 'd', value: wholeNumber(width) },
              ]}
            />
          </>
        ) : null}
        <table class="bars memory-bars">
          <caption>{text('memoryCaption')}</caption>
          <tbody>
            <Bar title={text('wholeGraph')} bytes={whole} of={whole} />
            <Bar
              title={text('oneSegment')}
              bytes={stateBytes(Math.min(nodes, kSegment), configurations, layers, width)}
              of={whole}
            />
          </tbody>
        </table>
      </>
    );
  };
}
