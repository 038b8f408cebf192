// Last step of lesson 1. Shows how many instructions of each kind the open program has, and the graph around one of
// them.
import { signal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { count } from '../../dom';
import { selection } from '../../selection';
import { Facts } from '../frame/facts';
import type { Translate } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { type LessonEngine, LessonProgram } from '../frame/program';
import { useStructure } from '../frame/structure';
import { frameText } from '../frame/texts';
import type { en } from '../messages/lesson1.en';
import { surroundings } from './neighbourhood';

const kListed = 6; // number of opcodes that the table lists

interface OwnProgram {
  context: LessonContext;
  engine: LessonEngine;
  text: Translate<keyof typeof en>;
  View: FunctionComponent<{ program: LessonProgram }>;
}

/** Returns [opcode, number of instructions with this opcode] in order of decreasing number. */
function tally(opcodes: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const opcode of opcodes) counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

export function makeOwnProgram({ context, engine, text, View }: OwnProgram): FunctionComponent {
  const part = signal<LessonProgram | null>(null);
  /**
   * Index of the instruction whose neighbourhood is shown. This is the instruction that the user selected, or else the
   * most expensive one.
   */
  const instruction = signal<number | null>(null);

  return function OwnProgramPicture() {
    const program = selection.signal('program').value;
    const costs = selection.signal('costs').value;
    const structure = useStructure(context, () => (part.value = instruction.value = null));
    useSignalEffect(() => {
      const now = selection.signal('costs').value;
      if (now && instruction.peek() === null)
        instruction.value = selection.get('instruction') ?? now.instructions[0] ?? null;
    });
    useSignalEffect(() => {
      const [found, at] = [structure.value, instruction.value];
      const now = selection.get('program');
      if (!found || at === null || !now) return;
      const cut = surroundings(found, now.instructions, at);
      part.value = cut === null ? null : new LessonProgram(engine, cut, context.services.failed);
    });
    if (!program) return <p class="muted">{text('ownNone')}</p>;
    const { instructions, inspection } = program;
    const kinds = tally(instructions.opcodes);
    const number = (opcode: string): number => kinds.find(([name]) => name === opcode)?.[1] ?? 0;
    const facts: [string, number][] = [
      [text('ownInstructions'), instructions.opcodes.length],
      [text('ownComputations'), inspection.computations ?? 0],
      [text('ownEdges'), inspection.edges],
      [text('ownFusions'), number('fusion')],
      [text('ownLoops'), number('while')],
    ];
    const most = kinds[0]?.[1] ?? 1;
    const hot = [...(costs?.instructions.subarray(0, kListed) ?? [])];
    return (
      <>
        <h4>{inspection.name || inspection.file}</h4>
        <Facts facts={facts.map(([title, value]) => [title, count(value)])} />
        <table class="bars">
          <caption>{text('ownTally')}</caption>
          <tbody>
            {kinds.slice(0, kListed).map(([opcode, n]) => (
              <tr key={opcode}>
                <th scope="row">
                  <code>{opcode}</code>
                </th>
                <td>
                  <i style={{ width: `${(n / most) * 100}%` }} />
                </td>
                <td>{count(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {hot.length ? (
          <label class="field">
            {text('ownChoose')}
            <select
              value={String(instruction.value)}
              onChange={(event) => (instruction.value = Number(event.currentTarget.value))}
            >
              {[...new Set([...(instruction.value === null ? [] : [instruction.value]), ...hot])].map((each) => (
                <option key={each} value={String(each)}>
                  {instructions.names[each]}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {part.value ? (
          <View key={part.value.original} program={part.value} />
        ) : (
          <p class="muted">{text(inspection.computations === null || structure.value ? 'ownNoText' : 'ownWait')}</p>
        )}
        {structure.value ? null : <p class="visually-hidden">{frameText('loading')}</p>}
      </>
    );
  };
}
