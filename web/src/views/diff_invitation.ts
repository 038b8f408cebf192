// What the tab of differences shows while there is nothing to compare: how to compare programs.
import { h } from '../dom';

/** Creates the element. `openSecond` is called with the file that the user picks, to compare it with the program. */
export function diffInvitation(openSecond: (file: File) => void): HTMLElement {
  const second = h('input', {
    type: 'file',
    hidden: true,
    'aria-label': 'Second program',
    onchange: () => {
      const [file] = second.files!;
      second.value = '';
      if (file) openSecond(file);
    },
  });
  return h(
    'div.empty.muted',
    h(
      'p',
      'Open two programs together, or a second one here, to see what changed. In a dumped folder, choose a stage under “Changes since”.',
    ),
    h('p.buttons', h('button', { onclick: () => second.click() }, 'Open a second program…'), second),
  );
}
