// The search field of the window. Finds instructions by words and fields, and runs commands. Enter and Shift + Enter
// step through the instructions found. A list below the field shows the first of them.
import { batch, computed, signal, useSignalEffect } from '@preact/signals';
import { useId } from 'preact/hooks';
import { count } from '../dom';
import type { Found } from '../graph/search';
import { selection } from '../selection';
import { isTypedInto } from '../shortcuts';
import { splitQuery } from './quantities';

export interface Command {
  title: string;
  /** Keyboard shortcuts for the command, shown beside its title. */
  keys?: string;
  run: () => void;
}

const kPatience = 120; // milliseconds after the last key until the search starts
const kListed = 30; // largest number of found instructions in the list below the search field
const kNone: Found = { hits: new Uint32Array(), problem: '' };

const isCommand = (text: string): boolean => text.startsWith('>');

const query = signal('');
const found = signal<Found>(kNone);
/** Indices of the instructions that the search found. */
export const hits = computed(() => found.value.hits);
export const currentHit = signal(-1);
/** Whether the search field contains a query for instructions. False if the field is empty or contains a command. */
export const isSearching = computed(() => query.value.trim() !== '' && !isCommand(query.value));
const isListOpen = signal(false);
const active = signal(-1); // row of the list below the field that Enter selects; −1: none
let field: HTMLInputElement | null = null;
let timer = 0;
let latest = 0;

/** Moves the focus to the search field. If `text` is given, replaces the content of the field by it. */
export function focusSearch(text?: string): void {
  if (text !== undefined) query.value = text;
  isListOpen.value = true;
  field?.focus();
  field?.select();
}

/** Selects the next (`by` = 1) or previous (`by` = −1) instruction that the search found. */
export function stepHit(by: number): void {
  const { length } = hits.peek();
  if (!length) return;
  const at = currentHit.peek();
  const next = at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length;
  currentHit.value = next;
  selection.choose('instruction', hits.peek()[next]!);
}

function matchCommands(commands: Command[], text: string): Command[] {
  const words = text.replace(/^>/, '').toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return isCommand(text) ? commands : [];
  return commands.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}

function statusText({ problem, hits: all }: Found, at: number, text: string): string {
  if (problem) return problem;
  if (!text.trim() || isCommand(text)) return '';
  if (!all.length) return 'none found';
  return at < 0 ? `${count(all.length)} found` : `${count(at + 1)} of ${count(all.length)}`;
}

export interface SearchProps {
  find: (query: string) => Promise<Found>;
  commands: Command[];
  /** Called when the user presses Escape in the empty search field. */
  leave: () => void;
}

