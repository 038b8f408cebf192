// Picture of how a layout that the learner sets propagates through a program: where it stops, and which copies the
// compiler inserts.
import { effect, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LayoutStep, Propagation } from '../../../../wasm/engine';
import { CancelledError } from '../../client';
import { GraphDrawing } from '../frame/drawing';
import type { Translate } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { type LessonEngine, LessonProgram, type Read } from '../frame/program';
import { frameText } from '../frame/texts';
import { Timeline } from '../frame/timeline';
import type { en } from '../messages/lesson2.en';

const kCompiler = 255; // byte of a configuration for a tensor whose layout the compiler chooses

export interface PropagationOptions {
  context: LessonContext;
  engine: LessonEngine;
  text: Translate<keyof typeof en>;
  /** Programs that the learner can select. `title`: key of the program's title among the texts of the lesson. */
  sources: { title: keyof typeof en; text: string }[];
  /** Names of the instruction and of its tensor whose layout the learner sets. */
  asked: { name: string; tensor: string };
  /** Whether the steps of the propagation are shown one at a time. */
  isStepped: boolean;
}

const nameIn = (read: Read, instruction: number): string => read.instructions.names[instruction]!;

/** Describes one step of the layout propagation in words. */
function stepText(step: LayoutStep, read: Read, text: PropagationOptions['text']): string {
  const values = { name: nameIn(read, step.instruction), layout: step.layout };
  if (step.kind === 'begin') return text('stepBegin', values);
  if (step.kind === 'take') return text('stepTake', values);
  return step.kind === 'keep' ? text('stepKeep', values) : text('stepStop', values);
}

export function makePropagation(options: PropagationOptions): FunctionComponent {
  const { context, engine, text, sources, asked, isStepped } = options;
  const programs = sources.map((source) => new LessonProgram(engine, source.text, context.services.failed));
  const chosen = signal(0);
  const layout = signal<string | null>(null); // layout that the learner set; null: the compiler chooses
  const known = signal<{ read: Read; found: Propagation; free: Propagation } | null>(null);
  const at = signal(0);
  const selected = signal(-1);

  const ask = async (read: Read, wanted: string | null): Promise<void> => {
    const client = engine.get();
    const free = await client.ask('propagation', { choice: new Uint8Array() });
    const choice = new Uint8Array(free.slots.length).fill(kCompiler);
    const node = read.instructions.names.indexOf(asked.name);
    const slot = free.slots.find((each) => each.instruction === node && each.tensor === asked.tensor);
    const row = wanted === null ? -1 : (slot?.layouts.indexOf(wanted) ?? -1);
    if (slot && row >= 0) choice[slot.slot] = row;
    const found = await client.ask('propagation', { choice });
    known.value = { read, found, free };
    at.value = isStepped && wanted !== null ? 0 : found.steps.length + 1;
    const where = found.copies.map((copy) => nameIn(read, copy.instruction)).join(', ');
    context.say(found.copies.length ? text('copiesOf', { count: found.copies.length, where }) : text('noCopies'));
  };
  context.atEnd(
    effect(() => {
      const read = programs[chosen.value]!.read.value;
      const wanted = layout.value;
      if (!read) return;
      ask(read, wanted).catch((error: unknown) => {
        if (!(error instanceof CancelledError)) context.services.failed(error);
      });
    }),
  );

  const Graph = ({ read, found }: { read: Read; found: Propagation }) => {
    const steps = found.steps.slice(0, at.value);
    const isOver = at.value > found.steps.length;
    const latest = isOver ? undefined : steps.at(-1);
    const taken = new Map(steps.filter(({ kind }) => kind === 'take').map((step) => [step.instruction, step.layout]));
    const kept = new Set(
      steps.filter(({ kind }) => kind !== 'take' && kind !== 'begin').map((step) => step.instruction),
    );
    const layoutAt = (instruction: number): string =>
      isOver ? found.results[instruction]! : (taken.get(instruction) ?? '');
    return (
      <GraphDrawing
        read={read}
        label={text('graphLabel')}
        selected={latest?.instruction ?? selected.value}
        onSelect={(instruction) => (selected.value = instruction)}
        note={layoutAt}
        mark={(instruction) =>
          layoutAt(instruction) === '{0,1}' ? 'turned' : kept.has(instruction) && !isOver ? 'kept' : ''
        }
        edgeNote={(from, to) =>
          isOver && found.copies.some((copy) => copy.instruction === from && copy.consumer === to) ? text('copy') : ''
        }
      />
    );
  };

  return function PropagationPicture() {
    const program = programs[chosen.value]!;
    useEffect(() => void program.open(), [program]);
    const now = known.value;
    const isCurrent = now !== null && now.read === program.read.value;
    const position = at.value;
    const status = (): string => {
      if (!isCurrent) return frameText('loading');
      const { found, read } = now;
      if (isStepped && layout.value === null) return text('notYet', { layout: '{0,1}' });
      if (position === 0) return text('stepNone');
      if (position <= found.steps.length) return stepText(found.steps[position - 1]!, read, text);
      const where = found.copies.map((copy) => nameIn(read, copy.instruction)).join(', ');
      return found.copies.length ? text('copiesOf', { count: found.copies.length, where }) : text('noCopies');
    };
    return (
      <>
        {sources.length > 1 ? (
          <p class="buttons" role="group" aria-label={text('programs')}>
            {sources.map(({ title }, i) => (
              <button key={title} aria-pressed={chosen.value === i} onClick={() => (chosen.value = i)}>
                {text(title)}
              </button>
            ))}
          </p>
        ) : null}
        <p class="buttons" role="group" aria-label={text('askedLayout')}>
          {[null, '{1,0}', '{0,1}'].map((each) => (
            <button key={each} aria-pressed={layout.value === each} onClick={() => (layout.value = each)}>
              {each === null ? text('compilerChooses') : text('askFor', { layout: each })}
            </button>
          ))}
        </p>
        <p class="live">{status()}</p>
        {isStepped && isCurrent && layout.value !== null ? (
          <Timeline
            label={text('propagationSteps')}
            count={now.found.steps.length + 2}
            at={position}
            first={0}
            onMove={(to) => (at.value = to)}
            describe={status}
          />
        ) : null}
        {isCurrent ? <Graph read={now.read} found={now.found} /> : <p class="muted">{frameText('loading')}</p>}
        <details class="source">
          <summary>{text('source')}</summary>
          <pre>{program.text.value}</pre>
        </details>
      </>
    );
  };
}
