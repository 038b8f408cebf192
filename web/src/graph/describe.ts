// Describes the selected box of the graph in words, for screen readers (ARIA live region).
import { kNone } from '../../../wasm/engine';
import { plural } from '../dom';
import type { Explorer } from './explorer';

/**
 * Returns a description of the selected box, such as "dot.12, f32[8,8]; 2 operands, 1 user; in main, block × 4, block";
 * empty if no box is selected.
 */
export function described(explorer: Explorer): string {
  const { selected: place, program, picture } = explorer;
  if (place === kNone || !picture) return '';
  const { titles, subtitles, folded } = program.outline;
  const box = explorer.boxOf(place);
  const joined = (above: boolean): number => (box === kNone ? 0 : picture.joined(box, above).length);
  const path = program.around(place).map((around) => titles[around]!);
  return [
    `${titles[place]}, ${subtitles[place]}`,
    folded[place] ? 'folded' : `${plural(joined(true), 'operand')}, ${plural(joined(false), 'user')}`,
    program.canOpen(place) ? (explorer.open.has(place) ? 'open' : 'closed, press Enter to open') : '',
    path.length ? `in ${path.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