export function SearchBox({ find, commands, leave }: SearchProps) {
  const id = useId();
  const text = query.value;
  const program = selection.signal('program').value;
  const shown = matchCommands(commands, text).slice(0, isCommand(text) ? 40 : 4);
  const listed = isCommand(text) ? [] : [...found.value.hits.subarray(0, kListed)];
  const rows = shown.length + listed.length;
  const isOpen = isListOpen.value && rows > 0;

  /** Searches for the query. `kept`: instruction that stays the current hit if it is found again. */
  const search = async (kept?: number): Promise<void> => {
    window.clearTimeout(timer);
    timer = 0;
    const mine = ++latest;
    const now = query.peek();
    const answer = isCommand(now) || !program ? kNone : await find(now).catch(() => kNone);
    if (mine !== latest) return;
    batch(() => {
      found.value = answer;
      currentHit.value = kept === undefined ? -1 : answer.hits.indexOf(kept);
      active.value = -1;
    });
  };
  // Costs arrive after the program, and change with the machine and with a profile.
  useSignalEffect(() => {
    void selection.signal('costs').value;
    if (splitQuery(query.peek()).comparisons.length) void search(hits.peek()[currentHit.peek()]);
  });
  const typed = (now: string): void => {
    query.value = now;
    isListOpen.value = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void search(), kPatience);
  };
  const take = (row: number): void => {
    const command = shown[row];
    const hit = listed[row - shown.length];
    if (command) typed('');
    isListOpen.value = false;
    active.value = -1;
    command?.run();
    if (hit === undefined) return;
    currentHit.value = row - shown.length;
    selection.choose('instruction', hit);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (isOpen) isListOpen.value = false;
      else if (text) typed('');
      else leave();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      isListOpen.value = true;
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (rows) active.value = (active.value + by + rows + (active.value < 0 && by < 0 ? 1 : 0)) % rows;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const step = event.shiftKey ? -1 : 1;
      if (isOpen && active.value >= 0) return take(active.value);
      if (isCommand(text)) return take(0);
      isListOpen.value = false;
      if (timer) void search().then(() => stepHit(step));
      else stepHit(step);
    }
  };
  const names = program?.instructions;
  const status = statusText(found.value, currentHit.value, text);
  const option = (row: number) => ({
    id: `${id}-${row}`,
    role: 'option' as const,
    'aria-selected': row === active.value,
    onMouseDown: (event: MouseEvent) => event.preventDefault(), // keeps the focus in the search field
    onClick: () => take(row),
  });
  return (
    <div class="search" role="search">
      <input
        ref={(element) => void (field = element)}
        id="graph-search"
        type="search"
        aria-label="Search"
        aria-describedby={`${id}-help`}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && active.value >= 0 ? `${id}-${active.value}` : undefined}
        aria-invalid={found.value.problem !== ''}
        placeholder="Search (op:dot) or > commands"
        title="Ctrl K or /. Words, or op:dot, shape:[8,128], share>1%, bytes>1MiB, -op:copy, /regular expression/"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => typed(event.currentTarget.value)}
        onFocus={() => (isListOpen.value = true)}
        onBlur={() => (isListOpen.value = false)}
        onKeyDown={key}
      />
      <span class="visually-hidden" id={`${id}-help`}>
        Words, or FIELD:TEXT with a field of name, op, shape, dtype, layout, source, comp, scope; regular expressions
        between slashes; share, time, flops, bytes or trips compared with a number, such as share&gt;1%; a leading minus
        excludes. A leading &gt; lists commands.
      </span>
      <span class={found.value.problem ? 'graph-count problem' : 'graph-count'} role="status">
        {status}
      </span>
      <button
        class="icon"
        aria-label="Previous hit"
        title="Previous hit (Shift + Enter, N)"
        disabled={!hits.value.length}
        onClick={() => stepHit(-1)}
      >
        ↑
      </button>
      <button
        class="icon"
        aria-label="Next hit"
        title="Next hit (Enter, n)"
        disabled={!hits.value.length}
        onClick={() => stepHit(1)}
      >
        ↓
      </button>
      {isOpen ? (
        <div class="search-list" id={`${id}-list`} role="listbox" aria-label="Found">
          {shown.map(({ title, keys }, row) => (
            <div key={title} {...option(row)}>
              <strong>{title}</strong>
              <kbd>{keys ?? 'command'}</kbd>
            </div>
          ))}
          {listed.map((instruction, i) => (
            <div key={instruction} {...option(shown.length + i)}>
              <code>{names?.names[instruction]}</code>
              <span class="muted">
                {names?.opcodes[instruction]} {names?.shapes[instruction]?.slice(0, 80)}
              </span>
            </div>
          ))}
          {hits.value.length > listed.length && listed.length ? (
            <p class="muted">and {count(hits.value.length - listed.length)} more</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Installs the keyboard shortcuts of the search. Also clears the search whenever another program is opened. */
export function setUpSearch(): void {
  selection.on('program', () =>
    batch(() => {
      query.value = '';
      found.value = kNone;
      currentHit.value = active.value = -1;
    }),
  );
  document.addEventListener('keydown', (event) => {
    const isTyping = isTypedInto(event.target as Element);
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const withControl = ctrlKey || metaKey;
    if (document.querySelector('dialog[open]') || altKey) return;
    if (withControl && !shiftKey && key.toLowerCase() === 'k') focusSearch();
    else if (withControl && shiftKey && key.toLowerCase() === 'p') focusSearch('>');
    else if (key === '/' && !withControl && !isTyping) focusSearch();
    else return;
    event.preventDefault();
  });
}
