// The printed sheet of a lesson: its texts and questions, and on the last page the answers.
import type { Translate } from './language';
import type { Lesson, Question } from './lesson';
import { truthText } from './predict';
import { plain } from './rich';
import { frameText } from './texts';

export function Sheet({ title, lesson, text }: { title: string; lesson: Lesson; text: Translate<string> }) {
  const questions = lesson.steps.flatMap(({ question }) => (question ? [question] : []));
  const ask = (question: Question): string => plain(text(question.ask, question.values?.()));
  return (
    <div class="sheet">
      <h2>{title}</h2>
      <p>{frameText('sheetName')} ______________________</p>
      {lesson.steps.map((step) => (
        <section key={step.name}>
          <h3>{text(step.title)}</h3>
          {step.text.map((key) => (
            <p key={key}>{plain(text(key, step.values?.()))}</p>
          ))}
        </section>
      ))}
      <h3>{frameText('sheetQuestions')}</h3>
      <ol>
        {questions.map((question) => (
          <li key={question.name}>
            <p>{ask(question)}</p>
            {'choices' in question ? (
              question.choices.map((choice) => <p key={choice}>☐ {plain(text(choice))}</p>)
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
              <strong>{truthText(question, text)}</strong> {plain(text(question.right, question.values?.()))}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
