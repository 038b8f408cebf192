// Details pane of the graph. Shows facts about the selected box (an instruction or a group), its operands and users,
// its neighbourhood, and paths to other instructions.
import type { Details } from '../../../wasm/engine';
import { count, entry, fill, h, plural } from '../dom';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import { costFacts, insideFacts, runsText } from './graph_costs';
import { layoutsOf } from './graph_layouts';
import { bytesText } from './layout_memory';

type Full = Details & { text: string | null };

interface DetailsActions {
  goTo: (instruction: number) => void;
  /**
   * Dims all instructions that are more than `radius` edges away from the selected instruction. Null ends the dimming.
   */
  around: (radius: number | null) => void;
  markStart: (instruction: number) => void;
  pathsFrom: (start: number) => void;
  toggle: (place: number) => void;
}

const kListed = 8; // number of operands and users listed before the button "more"
const kLetters = 160; // number of characters of a shape or value shown before the button "more"
const kAttributes = 12;
const kLargestRadius = 12;

/**
 * Truncates a long text and adds a button that shows all of it. For example, the shape of a tuple can have thousands of
 * elements.
 */
function cut(text: string): (Node | string)[] {
  if (text.length <= kLetters * 1.2) return [text];
  const rest = text.slice(kLetters);
  const more = h('button.link', { onclick: () => more.replaceWith(rest) }, `… ${count(rest.length)} more characters`);
  return [text.slice(0, kLetters), more];
}

const code = (text: string): HTMLElement => h('code', ...cut(text));

export class GraphDetails {
  private start: number | null = null;
  private radius = 2;

  constructor(
    readonly element: HTMLElement,
    private readonly actions: DetailsActions,
  ) {
    this.nothing();
  }

  nothing(): void {
    fill(
      this.element,
      h(
        'p.muted',
        selection.get('program')?.inspection.schedules
          ? 'Select a stage to see what it computes, its time and features, and its neighbours.'
          : 'Select a box to see its shape, layout, cost and neighbours. Double-click or press Enter to open a box that contains others.',
      ),
    );
  }

  /** Shows facts about a box that groups instructions: a section, a repeated block or an HLO computation. */
  box(program: Program, place: number, isOpen: boolean): void {
    const { titles, subtitles, counts } = program.outline;
    fill(
      this.element,
      h('h3', titles[place]),
      h('p.muted', subtitles[place]),
      h('p', plural(counts[place]!, 'instruction')),
      h('dl.facts', ...insideFacts(program, place).map(([label, value]) => entry(label, value))),
      program.canOpen(place) && place !== 0 ? this.opener(place, isOpen) : null,
    );
  }

  instruction(program: Program, place: number, isOpen: boolean, details: Full, note: string | null): void {
    const { actions } = this;
    const { node, name, computation, opcode, shape, configurable, opName, source, text, attributes } = details;
    const fact = (label: string, value: Node | string | null): Node | null =>
      value === null || value === '' ? null : entry(label, value);
    const hasSlot = program.slotNodes.includes(node);
    const ofSchedules = selection.get('program')?.inspection.schedules !== undefined;
    const missing = text === null && !ofSchedules ? 'not in this file' : null;
    fill(
      this.element,
      h('h3', h('code', name)),
      note ? h('p.graph-note', note) : null,
      h(
        'dl.facts',
        fact(
          'Operation',
          ofSchedules || !configurable
            ? opcode
            : `${opcode}, ${hasSlot ? 'layouts can be changed' : 'only one layout is possible'}`,
        ),
        fact(ofSchedules ? 'Computes' : 'Shape', shape ? code(shape) : null),
        fact('Computation', ofSchedules ? null : computation ? h('code', computation) : missing),
        fact('Result size', details.bytes === null ? null : bytesText(details.bytes)),
        ...[...costFacts(program, place, node), ...insideFacts(program, place)].map(([label, value]) =>
          fact(label, value),
        ),
        fact('Runs', runsText(program, place, details)),
        fact('op_name', opName || missing),
        fact('Source', source || missing),
      ),
      ofSchedules && attributes.length ? h('h4', 'Features that the models read') : null,
      attributes.length
        ? h(
            'dl.facts.attributes',
            ...attributes
              .slice(0, ofSchedules ? Infinity : kAttributes)
              .map(({ name: key, value }) => fact(key.replaceAll('_', ' '), code(value))),
          )
        : null,
      ...layoutsOf(program, details, actions.goTo),
      this.list(ofSchedules ? 'Reads' : 'Operands', details.operands, details.operands.length),
      this.list(ofSchedules ? 'Read by' : 'Users', details.users, details.userCount),
      this.neighbourhood(),
      this.paths(program, node),
      program.canOpen(place) ? this.opener(place, isOpen) : null,
      ofSchedules || text === '' ? null : h('h4', 'HLO'),
      ofSchedules
        ? null
        : text === null
          ? h('p.muted', 'Not available: this file contains arrays only, without HLO text.')
          : text === ''
            ? null
            : h('pre.graph-line', { tabindex: 0, 'aria-label': 'Line of HLO' }, text),
    );
  }

