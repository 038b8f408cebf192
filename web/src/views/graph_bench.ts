// Benchmark of the graph view, enabled by `?bench` in the page address. Measures layout, rendering and search, first
// with all boxes (groups of instructions) closed, then with all open.
import { h } from '../dom';
import { kReadingScale } from '../graph/camera';
import type { Frame } from '../graph/scene';
import { selection } from '../selection';
import type { GraphView } from './graph';

/** Median and 95th percentile of times in milliseconds. */
interface Spread {
  median: number;
  p95: number;
}

/** Measurements of the frames rendered while the view pans and zooms by one step per frame. */
interface Flight {
  /** Zoom, as the width of a character in CSS pixels. */
  scale: number;
  /** Frames rendered per second. Depends on the GPU or software rasteriser of the machine. */
  framesPerSecond: number;
  /** Time from one frame to the next, in milliseconds. */
  interval: Spread;
  /** Milliseconds of CPU time that a frame takes on the main thread, for JavaScript and WebGL calls. */
  cpu: Spread;
  drawCalls: number;
}

interface Picture {
  boxes: number;
  edges: number;
  /** Time of the graph layout in the web worker, in milliseconds. */
  layout: number;
  /** Milliseconds from the request to the first rendered frame, including messages to and from the web worker. */
  shown: number;
  /** Measurements while the whole graph is visible. */
  overview: Flight;
  /** Measurements at a zoom at which the labels of the graph are as large as the text of the page. */
  reading: Flight;
}

/** Benchmark results for one file. All times are in milliseconds. */
interface Figures {
  file: string;
  instructions: number;
  /** Time to read the file, compute features and generate layout configurations, in milliseconds. */
  open: number;
  /** Measurements with all boxes (groups of instructions) closed. */
  folded: Picture;
  /** Measurements with all boxes (groups of instructions) open. */
  unfolded: Picture;
  search: number;
}

const kFrames = 60;
const kWarmUp = 6; // number of first frames that are not measured, because they compile shaders and fill buffers
// Time limit of a measurement in milliseconds. Within this time, a slow rasteriser renders fewer than kFrames frames.
const kPatience = 3000;
const kQuery = 'op:dot shape:/\\d+,\\d+/';

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(3));
  return { median: at(0.5), p95: at(0.95) };
}

/** Pans and zooms back and forth around the middle of the graph, and measures the rendered frames. */
async function fly(view: GraphView, closeness: 'overview' | 'reading'): Promise<Flight> {
  const { canvas } = view;
  const { camera } = canvas.scene;
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

/** Measures each program that is opened, and writes the results as JSON to the page and to `root.dataset.bench`. */
export function benchPrograms(view: GraphView, root: HTMLElement, find: (query: string) => Promise<unknown>): void {
  const output = h('pre.graph-bench', { tabindex: 0, 'aria-label': 'Measurements' }, 'Measuring…');
  root.append(output);
  const run = async (file: string, instructions: number): Promise<void> => {
    delete root.dataset.bench;
    root.scrollIntoView(); // browsers do not render a canvas that is scrolled out of view
    while (root.dataset.drawn !== file) await nextFrame();
    const explorer = view.explorer!;
    const folded = await measured(view, () => explorer.closeAll());
    const unfolded = await measured(view, () => explorer.openAll());
    await find(kQuery); // the first search is not measured, because it also builds the index
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
