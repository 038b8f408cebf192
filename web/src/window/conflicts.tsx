// The list of layout conflicts. It contains copies, transposes and reshapes in the program, and the copies that the
// selected layout configuration would add.
import type { Costs, Disagreement } from '../../../wasm/engine';
import { count } from '../dom';
import { selection } from '../selection';
import { copiedFor } from '../views/what_if_parts';
import { bytesMovedText, shareText, total, tripsText } from './figures';
import { VirtualList } from './virtual_list';

const kRow = 44;

interface Row {
  instruction: number;
  name: string;
  kind: string;
  text: string;
  bytes: number;
  isFused: boolean;
}

const kFused = 'Inside a fusion, it moves no bytes of its own, but the fusion reads or writes with strides';

const sumOf = (rows: Row[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0);

/** The bytes that the conflicts in the program move, and those that conflicts inside fusions only reorder. */
function Total({ rows, costs }: { rows: Row[]; costs: Costs }) {
  const fused = rows.filter(({ isFused }) => isFused);
  const moved = sumOf(rows) - sumOf(fused);
  const all = total(costs.bytes);
  const inside = fused.length === 1 ? '1 inside a fusion reorders' : `${count(fused.length)} inside fusions reorder`;
  return (
    <p class="list-note conflicts-total">
      <strong>{bytesMovedText(moved)}</strong> of {bytesMovedText(all)} moved ({moved ? shareText(moved / all) : '0 %'})
      {fused.length ? (
        <span title={kFused}>
          ; {inside} another {bytesMovedText(sumOf(fused))}
        </span>
      ) : null}
    </p>
  );
}

const placesOf = (parties: Disagreement['parties']): string => parties.map((party) => party.place).join(', ');

/** Returns the layout of the shape `to`. Returns the whole shape if it differs from `from` by more than the layout. */
function changedPart(from: string, to: string): string {
  const [before, after] = [from.indexOf('{'), to.indexOf('{')];
  return after > 0 && from.slice(0, before) === to.slice(0, after) ? to.slice(after) : to;
}

export function Conflicts() {
  const costs = selection.signal('costs').value;
  const program = selection.signal('program').value;
  const copies = selection.signal('copies').value;
  const instruction = selection.signal('instruction').value;
  if (!program) return null;
  const explicit: Row[] = (costs?.conflicts ?? []).map((conflict, i) => ({
    instruction: costs!.conflictInstructions[i]!,
    name: conflict.name,
    kind:
      conflict.kind +
      (conflict.fused ? ' in a fusion' : '') +
      (conflict.trips > 1 ? ` ${tripsText(conflict.trips)}` : ''),
    text: `${conflict.from} → ${conflict.kind === 'layout copy' ? changedPart(conflict.from, conflict.to) : conflict.to}`,
    bytes: conflict.total,
    isFused: conflict.fused,
  }));
  const extra: Row[] = (copies?.disagreements ?? []).map((copy) => {
    const { node, instruction: producer, bytes, parties, trips = 1, amount } = copy;
    return {
      instruction: producer,
      name: node,
      kind: `extra copy${trips > 1 ? ` ${tripsText(trips)}` : ''}`,
      text: amount === undefined ? `layouts disagree: read by ${placesOf(parties)}` : `${copiedFor(copy)} (simulated)`,
      bytes: bytes * trips,
      isFused: false,
    };
  });
  const rows = [...explicit, ...extra].sort((a, b) => b.bytes - a.bytes);
  const largest = rows.find(({ isFused }) => !isFused)?.bytes || 1;
  return (
    <>
      <p class="list-head">
        <span class="list-counts muted">
          {explicit.length} in the program{copies ? `, ${extra.length} added by the configuration` : ''}; by bytes
        </span>
      </p>
      {costs && explicit.length ? <Total rows={explicit} costs={costs} /> : null}
      <VirtualList
        label="Layout conflicts"
        count={rows.length}
        rowHeight={kRow}
        selected={rows.findIndex((row) => row.instruction === instruction)}
        select={(row) => selection.choose('instruction', rows[row]!.instruction)}
        title={(row) => {
          const { kind, name, text, isFused } = rows[row]!;
          return [`${kind} of ${name}`, text, isFused ? kFused : ''].filter(Boolean).join('\n');
        }}
        row={(row) => {
          const { name, kind, text, bytes, isFused } = rows[row]!;
          return (
            <>
              {isFused ? null : <i class="row-bar" style={{ width: `${Math.max(0.5, (bytes / largest) * 100)}%` }} />}
              <span class="row-name">
                <code>{name}</code> <span class="muted">{kind}</span>
              </span>
              <span class={`row-value ${isFused ? 'muted' : ''}`}>{bytesMovedText(bytes)}</span>
              <code class="row-second below">{text}</code>
            </>
          );
        }}
        empty="No copy, transpose or reshape moves data, and the selected layouts agree."
      />
    </>
  );
}
