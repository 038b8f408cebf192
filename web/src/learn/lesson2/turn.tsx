// Picture of a matrix whose layout the learner can change: its elements in rows and columns, and in the order of
// memory.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Formula, Terms } from '../frame/formula';
import type { Translate } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import type { en } from '../messages/lesson2.en';
import addressFormula from './address.tex';
import { kLayouts, type Matrix, positionOf, stridesOf } from './memory';

const kCell = 34;
const kMostRows = 8;

export function makeTurn(context: LessonContext, text: Translate<keyof typeof en>): FunctionComponent {
  const matrix = signal<Matrix>({ rows: 3, columns: 5, layout: '{1,0}' });
  const point = signal({ row: 1, column: 2 });

  const change = (changes: Partial<Matrix>): void => {
    const next = (matrix.value = { ...matrix.peek(), ...changes });
    const { row, column } = point.peek();
    point.value = { row: Math.min(row, next.rows - 1), column: Math.min(column, next.columns - 1) };
    const strides = stridesOf(next);
    context.say(text('stridesAre', { row: strides.row, column: strides.column }));
  };

  const Cells = ({
    columns,
    cells,
    label,
  }: {
    columns: number;
    cells: { row: number; column: number; at: number }[];
    label: string;
  }) => {
    const width = columns * kCell + 2;
    const height = Math.ceil(cells.length / columns) * kCell + 2;
    return (
      <svg
        class="cells"
        viewBox={`-1 -1 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={label}
      >
        {cells.map(({ row, column, at }, i) => {
          const isPoint = row === point.value.row && column === point.value.column;
          const [x, y] = [(i % columns) * kCell, Math.floor(i / columns) * kCell];
          return (
            <g
              key={`${row},${column}`}
              class={`cell row-${row % 4} ${isPoint ? 'point' : ''}`}
              onPointerEnter={() => (point.value = { row, column })}
            >
              <rect x={x + 1} y={y + 1} width={kCell - 2} height={kCell - 2} />
              <text x={x + kCell / 2} y={y + kCell / 2 + 4}>
                {at}
              </text>
            </g>
          );
        })}
      </svg>
    );
  };

  return function Turn() {
    const now = matrix.value;
    const { rows, columns, layout } = now;
    const strides = stridesOf(now);
    const { row, column } = point.value;
    const at = positionOf(now, row, column);
    const cells = Array.from({ length: rows * columns }, (_, i) => {
      const [r, c] = [Math.floor(i / columns), i % columns];
      return { row: r, column: c, at: positionOf(now, r, c) };
    });
    const field = (name: 'rows' | 'columns', label: string, most: number) => (
      <LabelledNumber
        label={label}
        value={now[name]}
        least={1}
        most={most}
        onValue={(value) => change({ [name]: Math.round(value) })}
      />
    );
    const place = (name: 'row' | 'column', label: string, most: number) => (
      <LabelledNumber
        label={label}
        value={point.value[name]}
        least={0}
        most={most}
        onValue={(value) => (point.value = { ...point.peek(), [name]: Math.round(value) })}
      />
    );
    return (
      <>
        <p class="buttons" role="group" aria-label={text('layout')}>
          {kLayouts.map((each) => (
            <button key={each} aria-pressed={layout === each} onClick={() => change({ layout: each })}>
              {text(each === '{1,0}' ? 'rowMajor' : 'columnMajor')}
            </button>
          ))}
        </p>
        <div class="field-grid">
          {field('rows', text('rows'), kMostRows)}
          {field('columns', text('columns'), kMostRows)}
          {place('row', text('elementRow'), rows - 1)}
          {place('column', text('elementColumn'), columns - 1)}
        </div>
        <h4>{text('asMatrix', { shape: `f32[${rows},${columns}]${layout}` })}</h4>
        <Cells columns={columns} cells={cells} label={text('matrixLabel')} />
        <h4>{text('inMemory')}</h4>
        <Cells columns={16} cells={[...cells].sort((a, b) => a.at - b.at)} label={text('memoryLabel')} />
        {context.isShown('formula') ? (
          <>
            <Formula
              html={addressFormula}
              label={text('addressFormula')}
              live={{
                name: text('position'),
                row: String(row),
                column: String(column),
                rowStride: String(strides.row),
                columnStride: String(strides.column),
                at: String(at),
              }}
            />
            <Terms
              terms={[
                { name: 'row', meaning: text('rowTerm'), value: String(row) },
                { name: 'rowStride', meaning: text('rowStride'), value: String(strides.row) },
                { name: 'column', meaning: text('columnTerm'), value: String(column) },
                { name: 'columnStride', meaning: text('columnStride'), value: String(strides.column) },
              ]}
            />
          </>
        ) : null}
      </>
    );
  };
}
