// Keyboard input of the graph canvas: arrow keys move the selection, other keys move the view.

export interface KeyActions {
  walk: (direction: 'up' | 'down' | 'left' | 'right') => void;
  toggle: () => void;
  up: () => void;
  /** Moves the view by x times the view's width and y times the view's height. */
  pan: (x: number, y: number) => void;
  zoom: (factor: number) => void;
  fit: () => void;
  focus: () => void;
  search: () => void;
  nextHit: (step: 1 | -1) => void;
  back: () => void;
  forward: () => void;
  /** Clears the selection and ends the dimming of instructions. Returns false if there was nothing to clear. */
  clear: () => boolean;
}

const kStep = 0.18; // fraction of the view size by which one key press pans
const kZoom = 1.3;

/** Calls the function in `actions` for each key that is pressed while `element` has the focus. */
export function keysOf(element: HTMLElement, actions: KeyActions): void {
  const plain: Record<string, () => void> = {
    ArrowUp: () => actions.walk('up'),
    ArrowDown: () => actions.walk('down'),
    ArrowLeft: () => actions.walk('left'),
    ArrowRight: () => actions.walk('right'),
    Enter: actions.toggle,
    Backspace: actions.up,
    w: () => actions.pan(0, -kStep),
    s: () => actions.pan(0, kStep),
    a: () => actions.pan(-kStep, 0),
    d: () => actions.pan(kStep, 0),
    '+': () => actions.zoom(kZoom),
    '=': () => actions.zoom(kZoom),
    '-': () => actions.zoom(1 / kZoom),
    '0': actions.fit,
    ' ': actions.fit,
    f: actions.focus,
    '/': actions.search,
    n: () => actions.nextHit(1),
    N: () => actions.nextHit(-1),
    '[': actions.back,
    ']': actions.forward,
  };
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (actions.clear()) event.stopPropagation();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.preventDefault();
      return actions.search();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zooms = event.shiftKey && { ArrowUp: kZoom, ArrowDown: 1 / kZoom }[event.key];
    const action = zooms ? () => actions.zoom(zooms) : (plain[event.key] ?? plain[event.key.toLowerCase()]);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
