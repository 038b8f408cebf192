// Renders a text of the catalogue: `code`, *emphasis*, and [term] or [term|words], which explain a term of the glossary.
import type { ComponentChild } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { glossary } from '../messages/glossary';
import { language } from './language';

const kMarks = /`([^`]+)`|\*([^*]+)\*|\[([^\]|]+)(?:\|([^\]]+))?\]/g;

function Term({ term, words }: { term: string; words: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = (event: Event): void => {
    if ((event as ToggleEvent).newState !== 'open') return;
    const { left, bottom } = button.current!.getBoundingClientRect();
    const popover = event.currentTarget as HTMLElement;
    popover.style.left = `${Math.max(8, Math.min(left, innerWidth - 336))}px`;
    popover.style.top = `${Math.min(bottom + 4, innerHeight - 140)}px`;
  };
  return (
    <>
      <button ref={button} class="term" popovertarget={id}>
        {words}
      </button>
      <span id={id} popover="auto" class="glossary" role="note" onBeforeToggle={place}>
        {glossary[language.value][term] ?? term}
      </span>
    </>
  );
}

/** Splits a text with marks into nodes; `term` makes those of a term. */
function nodesOf(text: string, nodeOfTerm: (term: string, words: string) => ComponentChild): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(kMarks)) {
    const [whole, code, emphasis, term, words] = match;
    const open = term !== undefined && text[match.index - 1] === '(' ? '(' : '';
    parts.push(text.slice(at, match.index - open.length));
    at = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (emphasis !== undefined) parts.push(<em>{emphasis}</em>);
    else {
      const [close] = /^[),.;:]*/.exec(text.slice(at))!;
      parts.push(
        <span class="unbroken">
          {open}
          {nodeOfTerm(term!, words ?? term!)}
          {close}
        </span>,
      );
      at += close.length;
    }
  }
  return [...parts, text.slice(at)];
}

/** The nodes of a text with marks; terms explain themselves when pressed. */
export const rich = (text: string): ComponentChild[] =>
  nodesOf(text, (term, words) => <Term key={term} term={term} words={words} />);

/** The same on paper. */
export const printed = (text: string): ComponentChild[] => nodesOf(text, (_, words) => words);

/** A text without its marks. */
export const plain = (text: string): string =>
  text.replace(kMarks, (_, code?: string, emphasis?: string, term?: string, words?: string) => {
    return code ?? emphasis ?? words ?? term ?? '';
  });
