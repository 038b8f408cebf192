// Renders a text with markup: `code`, *emphasis*, and [term] or [term|words], which show the explanation of a glossary
// term.
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

/** Converts a text with markup to nodes. `nodeOfTerm` creates the nodes of a glossary term. */
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

/** Returns the nodes of a text with markup for the screen. Pressing a glossary term shows its explanation. */
export const rich = (text: string): ComponentChild[] =>
  nodesOf(text, (term, words) => <Term key={term} term={term} words={words} />);

/** Returns the nodes of a text with markup, for printing: glossary terms become plain words. */
export const printed = (text: string): ComponentChild[] => nodesOf(text, (_, words) => words);

/** Returns a text without its markup. */
export const plain = (text: string): string =>
  text.replace(kMarks, (_, code?: string, emphasis?: string, term?: string, words?: string) => {
    return code ?? emphasis ?? words ?? term ?? '';
  });
