// Lists the copies, transposes and reshapes of the open program that move data, sorted by number of bytes.
import { selection } from '../../selection';
import { bytesMovedText } from '../../window/figures';
import type { Translate } from '../frame/language';
import type { en } from '../messages/lesson2.en';

const kListed = 8;

export function OwnMoves({ text }: { text: Translate<keyof typeof en> }) {
  const program = selection.signal('program').value;
  const costs = selection.signal('costs').value;
  if (!program || (!costs && program.inspection.computations !== null)) return <p class="muted">{text('ownNone')}</p>;
  const moves = [...(costs?.conflicts ?? [])].sort((a, b) => b.total - a.total);
  const most = moves[0]?.total ?? 1;
  return (
    <>
      <h4>{program.inspection.name || program.inspection.file}</h4>
      {moves.length ? (
        <table class="bars moves">
          <caption>{text('ownCaption', { count: moves.length, shown: Math.min(kListed, moves.length) })}</caption>
          <tbody>
            {moves.slice(0, kListed).map((move) => (
              <tr key={move.name}>
                <th scope="row">
                  <code>{move.name}</code> {move.kind}
                </th>
                <td>
                  <i style={{ width: `${(move.total / most) * 100}%` }} />
                </td>
                <td>{bytesMovedText(move.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{text('ownEmpty')}</p>
      )}
    </>
  );
}
