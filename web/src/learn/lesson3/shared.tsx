// What the pictures of lesson 3 share: the program, its encoding, the selected node and number of the state.
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { GraphDrawing } from '../frame/drawing';
import { decimal, type Translate } from '../frame/language';
import { lit } from '../frame/lesson';
import { NumberField } from '../frame/number_field';
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
  /** Name of the selected node. */
  selected: Signal<string>;
  /** The number of the state that is chosen. */
  component: Signal<number>;
  rows: Signal<number>;
  setRows: (rows: number) => void;
}

export const kMostRows = 4096;

/** Shows `children` once the network has encoded the program. */
export function WithEncoding({
  encoded,
  children,
}: Pick<Shared, 'encoded'> & { children: (_: Encoded) => ComponentChildren }) {
  return encoded.value ? <>{children(encoded.value)}</> : <p class="muted">{frameText('loading')}</p>;
}

/** Number of the selected node; that of the first, if there is none of this name. */
export const selectedNode = ({ instructions }: Read, { selected }: Pick<Shared, 'selected'>): number =>
  Math.max(0, instructions.names.indexOf(selected.value));

export const usersOf = (read: Read, node: number): number[] =>
  read.instructions.names.flatMap((_, each) => (operandsOf(read, each).includes(node) ? [each] : []));

/** The part that a node plays in a message passing step of `centre`. */
export function partOf(read: Read, centre: number, node: number): 'own' | 'operands' | 'users' | null {
  if (node === centre) return 'own';
  if (operandsOf(read, centre).includes(node)) return 'operands';
  return operandsOf(read, node).includes(centre) ? 'users' : null;
}

/** The graph; the nodes that belong to the term that is pointed at are marked, and the other way round. */
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
  /** Says what is selected. */
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

/** Chooses one of the numbers of a state, 1 to 16. */
export function ComponentField({ text, component }: Shared) {
  return (
    <div class="field">
      <span>{text('component')}</span>
      <NumberField
        label={text('component')}
        value={component.value + 1}
        least={1}
        most={kWidth}
        step={1}
        onValue={(value) => (component.value = Math.round(value) - 1)}
      />
    </div>
  );
}

export function RowsField({ text, rows, setRows }: Shared) {
  return (
    <div class="field">
      <span>{text('rows')}</span>
      <NumberField
        label={text('rows')}
        value={rows.value}
        least={1}
        most={kMostRows}
        step={1}
        onValue={(value) => setRows(Math.round(value))}
      />
    </div>
  );
}

export const numberText = (value: number): string => decimal(value, 2);