  private opener(place: number, isOpen: boolean): HTMLElement {
    return h(
      'p.buttons',
      h('button', { onclick: () => this.actions.toggle(place) }, isOpen ? 'Close this box' : 'Open this box'),
    );
  }

  private list(title: string, entries: Details['users'], total: number): HTMLElement | null {
    if (!entries.length) return null;
    const items = (shown: Details['users']): HTMLElement[] =>
      shown.map(({ node, name, shape }) =>
        h(
          'li',
          h('button.link', { onclick: () => this.actions.goTo(node) }, h('code', name)),
          ' ',
          h('code.muted', ...cut(shape)),
        ),
      );
    const list = h('ul.graph-neighbours', ...items(entries.slice(0, kListed)));
    const more = h(
      'button.link',
      {
        onclick: () => {
          list.append(...items(entries.slice(kListed)));
          more.remove();
        },
      },
      `${count(entries.length - kListed)} more`,
    );
    return h('div', h('h4', `${title} (${count(total)})`), list, entries.length > kListed ? more : null);
  }

  private neighbourhood(): HTMLElement {
    const { actions } = this;
    const slider = h('input', {
      type: 'range',
      min: 1,
      max: kLargestRadius,
      value: this.radius,
      'aria-label': 'Radius of the neighbourhood in edges',
      oninput: () => set(slider),
    });
    const field = h('input', {
      type: 'number',
      min: 1,
      max: 999,
      value: this.radius,
      'aria-label': 'Radius of the neighbourhood in edges, as a number',
      onchange: () => set(field),
    });
    const set = (from: HTMLInputElement): void => {
      this.radius = Math.max(1, Math.round(Number(from.value)) || 1);
      slider.value = field.value = String(this.radius);
      actions.around(this.radius);
    };
    return h(
      'fieldset.graph-around',
      h('legend', 'Neighbourhood'),
      slider,
      field,
      h('button', { onclick: () => actions.around(this.radius) }, 'Show'),
      h('button', { onclick: () => actions.around(null) }, 'Show all'),
    );
  }

  private paths(program: Program, node: number): HTMLElement {
    const { start, actions } = this;
    const valid = start !== null && start !== node && start < program.instructions.names.length;
    return h(
      'p.buttons',
      h(
        'button',
        {
          onclick: (event: Event) => {
            this.start = node;
            actions.markStart(node);
            (event.target as HTMLElement).textContent = 'Start of paths ✓';
          },
        },
        start === node ? 'Start of paths ✓' : 'Paths from here…',
      ),
      valid
        ? h('button', { onclick: () => actions.pathsFrom(start) }, `All paths from ${program.nameOf(start)}`)
        : null,
    );
  }

  /** Clears the pane; call this before another program is shown. */
  forget(): void {
    this.start = null;
    this.nothing();
  }
}
