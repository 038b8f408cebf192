// Exports the graph, or one box of the graph, as SVG or PNG. Both formats share the drawing code through the interface
// Pen.
import { Box, Edge, kNone } from '../../../wasm/engine';
import { h } from '../dom';
import type { Area } from './camera';
import { shortened } from './labels';
import type { Explorer } from './explorer';
import { Colour, Palette } from './palette';
import type { Picture } from './picture';
import type { Looks } from './gather';

/**
 * Drawing operations that SVG and PNG both implement. Coordinates are in units of the drawing (width of a character).
 * `curved[i]`: whether segment i of a path is an S-curve with vertical ends; otherwise it is a straight line.
 */
interface Pen {
  rectangle: (
    x: number,
    y: number,
    width: number,
    height: number,
    fill: string,
    line: string,
    lineWidth: number,
  ) => void;
  path: (
    points: readonly (readonly [number, number])[],
    curved: readonly boolean[],
    line: string,
    dashed: boolean,
  ) => void;
  text: (text: string, x: number, y: number, size: number, fill: string) => void;
}

interface ExportOptions {
  /** Index of the box to export; kNone: the whole graph. */
  of: number;
  /** Pixels of the exported image per character width. */
  scale: number;
}

const kLargest = 16_000; // largest width or height in pixels of a canvas that all browsers support
const kLargestArea = 160_000_000; // largest area (width · height) of a canvas in pixels
const kMargin = 2; // margin around the exported area, in units of the drawing (width of a character)

function areaOf(picture: Picture, of: number): Area {
  const area =
    of === kNone ? { x: 0, y: 0, width: picture.drawing.width, height: picture.drawing.height } : picture.area(of);
  return {
    x: area.x - kMargin,
    y: area.y - kMargin,
    width: area.width + 2 * kMargin,
    height: area.height + 2 * kMargin,
  };
}

/** Returns a predicate on boxes: true for the box `of` and the boxes inside it, or for all boxes if `of` is kNone. */
function isWithin(picture: Picture, of: number): (box: number) => boolean {
  if (of === kNone) return () => true;
  const inside = new Uint8Array(picture.boxes);
  inside[of] = 1;
  for (let box = of + 1; box < picture.boxes; ++box) inside[box] = inside[picture.drawing.parents[box]!] ?? 0;
  return (box) => inside[box] === 1;
}

function drawWith(pen: Pen, picture: Picture, looks: Looks, palette: Palette, of: number): void {
  const { drawing, outline } = picture;
  const { flags, places, rects, points, pointBegin, edgeFlags, from, to } = drawing;
  const within = isWithin(picture, of);
  for (let box = 0; box < picture.boxes; ++box) {
    if (!within(box)) continue;
    const place = places[box]!;
    const open = (flags[box]! & Box.open) !== 0;
    const kind = Colour.kinds + looks.kinds[place]!;
    const [x, y, w, h] = [rects[box * 4]!, rects[box * 4 + 1]!, rects[box * 4 + 2]!, rects[box * 4 + 3]!];
    const fill = open ? palette.css(Colour.panel) : palette.mixed(Colour.panel, kind, 0.16);
    pen.rectangle(x, y, w, h, fill, open ? palette.css(Colour.line) : palette.mixed(Colour.strong, kind, 0.55), 0.12);
    const room = Math.floor(w - 2);
    const title = shortened(outline.titles[place]!, room);
    const subtitle = shortened(outline.subtitles[place]!, Math.floor(room / 0.86));
    const left = (text: string, size: number): number => (open ? x + 1.6 : x + (w - text.length * size) / 2);
    pen.text(title, left(title, 1), y + 2, 1, palette.css(Colour.text));
    pen.text(subtitle, left(subtitle, 0.86), y + 3.9, 0.86, palette.css(Colour.muted));
  }
  for (let edge = 0; edge < picture.edges; ++edge) {
    if (!within(from[edge]!) || !within(to[edge]!)) continue;
    const line: [number, number][] = [];
    for (let point = pointBegin[edge]!; point < pointBegin[edge + 1]!; ++point)
      line.push([points[point * 2]!, points[point * 2 + 1]!]);
    const dashed = (edgeFlags[edge]! & Edge.control) !== 0;
    const parts = edgeFlags[edge]! & Edge.stub ? [line.slice(0, 2), line.slice(2)] : [line];
    for (const part of parts)
      pen.path(
        part,
        part.slice(1).map(([x], i) => x !== part[i]![0]),
        palette.css(Colour.edge),
        dashed,
      );
  }
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

function toSvg(picture: Picture, looks: Looks, palette: Palette, { of, scale }: ExportOptions): string {
  const { x, y, width, height } = areaOf(picture, of);
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width * scale)}" height="${round(height * scale)}" viewBox="${[x, y, width, height].map(round).join(' ')}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace">`,
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${palette.css(Colour.page)}"/>`,
  ];
  drawWith(
    {
      rectangle: (left, top, w, h, fill, line, lineWidth) =>
        parts.push(
          `<rect x="${round(left)}" y="${round(top)}" width="${round(w)}" height="${round(h)}" rx="0.6" fill="${fill}" stroke="${line}" stroke-width="${lineWidth}"/>`,
        ),
      path: (points, curved, line, dashed) => {
        let d = `M${round(points[0]![0])} ${round(points[0]![1])}`;
        for (let i = 1; i < points.length; ++i) {
          const [[x0, y0], [x1, y1]] = [points[i - 1]!, points[i]!];
          const middle = round((y0 + y1) / 2);
          d += curved[i - 1]
            ? `C${round(x0)} ${middle} ${round(x1)} ${middle} ${round(x1)} ${round(y1)}`
            : `L${round(x1)} ${round(y1)}`;
        }
        parts.push(
          `<path d="${d}" fill="none" stroke="${line}" stroke-width="0.14"${dashed ? ' stroke-dasharray="0.8 0.6"' : ''}/>`,
        );
      },
      // The attribute textLength gives the text the width that the layout reserved, whatever font the viewer uses.
      text: (text, left, baseline, size, fill) => {
        if (text)
          parts.push(
            `<text x="${round(left)}" y="${round(baseline)}" font-size="${round(size * 1.6)}" textLength="${round(text.length * size)}" lengthAdjust="spacingAndGlyphs" fill="${fill}">${escaped(text)}</text>`,
          );
      },
    },
    picture,
    looks,
    palette,
    of,
  );
  parts.push('</svg>');
  return parts.join('\n');
}

