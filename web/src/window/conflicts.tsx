// The list of layout conflicts. It contains copies, transposes and reshapes in the program, and the copies that the
// selected layout configuration would add.
import type { Disagreement } from '../../../wasm/engine';
import { selection } from '../selection';
import { copiedFor } from '../views/what_if_parts';
import { bytesMovedText, tripsText } from './figures';
import { VirtualList } from './virtual_list';

const kRow = 44;

interface Row {
  instruction: number;
  name: string;
  kind: string;
  text: string;
  bytes: number;
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
      (conflict.fused ? 'fused ' : '') + conflict.kind + (conflict.trips > 1 ? ` ${tripsText(conflict.trips)}` : ''),
    text: `${conflict.from} → ${conflict.kind === 'layout copy' ? changedPart(conflict.from, conflict.to) : conflict.to}`,
    bytes: conflict.total,
  }));
  const extra: Row[] = (copies?.disagreements ?? []).map((copy) => {
    const { node, instruction: producer, bytes, parties, trips = 1, amount } = copy;
    return {
      instruction: producer,
      name: node,
      kind: `extra copy${trips > 1 ? ` ${tripsText(trips)}` : ''}`,
      text: amount === undefined ? `layouts disagree: read by ${placesOf(parties)}` : `${copiedFor(copy)} (simulated)`,
      bytes: bytes * trips,
    };
  });
  const rows = [...explicit, ...extra].sort((a, b) => b.bytes - a.bytes);
  return (
    <>
      <p class="list-head">
        <span class="list-counts muted">
          {explicit.length} in the program{copies ? `, ${extra.length} added by the configuration` : ''}; by bytes
        </span>
      </p>
      <VirtualList
        label="Layout conflicts"
        count={rows.length}
        rowHeight={kRow}
        selected={rows.findIndex((row) => row.instruction === instruction)}
        select={(row) => selection.choose('instruction', rows[row]!.instruction)}
        title={(row) => `${rows[row]!.kind} of ${rows[row]!.name}\n${rows[row]!.text}`}
        row={(row) => {
          const { name, kind, text, bytes } = rows[row]!;
          return (
            <>
              <i class="row-bar" style={{ width: `${Math.max(0.5, (bytes / (rows[0]!.bytes || 1)) * 100)}%` }} />
              <span class="row-name">
                <code>{name}</code> <span class="muted">{kind}</span>
              </span>
              <span class="row-value">{bytesMovedText(bytes)}</span>
              <code class="row-second below">{text}</code>
            </>
          );
        }}
        empty="No copy, transpose or reshape moves data, and the selected layouts agree."
      />
    </>
  );
}
