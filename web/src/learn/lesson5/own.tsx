// Last step of lesson 5. Shows the open program cut into segments in the same way as hlorank's trainer does it.
import { Facts } from '../frame/facts';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Structure } from '../../../../wasm/engine';
import type { OpenedProgram } from '../../protocol';
import { selection } from '../../selection';
import { edgesOf, operandLists } from '../frame/edges';
import { decimal, wholeNumber } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { useStructure } from '../frame/structure';
import { changedNodes, cutEdges, neededNodes, segmentCount, trainedSegments } from './segments';
import type { Text } from './shared';

const kSteps = 2; // number of message passing steps of the network
const kListed = 12; // number of segments that the table lists

export function makeOwn(context: LessonContext, text: Text) {
  const size = signal<number | null>(null); // number of nodes in a segment; null: a quarter of the program's nodes

  const Segments = ({ program, structure }: { program: OpenedProgram; structure: Structure }) => {
    const { opcodes, configurable } = program.instructions;
    const nodes = opcodes.length;
    const chosen = Math.min(nodes, size.value ?? Math.max(1, Math.ceil(nodes / 4)));
    const edges = useMemo(() => edgesOf(structure, opcodes), [structure]);
    const operands = useMemo(() => operandLists(nodes, edges), [edges]);
    const changed = useMemo(() => changedNodes(nodes, edges, configurable, kSteps), [edges]);
    const segments = segmentCount(nodes, chosen);
    const trained = trainedSegments(changed, chosen);
    const cut = cutEdges(edges, chosen);
    const rows = Array.from({ length: Math.min(kListed, segments) }, (_, segment) => ({
      segment,
      own: Math.min(chosen, nodes - segment * chosen),
      needed: neededNodes(operands, chosen, segment, kSteps).length,
    }));
    const most = Math.max(...rows.map(({ own, needed }) => own + needed));
    const facts: [string, string][] = [
      [text('nodes'), wholeNumber(nodes)],
      [text('segments'), wholeNumber(segments)],
      [text('trainedSegments'), wholeNumber(trained.length)],
      [
        text('cutArrows'),
        text('cutOf', {
          cut: wholeNumber(cut),
          of: wholeNumber(edges.consumer.length),
          percent: decimal((cut / Math.max(1, edges.consumer.length)) * 100, 1),
        }),
      ],
    ];
    return (
      <>
        <h4>{program.inspection.name || program.inspection.file}</h4>
        <LabelledNumber
          label={text('size')}
          value={chosen}
          least={1}
          most={nodes}
          onValue={(value) => (size.value = Math.round(value))}
        />
        <Facts facts={facts} />
        <table class="bars own-segments">
          <caption>{text('ownCaption', { shown: rows.length, of: wholeNumber(segments) })}</caption>
          <tbody>
            {rows.map(({ segment, own, needed }) => (
              <tr key={segment} class={trained.includes(segment) ? '' : 'untrained'}>
                <th scope="row">{text('segmentName', { segment: segment + 1 })}</th>
                <td>
                  <i style={{ width: `${(own / most) * 100}%` }} />
                  <i class="needed" style={{ width: `${(needed / most) * 100}%` }} />
                </td>
                <td>
                  {wholeNumber(own)} + {wholeNumber(needed)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="muted">
          {text('ownKey')} {trained.length < segments ? text('ownFaint') : ''}
        </p>
      </>
    );
  };

  return function Own() {
    const program = selection.signal('program').value;
    const structure = useStructure(context, () => (size.value = null));
    if (!program) return <p class="muted">{text('ownNone')}</p>;
    if (program.inspection.computations === null) return <p class="muted">{text('ownArrays')}</p>;
    if (!structure.value) return <p class="muted">{text('ownWait')}</p>;
    return <Segments program={program} structure={structure.value} />;
  };
}