/**
 * Returns the requested scale (pixels per character width), reduced if the image would exceed the largest canvas that
 * browsers support.
 */
function fittingScale(picture: Picture, { of, scale }: ExportOptions): number {
  const { width, height } = areaOf(picture, of);
  return Math.min(scale, kLargest / width, kLargest / height, Math.sqrt(kLargestArea / (width * height)));
}

async function toPng(picture: Picture, looks: Looks, palette: Palette, options: ExportOptions): Promise<Blob> {
  const { x, y, width, height } = areaOf(picture, options.of);
  const scale = fittingScale(picture, options);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d')!;
  context.fillStyle = palette.css(Colour.page);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(-x, -y);
  drawWith(
    {
      rectangle: (left, top, w, h, fill, line, lineWidth) => {
        context.beginPath();
        context.roundRect(left, top, w, h, Math.min(0.6, w / 2, h / 2));
        context.fillStyle = fill;
        context.fill();
        context.strokeStyle = line;
        context.lineWidth = lineWidth;
        context.stroke();
      },
      path: (points, curved, line, dashed) => {
        context.beginPath();
        context.moveTo(...points[0]!);
        for (let i = 1; i < points.length; ++i) {
          const [[x0, y0], [x1, y1]] = [points[i - 1]!, points[i]!];
          const middle = (y0 + y1) / 2;
          if (curved[i - 1]) context.bezierCurveTo(x0, middle, x1, middle, x1, y1);
          else context.lineTo(x1, y1);
        }
        context.setLineDash(dashed ? [0.8, 0.6] : []);
        context.strokeStyle = line;
        context.lineWidth = 0.14;
        context.stroke();
      },
      text: (text, left, baseline, size, fill) => {
        if (!text || size * scale < 1.5) return;
        context.font = `${size * 1.6}px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace`;
        context.fillStyle = fill;
        context.fillText(text, left, baseline, text.length * size);
      },
    },
    picture,
    looks,
    palette,
    options.of,
  );
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob
        ? resolve(blob)
        : reject(new Error('the graph is too large for a PNG; reduce the pixels per character or save an SVG')),
    ),
  );
}

export interface SaveOptions {
  format: 'svg' | 'png';
  /** Pixels of the exported image per character width. */
  scale: number;
  /** Whether to export only the selected box; otherwise the whole graph. */
  selection: boolean;
  /** Colour scheme of the image: "light", "dark", or "as shown" for the colour scheme of the page. */
  scheme: string;
}

/** Downloads the graph as `name`.svg or `name`.png. `root`: element whose CSS variables define the colours. */
export async function save(explorer: Explorer, root: HTMLElement, name: string, options: SaveOptions): Promise<void> {
  const { picture, program } = explorer;
  if (!picture) return;
  const palette = new Palette(root);
  palette.read(options.scheme === 'as shown' ? '' : options.scheme);
  palette.remove();
  const of = options.selection ? explorer.boxOf(explorer.selected) : kNone;
  const { scale } = options;
  const file =
    options.format === 'svg'
      ? new Blob([toSvg(picture, program.looks, palette, { of, scale })], { type: 'image/svg+xml' })
      : await toPng(picture, program.looks, palette, { of, scale });
  const url = URL.createObjectURL(file);
  h('a', { href: url, download: `${name}.${options.format}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
