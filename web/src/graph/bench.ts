// `?bench`: what the drawing of the program on the page costs, folded and with everything open. One JSON object, in milliseconds.
import type { GraphView } from '../views/graph';
import { h } from '../dom';
import { selection } from '../selection';
import type { Frame } from './stage';

interface Spread {
  median: number;
  p95: number;
}

interface Picture {
  boxes: number;
  edges: number;
  /** In the worker; with the way there and back, and until it was on the canvas. */
  layout: number;
  shown: number;
  frames: number;
  /** JavaScript and submission of a frame. */
  cpu: Spread;
  drawCalls: number;
  /** With the rasteriser at hand. */
  framesPerSecond: number;
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
const kQuery = 'op:dot shape:/\\d+,\\d+/';

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3));
  return { median: at(0.5), p95: at(0.95) };
}

/** Over all of the picture, down to where it can be read, along it, and up again. */
async function fly(view: GraphView): Promise<Pick<Picture, 'frames' | 'cpu' | 'drawCalls' | 'framesPerSecond'>> {
  const { canvas } = view;
  const { camera } = canvas.stage;
  const frames: Frame[] = [];
  canvas.onFrame = (frame) => frames.push(frame);
  canvas.fit();
  await nextFrame();
  const steps = kFrames / 3;
  const factor = Math.max(1.01, (7.5 / camera.target.scale) ** (1 / steps));
  const begin = performance.now();
  for (let i = 0; i < kFrames; ++i) {
    if (i < steps) camera.zoom(factor);
    else if (i < 2 * steps) camera.pan(25, 40);
    else camera.zoom(1 / factor);
    await nextFrame();
  }
  const seconds = (performance.now() - begin) / 1000;
  canvas.onFrame = () => {};
  return {
    frames: frames.length,
    cpu: spread(frames.map(({ cpu }) => cpu)),
    drawCalls: Math.max(...frames.map(({ drawCalls }) => drawCalls)),
    framesPerSecond: Number((kFrames / seconds).toFixed(1)),
  };
}

async function measured(view: GraphView, change: () => Promise<unknown>): Promise<Picture> {
  const begin = performance.now();
  await change();
  await nextFrame();
  const shown = performance.now() - begin;
  const picture = view.explorer!.picture!;
  return { boxes: picture.boxes, edges: picture.edges, layout: view.layoutTime, shown, ...(await fly(view)) };
}

/** Measures every program that is opened; `root.dataset.bench` has the figures of the last. */
export function benchPrograms(view: GraphView, root: HTMLElement, find: (query: string) => Promise<unknown>): void {
  const output = h('pre', { class: 'graph-bench', tabindex: 0, 'aria-label': 'Measurements' }, 'Measuring…');
  root.append(output);
  const run = async (file: string, instructions: number): Promise<void> => {
    delete root.dataset.bench;
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
