// Picture of message passing with a single number per node. The learner sets the three weights and the initial numbers.
import { signal } from '@preact/signals';
import { Formula, Terms } from '../frame/formula';
import { LabelledNumber, NumberField } from '../frame/number_field';
import { operandsOf, type Read } from '../frame/program';
import { Timeline } from '../frame/timeline';
import { Graph, numberText, selectedNode, type Shared, usersOf, WithEncoding } from './shared';
import { type ToyNode, toyMessage, toyStep, type ToyWeights } from './steps';
import toyFormula from './toy.tex';

const kSteps = 4; // positions of the timeline, one per message passing step
const kStart: Record<string, number> = { x: 1, w: 3, product: 4, y: 2, left: 1, right: 1, sum: 0 };
const kWeights: ToyWeights = { own: 0, operands: 1, users: 0 };

const nodesOf = (read: Read): ToyNode[] =>
  read.instructions.names.map((_, node) => ({ operands: operandsOf(read, node), users: usersOf(read, node) }));

export function makeToy(shared: Shared, showsFormula: boolean) {
  const { text, encoded, say } = shared;
  const start = signal(kStart);
  const weights = signal(kWeights);
  const at = signal(0);

  return function Toy() {
    return (
      <WithEncoding encoded={encoded}>
        {({ read }) => {
          const { names } = read.instructions;
          const nodes = nodesOf(read);
          const path = [names.map((name) => start.value[name] ?? 0)];
          while (path.length < kSteps + 1) path.push(toyStep(path.at(-1)!, nodes, weights.value));
          const [before, after] = [path[at.value]!, path[at.value + 1]!];
          const node = selectedNode(read, shared);
          const message = toyMessage(before, nodes[node]!, node, weights.value);
          const describe = (name: string, i: number): string =>
            text('toyIs', { name, before: numberText(before[i]!), after: numberText(after[i]!) });
          const set = (name: string, value: number): void => {
            start.value = { ...start.peek(), [name]: value };
            at.value = 0;
          };
          const weightField = (name: keyof ToyWeights, label: string) => (
            <LabelledNumber
              key={name}
              label={label}
              value={weights.value[name]}
              least={-2}
              most={2}
              step={0.1}
              digits={1}
              onValue={(value) => (weights.value = { ...weights.peek(), [name]: value })}
            />
          );
          return (
            <>
              <Graph shared={shared} read={read} note={(i) => ` ${numberText(before[i]!)}`} describe={describe} />
              <Timeline
                label={text('toyTimeline')}
                count={kSteps}
                at={at.value}
                first={0}
                onMove={(to) => {
                  at.value = to;
                  say(text('toyAt', { step: to, name: names[node]!, value: numberText(path[to]![node]!) }));
                }}
                describe={(to) => text('afterStep', { step: to })}
              />
              {showsFormula ? (
                <>
                  <Formula html={toyFormula} label={text('toyFormula')} live={{ after: numberText(after[node]!) }} />
                  <Terms
                    terms={[
                      { name: 'own', meaning: text('ownTerm', { name: names[node]! }), value: numberText(message.own) },
                      { name: 'operands', meaning: text('operandsTerm'), value: numberText(message.operands) },
                      { name: 'users', meaning: text('usersTerm'), value: numberText(message.users) },
                    ]}
                  />
                </>
              ) : null}
              <table class="toy-numbers">
                <caption>{text('toyCaption')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{text('node')}</th>
                    <th scope="col">{text('startHead')}</th>
                    {at.value ? <th scope="col">{text('nowHead', { step: at.value })}</th> : null}
                    <th scope="col">{text('nextHead', { step: at.value + 1 })}</th>
                  </tr>
                </thead>
                <tbody>
                  {names.map((name, i) => (
                    <tr key={name} class={i === node ? 'lit' : ''}>
                      <th scope="row">{name}</th>
                      <td>
                        <NumberField
                          label={text('startOf', { name })}
                          value={path[0]![i]!}
                          least={-5}
                          most={5}
                          step={0.5}
                          digits={1}
                          onValue={(value) => set(name, value)}
                        />
                      </td>
                      {at.value ? <td>{numberText(before[i]!)}</td> : null}
                      <td>{numberText(after[i]!)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {weightField('own', text('ownWeight'))}
              {weightField('operands', text('operandsWeight'))}
              {weightField('users', text('usersWeight'))}
              <p class="buttons">
                <button
                  onClick={() => {
                    start.value = kStart;
                    weights.value = kWeights;
                    at.value = 0;
                  }}
                >
                  {text('toyReset')}
                </button>
              </p>
            </>
          );
        }}
      </WithEncoding>
    );
  };
}
