// Icons of the page, from the icon set Lucide, as SVG elements in the colour of the surrounding text.
import {
  ChevronDown,
  createElement,
  FoldVertical,
  type IconNode,
  Info,
  Maximize,
  ScanSearch,
  Share2,
  UnfoldVertical,
} from 'lucide';

const kIcons = {
  more: ChevronDown,
  share: Share2,
  help: Info,
  unfold: UnfoldVertical,
  fold: FoldVertical,
  fit: Maximize,
  focus: ScanSearch,
} satisfies Record<string, IconNode>;

export function icon(name: keyof typeof kIcons): SVGElement {
  return createElement(kIcons[name], { width: 16, height: 16, 'aria-hidden': 'true' });
}
