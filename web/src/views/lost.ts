// Message that lists what could not be restored after a reload, or from a link.
import { byId, fill, h } from '../dom';

/** Lists what is missing and what to do about it; hides the message if nothing is. */
export function showLost(lost: string[]): void {
  const root = byId('lost');
  root.hidden = lost.length === 0;
  fill(
    root,
    h('p', { role: 'status' }, h('strong', 'Not restored: '), lost.join('; '), '.'),
    h('button', { onclick: () => (root.hidden = true) }, 'Close'),
  );
}
