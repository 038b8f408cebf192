// Picture of visiting all elements of a matrix by rows or by columns, and of the cache lines that are loaded.
import { computed, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Facts } from '../frame/facts';
import type { Translate } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { Timeline } from '../frame/timeline';
import type { en } from '../messages/lesson2.en';
import { cacheStates, kLayouts, type Layout, type Matrix, positionOf, visits, type Walk } from './memory';

export const kPerLine = 16; // f32 elements in a cache line of 64 bytes
const [kRows, kColumns, kSize] = [32, 32, 11];

// Number of cache lines that a row of the matrix takes in row-major order. A column takes the same number in
// column-major order.
const kLinesPerRow = kColumns / kPerLine;

/** Whether a cache line is drawn dark. Lines next to each other in the picture alternate between dark and light. */
const isDark = (line: number): boolean => (line + Math.floor(line / kLinesPerRow)) % 2 === 1;

/** Returns the number of cache lines that are loaded when all elements of a 32 × 32 matrix are visited. */
export function loadsOf(layout: Layout, walk: Walk, capacity: number): number {
  const positions = visits({ rows: kRows, columns: kColumns, layout }, walk);
  return cacheStates(positions, kPerLine, capacity).at(-1)!.loads;
}

export function makeWalk(context: LessonContext, text: Translate<keyof typeof en>): FunctionComponent {
  const layout = signal<Layout>('{1,0}');
  const walk = signal<Walk>('rows');
  const capacity = signal(8);
  const at = signal(0);
  const matrix = computed<Matrix>(() => ({ rows: kRows, columns: kColumns, layout: layout.value }));
  const positions = computed(() => visits(matrix.value, walk.value));
  const states = computed(() => cacheStates(positions.value, kPerLine, capacity.value));

  const choose = (change: () => void): void => {
    change();
    at.value = 0;
    context.say(text('walkLoads', { loads: states.peek().at(-1)!.loads }));
  };

  return function WalkPicture() {
    const now = Math.min(at.value, positions.value.length - 1);
    const { lines, loads } = states.value[now]!;
    const here = positions.value[now]!;
    const kept = new Set(lines);
    const total = states.value.at(-1)!.loads;
    return (
      <>
        <p class="buttons" role="group" aria-label={text('layout')}>
          {kLayouts.map((each) => (
            <button key={each} aria-pressed={layout.value === each} onClick={() => choose(() => (layout.value = each))}>
              {text(each === '{1,0}' ? 'rowMajor' : 'columnMajor')}
            </button>
          ))}
        </p>
        <p class="buttons" role="group" aria-label={text('walk')}>
          {(['rows', 'columns'] as const).map((each) => (
            <button key={each} aria-pressed={walk.value === each} onClick={() => choose(() => (walk.value = each))}>
              {text(each === 'rows' ? 'byRows' : 'byColumns')}
            </button>
          ))}
        </p>
        <LabelledNumber
          label={text('capacity')}
          value={capacity.value}
          least={1}
          most={64}
          onValue={(value) => choose(() => (capacity.value = Math.round(value)))}
        />
        <svg
          class="walk"
          viewBox={`-1 -1 ${kColumns * kSize + 2} ${kRows * kSize + 2}`}
          role="img"
          aria-label={text('walkLabel')}
        >
          {Array.from({ length: kRows * kColumns }, (_, i) => {
            const [row, column] = [Math.floor(i / kColumns), i % kColumns];
            const position = positionOf(matrix.value, row, column);
            const line = Math.floor(position / kPerLine);
            const kind = position === here ? 'here' : kept.has(line) ? 'kept' : isDark(line) ? 'odd' : 'even';
            return (
              <rect key={i} class={kind} x={column * kSize} y={row * kSize} width={kSize - 1} height={kSize - 1} />
            );
          })}
        </svg>
        <Timeline
          label={text('walk')}
          count={positions.value.length}
          at={now}
          onMove={(to) => (at.value = to)}
          pace={16}
          describe={(visit) => text('visitAt', { visit: visit + 1, loads: states.value[visit]!.loads })}
        />
        <Facts
          facts={[
            [text('loaded'), loads],
            [text('loadedInAll'), total],
            [text('bytesUsed'), `${Math.round(((kRows * kColumns) / (total * kPerLine)) * 100)} %`],
          ]}
        />
      </>
    );
  };
}
