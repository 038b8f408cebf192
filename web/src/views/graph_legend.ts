// Legend of the graph's colours, tooltip, and breadcrumbs, which list the boxes that enclose the selected instruction.
import { fill, h } from '../dom';
import { kinds } from '../graph/opcodes';
import type { Overlay } from '../graph/overlay';
import type { Program } from '../graph/program';

export class GraphLegend {
  readonly element = h('div.graph-legend');

  constructor() {
    this.show(null);
  }

  /** Shows the legend of a colouring. `hasAbsent`: whether boxes are grey because the selected schedule lacks them. */
  show(overlay: Overlay | null, hasAbsent = false): void {
    const absent = hasAbsent ? h('span.absent', h('i.swatch.none'), 'Grey: not in this schedule') : null;
    // Without predicted times of stages there is nothing to explain.
    if (overlay?.steps && overlay.values.size === 0) return fill(this.element, absent);
    if (!overlay) {
      const entries = kinds.map(({ name, title, says }) =>
        h('li', { title: says }, h('i', { class: `swatch kind-${name}` }), title),
      );
      return fill(this.element, h('ul', ...entries));
    }
    const { title, unit, low, high, none, values, steps } = overlay;
    fill(
      this.element,
      h('strong', title),
      values.size === 0
        ? h('span.muted', 'nothing to show')
        : steps
          ? h('ul.steps', ...steps.map(([text, strength]) => h('li', swatch(strength), text)))
          : h(
              'ul',
              low ? h('li', h('i.swatch.low'), low) : null,
              h('li', h('i.swatch.none'), none ?? 'unaffected'),
              high ? h('li', h('i.swatch.high'), high) : null,
            ),
      unit ? h('span.muted', unit) : null,
      absent,
    );
  }
}

function swatch(strength: number): HTMLElement {
  const element = h('i.swatch.step');
  element.style.setProperty('--strength', String(strength));
  return element;
}

/**
 * Creates the title of a node of the outline tree (`place`). A title that is a name in the program is in a code font; a
 * description is in the font of the page.
 */
export function titleOf(program: Program, place: number): HTMLElement {
  return h(program.isNamed(place) ? 'code' : 'span', program.outline.titles[place]);
}

/** The tooltip next to the pointer. Lines whose text is null are left out. */
export class GraphTip {
  readonly element = h('div.graph-tip', { hidden: true, 'aria-hidden': 'true' });

  show(title: Node, lines: (string | null)[], x: number, y: number, width: number): void {
    this.element.hidden = false;
    fill(
      this.element,
      h('strong', title),
      ...lines.filter((line): line is string => !!line).map((line) => h('span', line)),
    );
    const room = this.element.offsetWidth;
    const left = x + 14 + room > width ? Math.max(4, x - 14 - room) : x + 14;
    this.element.style.transform = `translate(${left}px, ${y + 14}px)`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}

/**
 * Fills the breadcrumbs with the boxes that enclose the selected instruction, outermost first. A click on a box calls
 * `choose`.
 */
export function showCrumbs(
  root: HTMLElement,
  boxes: { place: number; title: Node }[],
  choose: (place: number) => void,
): void {
  fill(
    root,
    h(
      'ol',
      ...boxes.map(({ place, title }, i) =>
        h(
          'li',
          h(
            'button.link',
            { 'aria-current': i === boxes.length - 1 ? 'true' : null, onclick: () => choose(place) },
            title,
          ),
        ),
      ),
    ),
  );
}
