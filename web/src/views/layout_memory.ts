// A layout as memory: which index is contiguous, how long the runs are, how many bytes, and what tiles add to them.
import { count, h, plural } from '../dom';

interface Laid {
  dimensions: number[];
  /** Minor to major. */
  order: number[];
  elementBytes: number;
  /** Sizes of the tile, major to minor; empty: none. */
  tile: number[];
}

/** "{1,0:T(8,128)}" of dimensions and bytes that are known. */
export function laidOf(layout: string, dimensions: number[], elementBytes: number): Laid {
  const [, order = '', tile = ''] = /^\{([\d,]*)(?::[^}]*?T\(([\d,]+)\))?/.exec(layout) ?? [];
  const numbers = (text: string): number[] => (text ? text.split(',').map(Number) : []);
  const named = numbers(order).filter((d) => d < dimensions.length);
  const rest = dimensions.map((_, d) => d).filter((d) => !named.includes(d)); // of a partial layout: more major
  return { dimensions, order: [...named, ...rest.reverse()], elementBytes, tile: numbers(tile) };
}

/** "f32[64,128]{1,0}" with the bytes of all of it; null for what is no array. */
export function laidOfShape(shape: string, bytes: number | null): Laid | null {
  const match = /^\w+\[([\d,]*)\](\{.*\})?$/.exec(shape);
  if (!match || bytes === null) return null;
  const dimensions = match[1] ? match[1].split(',').map(Number) : [];
  const elements = dimensions.reduce((product, size) => product * size, 1);
  return elements > 0 ? laidOf(match[2] ?? '', dimensions, bytes / elements) : null;
}

interface MemoryFacts {
  /** The dimension that is contiguous; null where there is only one element. */
  contiguous: number | null;
  /** Elements that lie together when it alone moves. */
  run: number;
  elements: number;
  /** With what tiles add. */
  paddedElements: number;
  /** Elements between neighbours along each dimension. */
  strides: number[];
}

export function memoryFacts({ dimensions, order, tile }: Laid): MemoryFacts {
  const product = (sizes: number[]): number => sizes.reduce((all, size) => all * size, 1);
  const strides = new Array<number>(dimensions.length).fill(0);
  let stride = 1;
  for (const d of order) {
    strides[d] = stride;
    stride *= dimensions[d]!;
  }
  const contiguous = order.find((d) => dimensions[d]! > 1) ?? null;
  // The tile covers the most minor dimensions; each is filled up to a whole number of tiles.
  const padded = order.map((d, i) => {
    const size = tile[tile.length - 1 - i];
    return size ? Math.ceil(dimensions[d]! / size) * size : dimensions[d]!;
  });
  return {
    contiguous,
    run: contiguous === null ? 1 : dimensions[contiguous]!,
    elements: product(dimensions),
    paddedElements: product(padded),
    strides,
  };
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  for (; bytes >= 1024 && unit < units.length - 1; bytes /= 1024) ++unit;
  return `${unit ? Number(bytes.toPrecision(3)) : count(bytes)} ${units[unit]}`;
}

const kCell = 34;
const kLine = 22;
const kRows = 5;
const kColumns = 8;

function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The picture: a corner of the array by its two most minor dimensions, each element with its place in memory. */
function picture(laid: Laid, facts: MemoryFacts): SVGSVGElement | null {
  const moving = laid.order.filter((d) => laid.dimensions[d]! > 1).slice(0, 2);
  if (!moving.length) return null;
  const [rowDimension, columnDimension] = moving.length === 1 ? [null, moving[0]!] : moving.sort((a, b) => a - b);
  const rows = rowDimension === null ? 1 : Math.min(kRows, laid.dimensions[rowDimension!]!);
  const columns = Math.min(kColumns, laid.dimensions[columnDimension!]!);
  const [left, top] = [30, 20];
  const width = left + columns * kCell + 22;
  const height = top + rows * kLine + 16;
  const cells: Node[] = [
    element('text', { x: left, y: 13, class: 'axis' }, `dimension ${columnDimension} →`),
    ...(rowDimension === null ? [] : [element('text', { x: 4, y: top + 15, class: 'axis' }, `${rowDimension} ↓`)]),
  ];
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      const at = (rowDimension === null ? 0 : r * facts.strides[rowDimension!]!) + c * facts.strides[columnDimension!]!;
      const inRun = facts.contiguous === columnDimension ? r === 0 : c === 0;
      cells.push(
        element('rect', {
          x: left + c * kCell,
          y: top + r * kLine,
          width: kCell - 2,
          height: kLine - 2,
          rx: 2,
          class: inRun ? 'run' : 'cell',
        }),
        element('text', { x: left + c * kCell + kCell / 2 - 1, y: top + r * kLine + 14, class: 'place' }, short(at)),
      );
    }
  }
  if (columns < laid.dimensions[columnDimension!]!)
    cells.push(element('text', { x: left + columns * kCell + 2, y: top + 15, class: 'axis' }, '…'));
  if (rowDimension !== null && rows < laid.dimensions[rowDimension!]!)
    cells.push(element('text', { x: left + 8, y: top + rows * kLine + 10, class: 'axis' }, '⋮'));
  const along = facts.contiguous === columnDimension ? 'along a row' : 'down a column';
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', class: 'memory-picture' },
    element('title', {}, `Elements with their place in memory; neighbours in memory lie ${along} of this picture`),
    ...cells,
  );
}

const short = (n: number): string =>
  n < 10_000 ? String(n) : n < 1e6 ? `${Math.round(n / 1000)}k` : `${Math.round(n / 1e6)}M`;

/** The picture and what it means, in words. */
export function layoutMemory(laid: Laid): HTMLElement {
  const facts = memoryFacts(laid);
  const { contiguous, run, elements, paddedElements } = facts;
  const drawn = picture(laid, facts);
  const padding = paddedElements - elements;
  const fact = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  const figure = h(
    'figure',
    { class: 'memory' },
    h(
      'dl',
      {},
      fact(
        'Minor to major',
        laid.order.length
          ? laid.order.map((d) => `${d} (size ${count(laid.dimensions[d]!)})`).join(', ')
          : 'one element',
      ),
      fact(
        'Contiguous',
        contiguous === null
          ? 'nothing moves'
          : `dimension ${contiguous}, in runs of ${plural(run, 'element')}, ${bytesText(run * laid.elementBytes)}`,
      ),
      fact('In memory', bytesText(paddedElements * laid.elementBytes)),
      laid.tile.length
        ? fact(
            'Tiles',
            `${laid.tile.join(' × ')}: ${padding ? `${bytesText(padding * laid.elementBytes)} of it are padding, ${((100 * padding) / paddedElements).toFixed(0)} %` : 'they fit, no padding'}`,
          )
        : '',
    ),
  );
  if (drawn) figure.prepend(drawn);
  return figure;
}
