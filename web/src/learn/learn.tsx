// Opens the lesson that the page address names, and fills the menu of lessons.
import './learn.css';
import { useSignal } from '@preact/signals';
import { render } from 'preact';
import type { LessonServices } from '../learning';
import { addressOf, type LessonAddress, parseAddress } from './address';
import { chooseLanguage, language } from './frame/language';
import type { LessonContext } from './frame/lesson';
import { progressOf } from './frame/progress';
import { LanguageChoice, Shell } from './frame/shell';
import { frameText } from './frame/texts';
import { type LessonEntry, lessons } from './lessons';

function progressText({ number, steps }: LessonEntry): string {
  const { isDone, seen } = progressOf(number);
  if (isDone) return `✓ ${frameText('done')}`;
  return seen.length ? frameText('started', { step: Math.min(seen.length, steps), steps }) : frameText('notStarted');
}

const openLesson = (lesson: number): void => {
  location.hash = addressOf(lesson, location.hash);
};

function LessonList({ chosen }: { chosen: (lesson: number) => void }) {
  return (
    <>
      {lessons.map((entry) => (
        <button key={entry.number} onClick={() => chosen(entry.number)} lang={language.value}>
          <strong>
            {entry.number}. {entry.title[language.value]}
          </strong>
          <span>{progressText(entry)}</span>
        </button>
      ))}
    </>
  );
}

/** Fills the menu from which the user opens a lesson. */
export function fillMenu(menu: HTMLElement): void {
  const choose = (lesson: number): void => {
    menu.hidePopover();
    openLesson(lesson);
  };
  render(<LessonList chosen={choose} />, menu);
}

/** The list of all lessons, shown at the page address #learn. */
function Contents({ problem, services }: { problem: string; services: LessonServices }) {
  return (
    <section class="lesson lesson-contents" aria-label={frameText('lessons')} lang={language.value}>
      <div class="lesson-head">
        <h2>{frameText('lessons')}</h2>
        <span class="lesson-tools">
          <LanguageChoice />
          <button onClick={services.leave}>{frameText('close')}</button>
        </span>
      </div>
      <div class="lesson-list">
        <p>{problem || frameText('intro')}</p>
        <LessonList chosen={openLesson} />
      </div>
    </section>
  );
}

interface Opened {
  address: LessonAddress & { lesson: number };
  entry: LessonEntry;
  context: Omit<LessonContext, 'say'>;
  create: (context: LessonContext) => ReturnType<Awaited<ReturnType<LessonEntry['load']>>['create']>;
}

function Page({ address, entry, context, create }: Opened) {
  const said = useSignal('');
  const lesson = useSignal<ReturnType<typeof create> | null>(null);
  lesson.value ??= create({ ...context, say: (text) => (said.value = text) });
  const later = lessons.find(({ number }) => number > entry.number);
  return (
    <Shell
      address={address}
      title={entry.title[language.value]}
      lesson={lesson.value}
      context={{ ...context, say: (text) => (said.value = text) }}
      said={said.value}
      next={later?.number ?? null}
      open={openLesson}
    />
  );
}

let stops: (() => void)[] = []; // functions that stop the web workers and timers of the lesson on the page
let shown = ''; // page address of the lesson that is shown
// Language that the page address named last. It may differ from the current language, because the learner can select
// another.
let asked: string | null = null;

/** Shows in the element `host` what the page address names: a lesson, the list of lessons, or nothing. */
export function showLesson(host: HTMLElement, services: LessonServices): void {
  const address = parseAddress(location.hash, location.search);
  const mine = address ? location.hash : '';
  if (mine === shown) return;
  shown = mine;
  stops.splice(0).forEach((stop) => stop());
  render(null, host);
  if (!address) return;
  if (address.language !== asked) chooseLanguage(address.language);
  asked = address.language;
  document.body.classList.toggle('teaching', address.isTeacher);
  const number = address.lesson;
  const entry = lessons.find((each) => each.number === number);
  if (!entry || number === null) {
    const problem = number === null ? '' : frameText('noLesson', { n: number });
    render(<Contents problem={problem} services={services} />, host);
    document.title = `${frameText('lessons')} · hlorank`;
    return host.focus();
  }
  const ends: (() => void)[] = (stops = []);
  const context = {
    services,
    seed: address.seed,
    isTeacher: address.isTeacher,
    atEnd: (stop: () => void) => ends.push(stop),
    isShown: (part: LessonAddress['hidden'][number]) => !address.hidden.includes(part),
  };
  entry.load().then(({ create }) => {
    if (shown !== mine) return;
    render(<Page {...{ entry, context, create }} address={{ ...address, lesson: number }} />, host);
    host.querySelector<HTMLElement>('.lesson-text h3')?.focus();
  }, services.failed);
}
