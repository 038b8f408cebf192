// `?bench`: what the drawing of the program on the page costs, folded and with everything open. One JSON object, in milliseconds.
import type { GraphView } from '../views/graph';
import { h } from '../dom';
import { selection } from '../selection';
import { kReadingScale } from './camera';
import type { Frame } from './stage';

interface Spread {
  median: number;
  p95: number;
}

/** Panning and zooming, a step a frame. */
interface Flight {
  scale: number;
  /** With the rasteriser at hand. */
  framesPerSecond: number;
  /** From one frame to the next. */
  interval: Spread;
  /** JavaScript and submission of a frame. */
  cpu: Spread;
  drawCalls: number;
}

interface Picture {
  boxes: number;
  edges: number;
  /** In the worker; with the way there and back, and until it was on the canvas. */
  layout: number;
  shown: number;
  /** All of it in sight. */
  overview: Flight;
  /** Where its letters are as wide as those of the page. */
  reading: Flight;
}

export interface Figures {
  file: string;
  instructions: number;
  /** Reading, features and configurations. */
  open: number;
  folded: Picture;
  unfolded: Picture;
  search: number;
}

const kFrames = 60;
const kWarmUp = 6; // frames before these: shaders are compiled, buffers filled
const kPatience = 3000; // milliseconds: a slow rasteriser draws fewer
const kQuery = 'op:dot shape:/\\d+,\\d+/';

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(3));
  return { median: at(0.5), p95: at(0.95) };
}

/** Pans and zooms by turns, there and back, about the middle of the picture. */
async function fly(view: GraphView, closeness: 'overview' | 'reading'): Promise<Flight> {
  const { canvas } = view;
  const { camera } = canvas.stage;
  const { width, height } = view.explorer!.picture!.drawing;
  const whole = camera.fitting({ x: 0, y: 0, width, height });
  const scale = closeness === 'overview' ? whole.scale : Math.max(whole.scale, kReadingScale);
  camera.jump({ x: width / 2 - camera.width / 2 / scale, y: height / 2 - camera.height / 2 / scale, scale });
  for (let i = 0; i < kWarmUp; ++i) {
    camera.pan(i % 2 ? 1 : -1, 0);
    await nextFrame();
  }
  const frames: Frame[] = [];
  canvas.onFrame = (frame) => frames.push(frame);
  const times = [await nextFrame()];
  for (let i = 0; i < kFrames && times.at(-1)! - times[0]! < kPatience; ++i) {
    const there = i % (kFrames / 3) < kFrames / 6 ? 1 : -1;
    if (i % 2) camera.pan(10 * there, 40 * there);
    else camera.zoom(1.05 ** there);
    times.push(await nextFrame());
  }
  canvas.onFrame = () => {};
  return {
    scale,
    framesPerSecond: Number((((times.length - 1) * 1000) / (times.at(-1)! - times[0]!)).toFixed(1)),
    interval: spread(times.slice(1).map((time, i) => time - times[i]!)),
    cpu: spread(frames.map(({ cpu }) => cpu)),
    drawCalls: Math.max(...frames.map(({ drawCalls }) => drawCalls)),
  };
}

async function measured(view: GraphView, change: () => Promise<unknown>): Promise<Picture> {
  const begin = performance.now();
  await change();
  await nextFrame();
  const shown = performance.now() - begin;
  const { boxes, edges } = view.explorer!.picture!;
  const overview = await fly(view, 'overview');
  const reading = await fly(view, 'reading');
  return { boxes, edges, layout: view.layoutTime, shown, overview, reading };
}

/** Measures every program that is opened; `root.dataset.bench` has the figures of the last. */
export function benchPrograms(view: GraphView, root: HTMLElement, find: (query: string) => Promise<unknown>): void {
  const output = h('pre', { class: 'graph-bench', tabindex: 0, 'aria-label': 'Measurements' }, 'Measuring…');
  root.append(output);
  const run = async (file: string, instructions: number): Promise<void> => {
    delete root.dataset.bench;
    root.scrollIntoView(); // out of sight nothing is drawn
    while (root.dataset.drawn !== file) await nextFrame();
    const explorer = view.explorer!;
    const folded = await measured(view, () => explorer.closeAll());
    const unfolded = await measured(view, () => explorer.openAll());
    await find(kQuery); // makes what is searched
    const begin = performance.now();
    await find(kQuery);
    const search = performance.now() - begin;
    await explorer.closeAll();
    const open = performance.getEntriesByName('open').at(-1)?.duration ?? 0;
    const figures: Figures = { file, instructions, open, folded, unfolded, search };
    output.textContent = JSON.stringify(figures, null, 1);
    root.dataset.bench = JSON.stringify(figures);
  };
  const begin = (): void => {
    const program = selection.get('program');
    if (program && program.inspection.computations !== null)
      void run(program.inspection.file, program.inspection.instructions);
  };
  selection.on('program', begin);
  begin();
}
