// Message that lists the parts of the user's work that could not be restored after a reload or from a link.
import { byId, fill, h } from '../dom';

/** Lists what could not be restored and what the user can do about it. Hides the message if `lost` is empty. */
export function showLost(lost: string[]): void {
  const root = byId('lost');
  root.hidden = lost.length === 0;
  fill(
    root,
    h('p', { role: 'status' }, h('strong', 'Not restored: '), lost.join('; '), '.'),
    h('button', { onclick: () => (root.hidden = true) }, 'Close'),
  );
}
