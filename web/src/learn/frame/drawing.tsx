// Draws a small program graph as SVG, with positions computed by the engine. The learner can point at instructions,
// click them, and move between them with the arrow keys.
import { useId } from 'preact/hooks';
import { Box, Edge, kNone } from '../../../../wasm/engine';
import { kindOf, kinds } from '../../graph/opcodes';
import { operandsOf, type Read } from './program';

export interface DrawingProps {
  read: Read;
  label: string;
  /** Index of the selected instruction; -1 if none is selected. */
  selected: number;
  onSelect: (instruction: number) => void;
  /** Called with the index of the instruction under the pointer; -1 if there is none. */
  onPoint?: (instruction: number) => void;
  /** Returns an additional CSS class for the box of an instruction. */
  mark?: (instruction: number) => string;
  /** Returns a short text to write after the shape of an instruction, or "" for no text. */
  note?: (instruction: number) => string;
  /** Returns a short text to write on the edge between two instructions, or "" for no text. */
  edgeNote?: (from: number, to: number) => string;
}

const kMargin = 1;

function pathOf(drawing: Read['drawing'], begin: number, end: number): string {
  const { points } = drawing;
  let path = '';
  for (let i = begin; i < end; ++i) {
    const [x, y] = [points[i * 2]!, points[i * 2 + 1]!];
    if (i === begin) path = `M${x} ${y}`;
    else if (x === points[i * 2 - 2]) path += `V${y}`;
    else {
      const before = points[i * 2 - 1]!;
      const middle = (before + y) / 2;
      path += `C${points[i * 2 - 2]} ${middle} ${x} ${middle} ${x} ${y}`;
    }
  }
  return path;
}

function Note({ x, y, children }: { x: number; y: number; children: string }) {
  const width = children.length + 1;
  return (
    <g class="edge-note">
      <rect x={x - width / 2} y={y - 1.1} width={width} height="2.2" rx="0.5" />
      <text x={x - children.length / 2} y={y + 0.55} textLength={children.length}>
        {children}
      </text>
    </g>
  );
}

export function GraphDrawing(props: DrawingProps) {
  const { read, label, selected, onSelect, onPoint = () => {}, mark = () => '', note = () => '', edgeNote } = props;
  const id = useId();
  const { drawing, outline, instructions } = read;
  const of = (box: number): number => outline.instructions[drawing.places[box]!]!;
  const boxes = Array.from(drawing.places, (_, box) => box);
  const shown = boxes.map(of).filter((instruction) => instruction !== kNone);
  const users = (instruction: number): number[] => shown.filter((each) => operandsOf(read, each).includes(instruction));

  /** Returns the instruction to which an arrow key moves the selection; undefined if there is none. */
  const walk = (key: string): number | undefined => {
    if (!shown.includes(selected)) return key === 'End' ? shown.at(-1) : shown[0];
    if (key === 'ArrowUp') return operandsOf(read, selected).find((each) => shown.includes(each));
    if (key === 'ArrowDown') return users(selected)[0];
    const at = shown.indexOf(selected);
    return { ArrowRight: shown[at + 1], ArrowLeft: shown[at - 1], Home: shown[0], End: shown.at(-1) }[key];
  };
  const press = (event: KeyboardEvent): void => {
    if (!/^(?:Arrow(?:Up|Down|Left|Right)|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    const to = walk(event.key);
    if (to !== undefined) onSelect(to);
  };
  const edgeClass = (edge: number): string => {
    if (selected < 0) return 'edge';
    if (of(drawing.to[edge]!) === selected) return 'edge into';
    return of(drawing.from[edge]!) === selected ? 'edge out' : 'edge';
  };
  const edges = Array.from(drawing.from, (_, edge) => edge);
  const width = drawing.width + 2 * kMargin;
  const height = drawing.height + 2 * kMargin;
  return (
    <div
      class="drawing"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={
        shown.includes(selected) ? `${id}-${boxes.find((box) => of(box) === selected)}` : undefined
      }
      onKeyDown={press}
    >
      <svg
        viewBox={`${-kMargin} ${-kMargin} ${width} ${height}`}
        style={{ '--units': width }}
        role="presentation"
        onPointerLeave={() => onPoint(-1)}
      >
        {boxes.map((box) => {
          const instruction = of(box);
          const place = drawing.places[box]!;
          const [x, y, w, h] = drawing.rects.subarray(box * 4, box * 4 + 4) as unknown as [
            number,
            number,
            number,
            number,
          ];
          const isOpen = (drawing.flags[box]! & Box.open) !== 0;
          const isInstruction = instruction !== kNone;
          const kind = isInstruction ? kinds[kindOf(instructions.opcodes[instruction]!)]!.name : 'section';
          const title = outline.titles[place]!;
          // Show subtitles only for instructions. The subtitle of any other box is a number of instructions, which
          // includes those of called computations.
          const subtitle = isInstruction ? outline.subtitles[place]! : '';
          const extra = isInstruction ? note(instruction) : '';
          const length = Math.min((subtitle.length + extra.length) * 0.86, w - 1.6);
          const at = (characters: number, size: number): number => (isOpen ? x + 1.6 : x + (w - characters * size) / 2);
          return (
            <g
              key={place}
              class={`box ${isOpen ? 'open' : ''} kind-${kind} ${isInstruction ? mark(instruction) : ''} ${isInstruction && instruction === selected ? 'selected' : ''}`}
              {...(isInstruction && {
                role: 'option',
                id: `${id}-${box}`,
                'aria-selected': instruction === selected,
                'data-instruction': instructions.names[instruction],
                onClick: () => onSelect(instruction),
                onPointerEnter: () => onPoint(instruction),
              })}
            >
              <rect x={x} y={y} width={w} height={h} rx="0.6" />
              <text x={at(title.length, 1)} y={y + 2} textLength={title.length} class="title">
                {title}
              </text>
              <text
                x={at(length / 0.86, 0.86)}
                y={y + 3.9}
                textLength={length}
                lengthAdjust="spacingAndGlyphs"
                class="subtitle"
              >
                {subtitle}
                {extra ? <tspan class="box-note">{extra}</tspan> : null}
              </text>
            </g>
          );
        })}
        {edges.map((edge) => {
          const [begin, end] = [drawing.pointBegin[edge]!, drawing.pointBegin[edge + 1]!];
          const isStub = (drawing.edgeFlags[edge]! & Edge.stub) !== 0;
          const parts = isStub ? [[begin, begin + 2] as const, [begin + 2, end] as const] : [[begin, end] as const];
          const last = end - 1;
          const [x, y] = [drawing.points[last * 2]!, drawing.points[last * 2 + 1]!];
          return (
            <g key={edge} class={edgeClass(edge)}>
              {parts.map(([from, to]) => (
                <path key={from} d={pathOf(drawing, from, to)} />
              ))}
              <path class="head" d={`M${x} ${y}l-.45 -.9h.9z`} />
            </g>
          );
        })}
        {edges.map((edge) => {
          const last = drawing.pointBegin[edge + 1]! - 1;
          const written = edgeNote?.(of(drawing.from[edge]!), of(drawing.to[edge]!));
          return written ? (
            <Note key={edge} x={drawing.points[last * 2]!} y={drawing.points[last * 2 + 1]! - 2.3}>
              {written}
            </Note>
          ) : null;
        })}
      </svg>
    </div>
  );
}
