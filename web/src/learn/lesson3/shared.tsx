// State that the pictures of lesson 3 share: the program, the network's states for it, and what the learner selected.
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { GraphDrawing } from '../frame/drawing';
import { decimal, type Translate } from '../frame/language';
import { lit } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { operandsOf, type Read } from '../frame/program';
import { frameText } from '../frame/texts';
import type { en } from '../messages/lesson3.en';
import { kWidth } from './encoder';
import type { Encoded } from './network';

export type Text = Translate<keyof typeof en>;

export interface Shared {
  text: Text;
  say: (text: string) => void;
  encoded: Signal<Encoded | null>;
  /** Name of the instruction that the learner selected. */
  selected: Signal<string>;
  /** Index of the number in each node's state that the learner selected. */
  component: Signal<number>;
  rows: Signal<number>;
  setRows: (rows: number) => void;
}

export const kMostRows = 4096;

/** Shows `children` once the network's states for the program are computed. */
export function WithEncoding({
  encoded,
  children,
}: Pick<Shared, 'encoded'> & { children: (_: Encoded) => ComponentChildren }) {
  return encoded.value ? <>{children(encoded.value)}</> : <p class="muted">{frameText('loading')}</p>;
}

/** Returns the index of the selected instruction; 0 if the program has no instruction of this name. */
export const selectedNode = ({ instructions }: Read, { selected }: Pick<Shared, 'selected'>): number =>
  Math.max(0, instructions.names.indexOf(selected.value));

export const usersOf = (read: Read, node: number): number[] =>
  read.instructions.names.flatMap((_, each) => (operandsOf(read, each).includes(node) ? [each] : []));

/**
 * Returns the role of `node` in a message passing step that updates the node `centre`; null if `node` has no role in
 * the step.
 */
export function partOf(read: Read, centre: number, node: number): 'own' | 'operands' | 'users' | null {
  if (node === centre) return 'own';
  if (operandsOf(read, centre).includes(node)) return 'operands';
  return operandsOf(read, node).includes(centre) ? 'users' : null;
}

/**
 * Shows the graph of the program. While the learner points at a term of the formula, marks the nodes that the term
 * stands for. While the learner points at a node, marks the node's terms in the formula.
 */
export function Graph({
  shared,
  read,
  note,
  mark,
  describe,
}: {
  shared: Shared;
  read: Read;
  note?: (node: number) => string;
  mark?: (node: number) => string;
  /** Returns the text for screen readers about the selected node. */
  describe: (name: string, node: number) => string;
}) {
  const centre = selectedNode(read, shared);
  return (
    <GraphDrawing
      read={read}
      label={shared.text('graphLabel')}
      selected={centre}
      onSelect={(node) => {
        shared.selected.value = read.instructions.names[node]!;
        shared.say(describe(shared.selected.value, node));
      }}
      onPoint={(node) => (lit.value = node < 0 ? null : partOf(read, centre, node))}
      note={note}
      mark={mark ?? ((node) => (lit.value !== null && partOf(read, centre, node) === lit.value ? 'part' : ''))}
    />
  );
}

/** Input field for the index, from 1 to 16, of the number in a state that the learner wants to see. */
export function ComponentField({ text, component }: Shared) {
  return (
    <LabelledNumber
      label={text('component')}
      value={component.value + 1}
      least={1}
      most={kWidth}
      onValue={(value) => (component.value = Math.round(value) - 1)}
    />
  );
}

export function RowsField({ text, rows, setRows }: Shared) {
  return (
    <LabelledNumber
      label={text('rows')}
      value={rows.value}
      least={1}
      most={kMostRows}
      onValue={(value) => setRows(Math.round(value))}
    />
  );
}

export const numberText = (value: number): string => decimal(value, 2);
