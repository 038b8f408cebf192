// The notes above the list of hotspots: the time of the program, what limits it, and why the estimates may be wrong.
import type { Costs, Inspection } from '../../../wasm/engine';
import { duration, plural } from '../dom';
import { boundsText, total } from './figures';

const kShortNotices: Record<string, string> = {
  unoptimised:
    'Not optimised: the compiler will fuse elementwise operations and insert copies, so bytes and times will differ.',
};

/** Returns the first warning about the HLO file, and how many more there are: "Warning, line 5: dot: …; 2 more warnings". */
function warningText([first, ...others]: Inspection['warnings']): string {
  const place = first!.line ? `, line ${first!.line}` : '';
  const more = others.length ? `; ${plural(others.length, 'more warning')}` : '';
  return `Warning${place}: ${first!.message}${more}`;
}

const kFirstNotices = ['unknownDevice', 'otherMachine', 'network']; // kinds of notices that come first
const kShownNotes = 2; // number of notes that are shown without a click, so that the list keeps its room

interface Note {
  text: string;
  title: string;
}

/** Returns why the estimates may be wrong, most important first. */
function notesOn({ notices = [] }: Costs, warnings: Inspection['warnings']): Note[] {
  const isFirst = ({ kind }: { kind: string }) => kFirstNotices.includes(kind);
  const sorted = [...notices.filter(isFirst), ...notices.filter((notice) => !isFirst(notice))];
  return [
    ...(warnings.length ? [{ text: warningText(warnings), title: 'The inspector lists all warnings' }] : []),
    ...sorted.map(({ kind, message }) => ({
      text: kShortNotices[kind] ?? message[0]!.toUpperCase() + message.slice(1),
      title: message,
    })),
  ];
}

const noteLine = ({ text, title }: Note) => (
  <p class="list-note cost-notice" role="note" title={title} key={title}>
    {text}
  </p>
);

/** The measured and the estimated time of the program, what limits it, and why the estimates may be wrong. */
export function Total({ costs, warnings }: { costs: Costs; warnings: Inspection['warnings'] }) {
  const notes = notesOn(costs, warnings);
  const shown = notes.length > kShownNotes ? kShownNotes - 1 : kShownNotes; // the line "more notes" takes the last place
  return (
    <>
      <p class="list-note cost-total" title={`Estimated for one run on ${costs.machine ?? 'this machine'}`}>
        {costs.isMeasured ? (
          <>
            <strong>{duration(total(costs.measured), 3)}</strong> measured,{' '}
          </>
        ) : null}
        <strong>{duration(total(costs.seconds), 3)}</strong> estimated: {boundsText(costs) || 'nothing to compute'}
      </p>
      {notes.slice(0, shown).map(noteLine)}
      {notes.length > shown ? (
        <details class="cost-notes">
          <summary class="list-note">{plural(notes.length - shown, 'more note')}</summary>
          {notes.slice(shown).map(noteLine)}
        </details>
      ) : null}
    </>
  );
}
