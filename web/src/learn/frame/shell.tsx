// The frame around a lesson: title, list of steps, text and picture of the current step, its question, and the buttons
// Back and Next.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LessonAddress } from '../address';
import { chooseLanguage, kLanguages, language, translator } from './language';
import type { Lesson, LessonContext } from './lesson';
import { Predict } from './predict';
import { type Answer, progressOf, setProgress } from './progress';
import { rich } from './rich';
import { printSheet, Sheet } from './sheet';
import { frameText } from './texts';

export interface ShellProps {
  address: LessonAddress & { lesson: number };
  title: string;
  lesson: Lesson;
  context: LessonContext;
  /** Text that screen readers announce. */
  said: string;
  /** Number of the next lesson; null if this is the last one. */
  next: number | null;
  open: (lesson: number) => void;
}

export function LanguageChoice() {
  return (
    <select
      aria-label={frameText('language')}
      value={language.value}
      onChange={(event) => chooseLanguage(event.currentTarget.value)}
    >
      {Object.entries(kLanguages).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}

/**
 * Returns the index of the step to show first. It is the step in the page address, or else the one that the learner saw
 * last.
 */
function firstStep({ lesson, step }: ShellProps['address'], { steps }: Lesson): number {
  const at = step === null ? steps.findIndex(({ name }) => name === progressOf(lesson).step) : step - 1;
  return Math.max(0, Math.min(steps.length - 1, at));
}

export function Shell({ address, title, lesson, context, said, next, open }: ShellProps) {
  const number = address.lesson;
  const at = useSignal(firstStep(address, lesson));
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { steps, messages } = lesson;
  const step = steps[at.value]!;
  const text = translator(messages);
  const { answers, seen } = progressOf(number);
  const isLast = at.value === steps.length - 1;
  const fullTitle = frameText('lesson', { n: number, title });
  const { isShown } = context;

  useEffect(() => {
    const { seen: before } = progressOf(number);
    setProgress(number, { step: step.name, seen: [...new Set([...before, step.name])] });
    body.current!.scrollTop = 0;
  }, [step.name]);
  useEffect(() => {
    document.title = `${fullTitle} · hlorank`;
  }, [fullTitle]);

  const go = (to: number): void => {
    at.value = to;
    context.say(''); // clears the announcement for screen readers, which was about the previous step
    heading.current?.focus();
  };
  const answer = (name: string, given: Answer | undefined): void => {
    const before = Object.entries(progressOf(number).answers).filter(([each]) => each !== name);
    setProgress(number, { answers: Object.fromEntries(given ? [...before, [name, given]] : before) });
  };
  const finish = (): void => {
    setProgress(number, { isDone: true, step: steps[0]!.name });
    if (next === null) context.services.leave();
    else open(next);
  };
  return (
    <section class="lesson" aria-label={fullTitle} lang={language.value}>
      <div class="lesson-head">
        <h2>{fullTitle}</h2>
        <ol class="lesson-steps" aria-label={frameText('steps')}>
          {steps.map(({ name, title: key }, i) => (
            <li key={name}>
              <button
                aria-current={i === at.value ? 'step' : undefined}
                class={seen.includes(name) ? 'seen' : ''}
                aria-label={frameText('stepName', { step: i + 1, title: text(key) })}
                title={text(key)}
                onClick={() => go(i)}
              >
                {i + 1}
              </button>
            </li>
          ))}
        </ol>
        <span class="lesson-tools">
          <LanguageChoice />
          <button onClick={() => void printSheet()}>{frameText('print')}</button>
          <button onClick={context.services.leave}>{frameText('close')}</button>
        </span>
      </div>
      <div class={`lesson-body ${isShown('text') || step.question ? '' : 'bare'}`} ref={body}>
        <div class="lesson-text">
          <h3 ref={heading} tabIndex={-1}>
            {text(step.title)}
          </h3>
          {isShown('text') ? step.text.map((key) => <p key={key}>{rich(text(key, step.values?.()))}</p>) : null}
        </div>
        {isShown('picture') ? (
          <div class="lesson-picture" role="group" aria-label={frameText('picture')}>
            <step.Picture key={step.name} />
          </div>
        ) : null}
        <div class="lesson-question">
          {step.question && isShown('question') ? (
            <Predict
              key={step.name}
              question={step.question}
              text={text}
              answer={answers[step.question.name]}
              onAnswer={(given) => answer(step.question!.name, given)}
            />
          ) : null}
        </div>
      </div>
      <div class="lesson-foot">
        <button onClick={() => go(at.value - 1)} disabled={at.value === 0}>
          {frameText('back')}
        </button>
        <span class="muted">{frameText('stepOf', { step: at.value + 1, steps: steps.length })}</span>
        {isLast ? (
          <button class="primary" onClick={finish}>
            {frameText(next === null ? 'finish' : 'nextLesson')}
          </button>
        ) : (
          <button class="primary" onClick={() => go(at.value + 1)}>
            {frameText('next')}
          </button>
        )}
      </div>
      <p class="visually-hidden" role="status">
        {said}
      </p>
      <Sheet title={fullTitle} lesson={lesson} text={text} hasPictures={isShown('picture')} />
    </section>
  );
}
