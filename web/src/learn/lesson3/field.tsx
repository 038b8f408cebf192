// Picture of the receptive field: changes the first state of one node and marks all nodes whose states change as a
// result.
import { signal } from '@preact/signals';
import { distances } from '../frame/edges';
import { decimal } from '../frame/language';
import { LabelledNumber } from '../frame/number_field';
import { Timeline } from '../frame/timeline';
import { Graph, selectedNode, type Shared, WithEncoding } from './shared';
import { changesBy } from './steps';

export function makeField(shared: Shared) {
  const { text, encoded, say } = shared;
  const at = signal(0);
  const amount = signal(1);

  return function Field() {
    return (
      <WithEncoding encoded={encoded}>
        {(found) => {
          const { read, encoding } = found;
          const { names } = read.instructions;
          const node = selectedNode(read, shared);
          const steps = changesBy(found, node, amount.value);
          const changes = steps[at.value]!;
          const far = distances(names.length, encoding, node);
          const isInside = (i: number, step: number): boolean => far[i]! >= 0 && far[i]! <= step;
          const count = (step: number): number => names.filter((_, i) => isInside(i, step)).length;
          const sentence = (name: string, step: number): string =>
            text('fieldIs', { name, step, count: count(step), of: names.length });
          return (
            <>
              <LabelledNumber
                label={text('amount')}
                value={amount.value}
                least={0.1}
                most={5}
                step={0.1}
                digits={1}
                onValue={(value) => (amount.value = value)}
              />
              <Graph
                shared={shared}
                read={read}
                note={(i) => (changes[i]! > 0 ? ` Δ ${decimal(changes[i]!, 2)}` : '')}
                mark={(i) => (isInside(i, at.value) ? 'inside' : 'outside')}
                describe={(name) => sentence(name, at.value)}
              />
              <Timeline
                label={text('fieldTimeline')}
                count={steps.length}
                at={at.value}
                first={0}
                onMove={(to) => {
                  at.value = to;
                  say(sentence(names[node]!, to));
                }}
                describe={(to) => text('afterStep', { step: to })}
              />
              <p class="live">{sentence(names[node]!, at.value)}</p>
              <table class="bars">
                <caption>{text('changesCaption', { name: names[node]!, step: at.value })}</caption>
                <tbody>
                  {names.map((name, i) => (
                    <tr key={name}>
                      <th scope="row">
                        <code>{name}</code>
                      </th>
                      <td>
                        <i style={{ width: `${(changes[i]! / Math.max(...steps.flat())) * 100}%` }} />
                      </td>
                      <td>{decimal(changes[i]!, 2)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          );
        }}
      </WithEncoding>
    );
  };
}
