// The part of the graph's details pane that shows layouts. It shows how an instruction's result is stored in memory,
// which layouts the selected configuration changes, and the copies that these changes imply.
import type { Change, Details } from '../../../wasm/engine';
import { count, h } from '../dom';
import { isLayout, layoutText } from '../layout_text';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import { parseLayout, parseShape, layoutMemory } from './layout_memory';
import { impliedCopies } from './what_if_parts';

/**
 * Creates the sections about the layouts of an instruction. Leaves out the sections about memory if the instruction's
 * result is not an array.
 */
export function layoutsOf(program: Program, details: Details, goTo: (instruction: number) => void): HTMLElement[] {
  const { node, shape, bytes } = details;
  const changes = selection.get('configuration')?.changes.filter(({ slot }) => program.slotNodes[slot] === node) ?? [];
  const report = selection.get('copies');
  const copies = (report?.disagreements ?? []).filter(
    ({ instruction, parties }) => instruction === node || parties.some((party) => party.instruction === node),
  );
  const cut =
    report && report.disagreements.length < report.disagreementCount
      ? `Lists only the ${report.disagreements.length} largest of ${count(report.disagreementCount)} implied copies in the program.`
      : null;
  const isSimulated = copies.some((copy) => copy.amount !== undefined);
  const own = parseShape(shape, bytes);
  const output = changes.find(({ tensor }) => tensor === 'output');
  const isKnown = output === undefined || isLayout(output.to);
  const laid =
    own && output && isKnown ? parseLayout(output.to, own.dimensions, own.elementBytes, shape) : isKnown ? own : null;
  const index = selection.get('configuration')?.index ?? -1;
  const configuration = index < 0 ? 'your configuration' : `configuration ${index}`;
  return [
    ...(changes.length ? [h('div', h('h4', `Changed by ${configuration}`), h('ul', ...changes.map(changeLine)))] : []),
    ...(laid ? [h('div', h('h4', output ? `In memory, with ${configuration}` : 'In memory'), layoutMemory(laid))] : []),
    ...(copies.length
      ? [h('div.copies', ...impliedCopies(copies, goTo, copies.length, isSimulated), cut && h('p.muted', cut))]
      : []),
  ];
}

const changeLine = ({ tensor, from, to }: Change): HTMLElement =>
  h('li', `${tensor}: `, h('code', from), ' → ', h('code', layoutText(to)));
