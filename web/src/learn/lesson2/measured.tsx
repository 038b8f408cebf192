// Compares two measured configurations of a real program that differ in one layout: their run times, and the copies
// that the simulated compiler inserts for each.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Configuration, Propagation } from '../../../../wasm/engine';
import { CancelledError } from '../../client';
import { fileOf } from '../../examples';
import { bytesMovedText } from '../../window/figures';
import { decimal, type Translate } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { type LessonEngine } from '../frame/program';
import { isRevealed } from '../frame/progress';
import { rich } from '../frame/rich';
import { frameText } from '../frame/texts';
import type { en } from '../messages/lesson2.en';
import { kExample, kPair } from './programs';

/**
 * Measured run time in milliseconds of the slower of two compared configurations. A test checks that the example file
 * has the same value.
 */
export const kSlower = 1.41;

const kElementBytes = 4; // size of an f32

interface Side {
  configuration: Configuration;
  copies: { name: string; from: string; to: string; bytes: number; shape: string }[];
}

const keyOf = ({ instruction, consumer, from, to }: Propagation['copies'][number]): string =>
  [instruction, consumer, from, to].join();

const elementsOf = (shape: string): number =>
  (/\[([\d,]*)\]/.exec(shape)?.[1] ?? '').split(',').reduce((product, size) => product * Number(size || 1), 1);

/**
 * Loads the two configurations to compare. The copies listed for each configuration are those that the other does not
 * need.
 */
async function load(engine: LessonEngine): Promise<Side[]> {
  const client = engine.get();
  const files = await Promise.all([fileOf(`${kExample}.hlo.txt.gz`), fileOf(`${kExample}.npz`)]);
  const { instructions } = await client.open(files, 1);
  await client.rank(null);
  const configurations = await client.ask('explain', { indices: kPair });
  const choices = await client.ask('choices', { indices: kPair });
  const found = await Promise.all(choices.map((choice) => client.ask('propagation', { choice })));
  const keys = found.map(({ copies }) => new Set(copies.map(keyOf)));
  return configurations.map((configuration, i) => ({
    configuration,
    copies: found[i]!.copies.filter((copy) => !keys[1 - i]!.has(keyOf(copy))).map(
      ({ instruction, from, to, trips }) => {
        const shape = instructions.shapes[instruction]!;
        const bytes = elementsOf(shape) * kElementBytes * trips;
        return { name: instructions.names[instruction]!, from, to, bytes, shape: shape.replace(/\{.*/, '') };
      },
    ),
  }));
}

export function makeMeasured(
  context: LessonContext,
  engine: LessonEngine,
  text: Translate<keyof typeof en>,
  lesson: number,
  question: string,
): FunctionComponent {
  const sides = signal<Side[] | null>(null);
  return function Measured() {
    useEffect(() => {
      if (sides.peek()) return;
      load(engine).then(
        (found) => (sides.value = found),
        (error: unknown) => error instanceof CancelledError || context.services.failed(error),
      );
    }, []);
    if (!sides.value) return <p class="muted">{frameText('loading')}</p>;
    const showsBoth = isRevealed(lesson, question) || !context.isShown('question');
    const times = sides.value.map(({ configuration }) => (configuration.time ?? 0) * 1000);
    const most = Math.max(...times);
    return (
      <div class="sides">
        {sides.value.map(({ configuration, copies }, i) => {
          const isShown = i === 0 || showsBoth;
          return (
            <section key={configuration.index} aria-label={text(i ? 'otherLayout' : 'programLayouts')}>
              <h4>{text(i ? 'otherLayout' : 'programLayouts')}</h4>
              {configuration.changes.map(({ node, tensor, shape, from, to }) => (
                <p key={node}>
                  <code>
                    {node} {tensor}
                  </code>{' '}
                  <code>{shape.replace(/\{.*/, '')}</code>:{' '}
                  {rich(text('changedTo', { from: `\`${from}\``, to: `\`${to}\`` }))}
                </p>
              ))}
              <p>{copies.length ? text('extraCopies', { count: copies.length }) : text('noExtraCopies')}</p>
              <ul>
                {copies.map((copy) => (
                  <li key={copy.name}>
                    {rich(
                      text('copyOf', {
                        name: `\`${copy.name} ${copy.shape}\``,
                        from: copy.from,
                        to: copy.to,
                        bytes: bytesMovedText(copy.bytes),
                      }),
                    )}
                  </li>
                ))}
              </ul>
              <p class="side-time">
                <i style={{ width: isShown ? `${(times[i]! / most) * 100}%` : '0' }} />
                <strong>{isShown ? `${decimal(times[i]!, 2)} ms` : text('predictFirst')}</strong>
              </p>
            </section>
          );
        })}
      </div>
    );
  };
}
