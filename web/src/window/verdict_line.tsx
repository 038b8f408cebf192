// The line below the toolbar with the verdict: what would make the program faster.
import { useSignal } from '@preact/signals';
import { selection } from '../selection';
import { openScheduleHelp } from './schedule_help';
import { verdictOf } from './verdict';

/** Splits text at backticks and returns the parts between them as code elements. */
const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));

export function VerdictLine() {
  const { tone, headline, detail, more, instructions } = verdictOf({
    program: selection.signal('program').value,
    costs: selection.signal('costs').value,
    ranked: selection.signal('ranked').value,
    changes: selection.signal('changes').value,
    edited: selection.signal('edited').value,
    configuration: selection.signal('configuration').value,
  });
  const notice = selection.signal('notice').value;
  const shown = useSignal(''); // the details that the user opened
  const schedules = selection.signal('program').value?.inspection.schedules;
  return (
    <p class={`verdict-line ${tone}`}>
      <strong>{withCode(headline)}</strong>
      {more ? (
        <span class="verdict-more">
          <button
            class="link"
            aria-expanded={shown.value === more}
            onClick={() => (shown.value = shown.value === more ? '' : more)}
          >
            Details
          </button>
          {shown.value === more ? ` ${more}` : ''}
        </span>
      ) : null}
      {detail || instructions.length ? (
        <span class="verdict-detail">
          {detail}{' '}
          {instructions.map(({ node, name, note }, i) => (
            <>
              {i ? ', ' : ''}
              <button class="link" onClick={() => selection.choose('instruction', node)}>
                <code>{name}</code>
                {note ? ` ${note}` : ''}
              </button>
            </>
          ))}
        </span>
      ) : null}
      {schedules ? (
        <button class="link" onClick={openScheduleHelp}>
          What is a schedule?
        </button>
      ) : null}
      {notice ? (
        <span class="verdict-notice" role="note" title={notice}>
          {notice}
        </span>
      ) : null}
    </p>
  );
}
