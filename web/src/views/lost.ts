// Message that lists which parts of the user's work could not be restored after a reload or from a link.
import { byId, fill, h } from '../dom';

/** Lists what could not be restored and what the user can do about it; hides the message if the list is empty. */
export function showLost(lost: string[]): void {
  const root = byId('lost');
  root.hidden = lost.length === 0;
  fill(
    root,
    h('p', { role: 'status' }, h('strong', 'Not restored: '), lost.join('; '), '.'),
    h('button', { onclick: () => (root.hidden = true) }, 'Close'),
  );
}
