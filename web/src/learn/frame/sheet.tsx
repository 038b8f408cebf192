// The printed version of a lesson: texts, pictures and questions, with the answers on the last page.
import { useEffect } from 'preact/hooks';
import type { Translate } from './language';
import type { Lesson, Question } from './lesson';
import { truthText } from './predict';
import { isPrinting } from './progress';
import { printed } from './rich';
import { frameText } from './texts';

const kOwn = 'own'; // name of the step of each lesson that is about the user's own program
const kLongest = 3000; // longest time in milliseconds to wait until the pictures are drawn

interface SheetProps {
  title: string;
  lesson: Lesson;
  text: Translate<string>;
  hasPictures: boolean;
}

/** Prints the lesson as soon as its pictures are drawn. */
export async function printSheet(): Promise<void> {
  isPrinting.value = true;
  const isDrawn = (): boolean => !document.querySelector('.sheet')?.textContent.includes(frameText('loading'));
  const begin = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, 100));
  while (!isDrawn() && performance.now() - begin < kLongest);
  print();
}

export function Sheet({ title, lesson, text, hasPictures }: SheetProps) {
  const questions = lesson.steps.flatMap(({ question }) => (question ? [question] : []));
  const ask = (question: Question) => printed(text(question.ask, question.values?.()));
  useEffect(() => {
    const begin = (): void => void (isPrinting.value = true);
    const end = (): void => void (isPrinting.value = false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      end();
    };
  }, []);
  return (
    <div class="sheet">
      <h2>{title}</h2>
      <p>{frameText('sheetName')} ______________________</p>
      {lesson.steps.map((step) => (
        <section key={step.name}>
          <h3>{text(step.title)}</h3>
          {step.text.map((key) => (
            <p key={key}>{printed(text(key, step.values?.()))}</p>
          ))}
          {isPrinting.value && hasPictures && step.name !== kOwn ? (
            <div class="sheet-picture">
              <step.Picture />
            </div>
          ) : null}
        </section>
      ))}
      <h3>{frameText('sheetQuestions')}</h3>
      <ol>
        {questions.map((question) => (
          <li key={question.name}>
            <p>{ask(question)}</p>
            {'choices' in question ? (
              question.choices.map((choice) => <p key={choice}>☐ {printed(text(choice))}</p>)
            ) : (
              <p>______________ {question.unit ? text(question.unit) : ''}</p>
            )}
          </li>
        ))}
      </ol>
      <h3 class="sheet-answers">{frameText('sheetAnswers')}</h3>
      <ol>
        {questions.map((question) => (
          <li key={question.name}>
            <p>{ask(question)}</p>
            <p>
              <strong>{truthText(question, text)}</strong>
            </p>
            <p>{printed(text(question.right, question.values?.()))}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
