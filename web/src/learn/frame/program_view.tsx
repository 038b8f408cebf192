// Shows a program as editable text, and as the graph that the engine reads from this text. An instruction that is
// selected in one is selected in the other.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { GraphDrawing } from './drawing';
import { indexOf, type LessonProgram, operandsOf } from './program';
import { frameText } from './texts';

export interface ProgramViewProps {
  program: LessonProgram;
  textLabel: string;
  graphLabel: string;
  /** Returns the text about the selected instruction that screen readers announce. */
  describe: (name: string, operands: string[]) => string;
  say: (text: string) => void;
  /** Returns a text that says at which line and column of the program the error is. */
  place: (line: number, column: number) => string;
  originalLabel: string;
  /** Whether the graph is shown above the text. */
  isGraphFirst?: boolean;
}

const kDefinition = /^\s*(?:ROOT\s+)?%?([A-Za-z_][\w.-]*)\s*=/;

/** Returns the name of the instruction that a line of HLO text defines; null if the line defines none. */
export const nameIn = (line: string | undefined): string | null => kDefinition.exec(line ?? '')?.[1] ?? null;

function Editor(
  props: ProgramViewProps & {
    selected: string | null;
    pointed: string | null;
    choose: (name: string | null) => void;
    point: (name: string | null) => void;
  },
) {
  const { program, textLabel, selected, pointed, choose, point } = props;
  const text = program.text.value;
  const lines = text.split('\n');
  const wrong = (program.error.value?.line ?? 0) - 1;
  const columns = Math.max(...lines.map(({ length }) => length)) + 2;
  const lineAt = (event: PointerEvent): string | undefined => {
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return lines[Math.floor(((event.clientY - top) / height) * lines.length)];
  };
  const follow = (event: Event): void => {
    const { selectionStart, value } = event.currentTarget as HTMLTextAreaElement;
    choose(nameIn(lines[value.slice(0, selectionStart).split('\n').length - 1]));
  };
  const classOf = (line: string, i: number): string => {
    const name = nameIn(line);
    if (i === wrong) return 'wrong';
    if (name === null) return '';
    return name === selected ? 'selected' : name === pointed ? 'pointed' : '';
  };
  return (
    <div class="editor" tabIndex={-1}>
      <div class="editor-sheet">
        <div class="editor-lines" aria-hidden="true">
          {lines.map((line, i) => (
            <i key={i} class={classOf(line, i)} />
          ))}
        </div>
        <textarea
          aria-label={textLabel}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines.length}
          style={{ minWidth: `${columns}ch` }}
          value={text}
          onInput={(event) => program.setText(event.currentTarget.value)}
          onSelect={follow}
          onKeyUp={follow}
          onClick={follow}
          onPointerMove={(event) => point(nameIn(lineAt(event)))}
          onPointerLeave={() => point(null)}
        />
      </div>
    </div>
  );
}

export function ProgramView(props: ProgramViewProps) {
  const { program, graphLabel, describe, say, place, originalLabel } = props;
  const selected = useSignal<string | null>(null);
  const pointed = useSignal<string | null>(null);
  useEffect(() => void program.open(), [program]);
  const read = program.read.value;
  const error = program.error.value;
  const nameOf = (instruction: number): string | null => read?.instructions.names[instruction] ?? null;
  const choose = (name: string | null): void => {
    if (name === selected.peek()) return;
    selected.value = name;
    const index = read && name !== null ? indexOf(read, name) : -1;
    if (read && index >= 0)
      say(
        describe(
          name!,
          operandsOf(read, index).map((each) => nameOf(each) ?? ''),
        ),
      );
  };
  const shown = pointed.value ?? selected.value;
  return (
    <div class={props.isGraphFirst ? 'program-view graph-first' : 'program-view'}>
      <div class="program-text">
        <Editor
          {...props}
          selected={selected.value}
          pointed={pointed.value}
          choose={choose}
          point={(name) => (pointed.value = name)}
        />
        <div class="editor-below">
          <button disabled={program.text.value === program.original} onClick={() => program.setText(program.original)}>
            {originalLabel}
          </button>
          <div role="status" class="editor-error" data-error={error ? '' : undefined}>
            {error ? (
              <p>
                <strong>{place(error.line ?? 0, error.column ?? 0)}</strong>{' '}
                <span lang="en">
                  {error.message}
                  {error.help ? ` (${error.help})` : ''}
                </span>
              </p>
            ) : null}
          </div>
        </div>
      </div>
      {read ? (
        <GraphDrawing
          read={read}
          label={graphLabel}
          selected={shown === null ? -1 : indexOf(read, shown)}
          onSelect={(instruction) => choose(nameOf(instruction))}
          onPoint={(instruction) => (pointed.value = nameOf(instruction))}
        />
      ) : (
        <p class="muted">{frameText('loading')}</p>
      )}
    </div>
  );
}
