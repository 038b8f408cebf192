// Toolbar of the graph. Has a button for each action that keyboard, wheel or drag offer, display options, and export.
import { h } from '../dom';
import type { SaveOptions } from '../graph/export';
import { icon } from '../window/icons';
import { type OverlayName, overlays } from './graph_overlays';

interface ToolbarActions {
  openAll: () => void;
  closeAll: () => void;
  up: () => void;
  back: () => void;
  forward: () => void;
  zoom: (factor: number) => void;
  pan: (dx: number, dy: number) => void;
  fit: () => void;
  focus: () => void;
  overlay: (name: OverlayName) => void;
  plumbing: (drawn: boolean) => void;
  wheelZooms: (zooms: boolean) => void;
  save: (options: SaveOptions) => void;
}

const button = (label: string, text: string | Node, hint: string, onclick: () => void): HTMLButtonElement =>
  h('button', { 'aria-label': label, title: hint, onclick }, text);

const check = (label: string, changed: (on: boolean) => void): HTMLElement => {
  const box = h('input', { type: 'checkbox', onchange: () => changed(box.checked) });
  return h('label.field', box, label);
};

export class GraphToolbar {
  readonly element: HTMLElement;
  private readonly backButton: HTMLButtonElement;
  private readonly forwardButton: HTMLButtonElement;
  private readonly overlay: HTMLSelectElement;

  constructor(actions: ToolbarActions) {
    this.backButton = button('Back', '←', 'Previous view ([)', actions.back);
    this.forwardButton = button('Forward', '→', 'Next view (])', actions.forward);
    this.overlay = h(
      'select',
      { id: 'graph-overlay', onchange: () => actions.overlay(this.overlay.value as OverlayName) },
      ...overlays.map(([value, title]) => h('option', { value }, title)),
    );
    const group = (label: string, ...children: HTMLElement[]): HTMLElement =>
      h('div.button-group', { role: 'group', 'aria-label': label }, ...children);
    this.element = h(
      'div.graph-tools',
      group(
        'History',
        this.backButton,
        this.forwardButton,
        button('Up one level', '↥', 'Select the enclosing box (Backspace)', actions.up),
      ),
      group(
        'Boxes',
        button('Open all', icon('unfold'), 'Open all boxes', actions.openAll),
        button('Close all', icon('fold'), 'Close all boxes', actions.closeAll),
      ),
      group(
        'View',
        button('Zoom out', '−', 'Zoom out (−)', () => actions.zoom(1 / 1.5)),
        button('Zoom in', '+', 'Zoom in (+)', () => actions.zoom(1.5)),
        button('Fit all', icon('fit'), 'Show the whole program (0)', actions.fit),
        button('Focus on the selection', icon('focus'), 'Show the selected box (F)', actions.focus),
      ),
      h('label.field', { for: 'graph-overlay' }, 'Colour', this.overlay),
      this.more(actions),
    );
    this.setHistory(false, false);
  }

  setHistory(back: boolean, forward: boolean): void {
    this.backButton.disabled = !back;
    this.forwardButton.disabled = !forward;
  }

  /**
   * Hides the menu of colours for schedules of Halide and TVM. Schedules have no HLO, which all colourings except time
   * need.
   */
  offerOverlays(areSchedules: boolean): void {
    this.overlay.parentElement!.hidden = areSchedules;
  }

  setOverlay(name: OverlayName): void {
    this.overlay.value = name;
  }

  private more(actions: ToolbarActions): HTMLElement {
    const scale = h('input', { type: 'number', id: 'graph-scale', min: 1, max: 40, value: 8, step: 1 });
    const scheme = h(
      'select',
      { id: 'graph-scheme' },
      ...['As shown', 'Light', 'Dark'].map((title) => h('option', { value: title.toLowerCase() }, title)),
    );
    const selection = h('input', { type: 'checkbox', id: 'graph-save-selection' });
    const save = (format: 'svg' | 'png') => () =>
      actions.save({
        format,
        scale: Math.min(40, Math.max(1, Number(scale.value) || 8)),
        selection: selection.checked,
        scheme: scheme.value,
      });
    const pan = (label: string, text: string, dx: number, dy: number): HTMLButtonElement =>
      button(label, text, label, () => actions.pan(dx, dy));
    return h(
      'details.graph-more',
      h('summary', 'More'),
      h(
        'div',
        h(
          'div.button-group',
          { role: 'group', 'aria-label': 'Move' },
          pan('Move left', '◀', -160, 0),
          pan('Move up', '▲', 0, -160),
          pan('Move down', '▼', 0, 160),
          pan('Move right', '▶', 160, 0),
        ),
        check('Zoom with the mouse wheel', actions.wheelZooms),
        check('Show parameters and constants as boxes', actions.plumbing),
        h('label.field', { for: 'graph-scale' }, 'Pixels per character', scale),
        h('label.field', { for: 'graph-scheme' }, 'Theme', scheme),
        h('label.field', { for: 'graph-save-selection' }, selection, 'Selected box only'),
        h(
          'div.buttons',
          h('button', { onclick: save('svg') }, 'Save SVG'),
          h('button', { onclick: save('png') }, 'Save PNG'),
        ),
      ),
    );
  }
}
