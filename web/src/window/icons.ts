// Icons of the window: lucide's, as SVG elements that take the colour of the text.
import { ChevronDown, createElement, type IconNode, Info, Share2 } from 'lucide';

const kIcons = { more: ChevronDown, share: Share2, help: Info } satisfies Record<string, IconNode>;

export function icon(name: keyof typeof kIcons): SVGElement {
  return createElement(kIcons[name], { width: 16, height: 16, 'aria-hidden': 'true' });
}
