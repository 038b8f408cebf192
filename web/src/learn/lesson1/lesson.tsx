// Lesson 1 explains that an HLO program is a graph of instructions.
import { signal } from '@preact/signals';
import { type Messages, translator } from '../frame/language';
import type { Lesson, LessonContext } from '../frame/lesson';
import { LessonEngine, LessonProgram } from '../frame/program';
import { LabelledNumber } from '../frame/number_field';
import { ProgramView } from '../frame/program_view';
import { rich } from '../frame/rich';
import { de } from '../messages/lesson1.de';
import { en } from '../messages/lesson1.en';
import { makeOwnProgram } from './own_program';
import { kFused, kLayer, kLoop, kCalled, kUnfused } from './programs';

type Key = keyof typeof en;

export const messages: Messages<Key> = { en, de };

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const engine = new LessonEngine(context);
  const programOf = (original: string) => new LessonProgram(engine, original, context.services.failed);

  function View({ program, isGraphFirst = false }: { program: LessonProgram; isGraphFirst?: boolean }) {
    return (
      <ProgramView
        program={program}
        isGraphFirst={isGraphFirst}
        textLabel={text('textLabel')}
        graphLabel={text('graphLabel')}
        originalLabel={text('original')}
        place={(line, column) => (column ? text('atColumn', { line, column }) : text('atLine', { line }))}
        describe={(name, operands) =>
          operands.length ? text('reads', { name, operands: operands.join(', ') }) : text('readsNothing', { name })
        }
        say={context.say}
      />
    );
  }

  const layer = programOf(kLayer);
  const edited = programOf(kLayer);
  const ordered = programOf(kLayer);
  const called = programOf(kCalled);
  const fused = programOf(kFused);
  const unfused = programOf(kUnfused);
  const loop = programOf(kLoop);
  const isFused = signal(false);

  /** Swaps the lines of the program that define the instructions `a` and `b`. */
  const swap = (a: string, b: string): void => {
    const lines = ordered.text.peek().split('\n');
    const [i, j] = [a, b].map((name) => lines.findIndex((line) => line.includes(`${name} =`))) as [number, number];
    if (i < 0 || j < 0) return;
    [lines[i], lines[j]] = [lines[j]!, lines[i]!];
    ordered.setText(lines.join('\n'));
  };

  /** Number of iterations of the loop, as found by the engine; null until known. */
  const trips = signal<number | null>(null);
  loop.read.subscribe((read) => {
    if (!read) return;
    const node = read.instructions.names.indexOf('square');
    trips.value = null;
    if (node < 0) return;
    void engine
      .get()
      .ask('details', { node })
      .then((details) => (trips.value = details.trips), context.services.failed);
  });

  const kNote = /("known_trip_count":\{"n":")(\d+)/;
  const notedTrips = (): number | null => {
    const match = kNote.exec(loop.text.value);
    return match ? Number(match[2]) : null;
  };
  const noteTrips = (noted: number): void => loop.setText(loop.text.peek().replace(kNote, `$1${Math.round(noted)}`));

  const fusionOf = () => (isFused.value ? fused : unfused);

  return {
    messages,
    steps: [
      {
        name: 'lines',
        title: 'linesTitle',
        text: ['lines1', 'lines2', 'lines3'],
        Picture: () => <View program={layer} />,
        question: {
          name: 'arrows',
          ask: 'arrowsAsk',
          least: 0,
          most: 8,
          truth: 2,
          right: 'arrowsRight',
          wrong: 'arrowsWrong',
        },
      },
      {
        name: 'edit',
        title: 'editTitle',
        text: ['edit1', 'edit2'],
        Picture: () => <View program={edited} />,
        question: {
          name: 'unread',
          ask: 'unreadAsk',
          choices: ['unreadGone', 'unreadStays', 'unreadError'],
          answer: 1,
          right: 'unreadRight',
          wrong: 'unreadWrong',
        },
      },
      {
        name: 'order',
        title: 'orderTitle',
        text: ['order1', 'order2'],
        Picture: () => (
          <>
            <p class="buttons">
              <button onClick={() => swap('product', 'bias')}>{text('swapBias')}</button>
              <button onClick={() => swap('product', 'sum')}>{text('swapSum')}</button>
            </p>
            <View program={ordered} />
          </>
        ),
        question: {
          name: 'swap',
          ask: 'swapAsk',
          choices: ['swapNothing', 'swapArrow', 'swapResult'],
          answer: 0,
          right: 'swapRight',
          wrong: 'swapWrong',
        },
      },
      {
        name: 'computations',
        title: 'computationsTitle',
        text: ['computations1', 'computations2', 'computations3'],
        Picture: () => <View program={called} />,
        question: {
          name: 'copies',
          ask: 'copiesAsk',
          least: 0,
          most: 6,
          truth: 3,
          right: 'copiesRight',
          wrong: 'copiesWrong',
        },
      },
      {
        name: 'fusion',
        title: 'fusionTitle',
        text: ['fusion1', 'fusion2', 'fusion3'],
        Picture: () => (
          <>
            <p class="buttons" role="group" aria-label={text('fusionChoice')}>
              {[false, true].map((value) => (
                <button
                  key={String(value)}
                  aria-pressed={isFused.value === value}
                  onClick={() => (isFused.value = value)}
                >
                  {text(value ? 'fusionYes' : 'fusionNo')}
                </button>
              ))}
            </p>
            <View key={String(isFused.value)} program={fusionOf()} />
          </>
        ),
        question: {
          name: 'stored',
          ask: 'storedAsk',
          least: 0,
          most: 5,
          truth: 1,
          right: 'storedRight',
          wrong: 'storedWrong',
        },
      },
      {
        name: 'loop',
        title: 'loopTitle',
        text: ['loop1', 'loop2', 'loop3'],
        Picture: () => (
          <>
            <p class="live">{trips.value === null ? ' ' : rich(text('loopTrips', { trips: trips.value }))}</p>
            <LabelledNumber
              label={text('noted')}
              value={notedTrips() ?? 1}
              least={1}
              most={1000}
              isDisabled={notedTrips() === null}
              onValue={noteTrips}
            />
            <View program={loop} isGraphFirst />
          </>
        ),
        question: {
          name: 'trips',
          ask: 'tripsAsk',
          least: 0,
          most: 12,
          truth: 4,
          right: 'tripsRight',
          wrong: 'tripsWrong',
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1', 'own2'],
        Picture: makeOwnProgram({ context, engine, text, View }),
      },
    ],
  };
}
