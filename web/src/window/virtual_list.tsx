// A list (ARIA listbox) that renders only its visible rows. Arrow keys and clicks select a row. Clicks and Enter open
// it, if the list can open rows. The Tab key stops only once at the list.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  label: string;
  count: number;
  /** Height of a row in pixels. */
  rowHeight: number;
  /** Index of the selected row; −1 if none is selected. The list scrolls to the row when this index changes. */
  selected: number;
  select: (row: number) => void;
  /** Opens a row: called when the user clicks it, or presses Enter while it is selected. */
  activate?: (row: number) => void;
  row: (row: number) => ComponentChildren;
  /** Returns the tooltip of a row. */
  title?: (row: number) => string;
  /** Called with the indices of the first and the last visible row. */
  visible?: (first: number, last: number) => void;
  empty: string;
}

const kSpare = 6; // rows rendered above and below the visible ones, to scroll without gaps

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, selected, select, activate, row, title, visible, empty } = props;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const box = element.current!;
    const measure = (): void => setView({ top: box.scrollTop, height: box.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const box = element.current!;
    if (selected < 0 || !box.clientHeight) return;
    const top = selected * rowHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = Math.max(0, top - box.clientHeight / 3);
  }, [selected, count, view.height > 0]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - kSpare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + kSpare) - 1;
  useEffect(() => {
    if (last >= first) visible?.(first, last);
  });
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);

  const key = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    const isOpening = event.key === 'Enter' && activate !== undefined && selected >= 0;
    if ((to === undefined && !isOpening) || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    event.preventDefault();
    if (to === undefined) return activate?.(selected);
    select(Math.max(0, Math.min(to, count - 1)));
  };

  return (
    <div
      ref={element}
      class="virtual-list"
      role={count ? 'listbox' : 'group'}
      aria-label={label}
      aria-activedescendant={rows.includes(selected) ? `${id}-${selected}` : undefined}
      tabIndex={0}
      onKeyDown={key}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <div class="virtual-rows" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {rows.map((i) => (
          <div
            key={i}
            id={`${id}-${i}`}
            class="list-row"
            role="option"
            aria-selected={i === selected}
            aria-posinset={i + 1}
            aria-setsize={count}
            title={title?.(i)}
            style={{ height: `${rowHeight}px`, transform: `translateY(${i * rowHeight}px)` }}
            onClick={() => {
              select(i);
              activate?.(i);
            }}
          >
            {row(i)}
          </div>
        ))}
      </div>
      {count === 0 ? <p class="empty muted">{empty}</p> : null}
    </div>
  );
}
