// Picture of a small program that is cut into segments. Shows the nodes of a segment, and the nodes outside the segment
// whose states it needs.
import { signal } from '@preact/signals';
import { GraphDrawing } from '../frame/drawing';
import { type Edges, operandLists } from '../frame/edges';
import { Facts } from '../frame/facts';
import type { LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { type LessonEngine, LessonProgram, operandsOf } from '../frame/program';
import { frameText } from '../frame/texts';
import { kLayers } from './program';
import { cutEdges, neededNodes, segmentCount, segmentOf } from './segments';
import type { Text } from './shared';

const kSteps = 2; // number of message passing steps of the network

export function makeCut(context: LessonContext, engine: LessonEngine, text: Text) {
  const program = new LessonProgram(engine, kLayers, context.services.failed);
  const size = signal(5);
  const chosen = signal(1);
  void program.open();

  return function Cut() {
    const read = program.read.value;
    if (!read) return <p class="muted">{frameText('loading')}</p>;
    const { names } = read.instructions;
    const lists = names.map((_, node) => operandsOf(read, node));
    const edges: Edges = { consumer: lists.flatMap((list, node) => list.map(() => node)), producer: lists.flat() };
    const operands = operandLists(names.length, edges);
    const segments = segmentCount(names.length, size.value);
    const segment = Math.min(chosen.value, segments - 1);
    const needed = neededNodes(operands, size.value, segment, kSteps);
    const sentence = (of: number): string => {
      const outside = neededNodes(operands, size.value, of, kSteps).map((node) => names[node]!);
      return outside.length
        ? text('segmentNeeds', { segment: of + 1, names: outside.join(', ') })
        : text('segmentAlone', { segment: of + 1 });
    };
    const choose = (of: number): void => {
      chosen.value = of;
      context.say(sentence(of));
    };
    const markOf = (node: number): string => {
      if (segmentOf(node, size.value) === segment) return 'in-segment';
      return needed.includes(node) ? 'taken' : 'elsewhere';
    };
    return (
      <>
        <LabelledNumber
          label={text('size')}
          value={size.value}
          least={1}
          most={names.length}
          onValue={(value) => (size.value = Math.round(value))}
        />
        <LabelledNumber
          label={text('segment')}
          value={segment + 1}
          least={1}
          most={segments}
          onValue={(value) => choose(Math.round(value) - 1)}
        />
        <Facts
          facts={[
            [text('segments'), segments],
            [text('cutArrows'), cutEdges(edges, size.value)],
            [text('takenAlong'), needed.length],
          ]}
        />
        <GraphDrawing
          read={read}
          label={text('graphLabel')}
          selected={-1}
          onSelect={(node) => choose(segmentOf(node, size.value))}
          mark={markOf}
          note={(node) => ` ${text('segmentShort', { segment: segmentOf(node, size.value) + 1 })}`}
        />
        <p class="live">{sentence(segment)}</p>
      </>
    );
  };
}
