// A question to which the learner predicts the answer before the page reveals it. The learner can skip the question.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { decimal, type Translate, type Values } from './language';
import type { ChoiceQuestion, NumberQuestion, Question } from './lesson';
import { NumberField } from './number_field';
import type { Answer } from './progress';
import { plain, rich } from './rich';
import { frameText } from './texts';

export interface PredictProps {
  question: Question;
  text: Translate<string>;
  /** The learner's stored answer; undefined if the question is not answered yet. */
  answer: Answer | undefined;
  onAnswer: (answer: Answer | undefined) => void;
}

/** Returns the right answer as a text. */
export function truthText(question: Question, text: Translate<string>): string {
  if ('choices' in question) return plain(text(question.choices[question.answer]!));
  return withUnit(question, question.truth, text);
}

function withUnit(question: NumberQuestion, value: number, text: Translate<string>): string {
  return decimal(value, question.digits) + (question.unit ? ` ${text(question.unit)}` : '');
}

function isRight(question: Question, prediction: number): boolean {
  if ('choices' in question) return prediction === question.answer;
  return Math.abs(prediction - question.truth) <= (question.tolerance ?? 0) + 1e-9;
}

/** Draws the learner's prediction and the true value on a line, and the gap between them. */
function Gap({
  question,
  prediction,
  text,
}: { question: NumberQuestion; prediction: number } & Pick<PredictProps, 'text'>) {
  const { least, most, truth, digits } = question;
  const x = (value: number): number => 10 + (280 * (value - least)) / (most - least || 1);
  const [from, to] = [x(prediction), x(truth)];
  const distance = Math.abs(prediction - truth);
  return (
    <figure class="gap">
      <svg viewBox="0 0 300 36" aria-hidden="true">
        <line class="gap-axis" x1="10" x2="290" y1="18" y2="18" />
        <rect class="gap-bar" x={Math.min(from, to)} y="15" width={Math.abs(from - to)} height="6" />
        <circle class="gap-prediction" cx={from} cy="18" r="6" />
        <path class="gap-truth" d={`M${to} 9l6 9l-6 9l-6-9z`} />
      </svg>
      <figcaption>
        <span class="gap-key-prediction">
          {frameText('predicted', { value: withUnit(question, prediction, text) })}
        </span>
        <span class="gap-key-truth">{frameText('actual', { value: withUnit(question, truth, text) })}</span>
        <span>{distance ? frameText('gap', { value: decimal(distance, digits) }) : frameText('noGap')}</span>
      </figcaption>
    </figure>
  );
}

function Choices(
  props: {
    question: ChoiceQuestion;
    chosen: number | null;
    isOpen: boolean;
    choose: (i: number) => void;
  } & Pick<PredictProps, 'text'>,
) {
  const { question, chosen, isOpen, choose, text } = props;
  const name = useId();
  return (
    <div class="choices">
      {question.choices.map((choice, i) => {
        const isTruth = !isOpen && i === question.answer;
        return (
          <label key={choice} class={isTruth ? 'truth' : !isOpen && i === chosen ? 'missed' : ''}>
            <input type="radio" name={name} checked={chosen === i} disabled={!isOpen} onChange={() => choose(i)} />
            <span>{rich(text(choice))}</span>
            {isTruth ? <span aria-hidden="true">✓</span> : null}
          </label>
        );
      })}
    </div>
  );
}

export function Predict({ question, text, answer, onAnswer }: PredictProps) {
  const values: Values = question.values?.() ?? {};
  const draft = useSignal<number | null>(null);
  const isMissing = useSignal(false);
  const result = useRef<HTMLDivElement>(null);
  const moves = useRef(false); // whether the learner has just revealed the answer, which then gets the keyboard focus
  const isOpen = answer === undefined;
  const chosen = answer ? answer.prediction : draft.value;
  const ask = text(question.ask, values);
  useEffect(() => {
    if (!isOpen && moves.current) result.current?.focus();
    moves.current = false;
  }, [isOpen]);
  const settle = (prediction: number | null): void => {
    moves.current = true;
    isMissing.value = false;
    onAnswer({ prediction });
  };
  const reveal = (): void => {
    if (draft.value === null) isMissing.value = true;
    else settle(draft.value);
  };
  const right = answer && answer.prediction !== null && isRight(question, answer.prediction);
  const verdict = !answer ? '' : answer.prediction === null ? 'isSkipped' : right ? 'isRight' : 'isWrong';
  return (
    <div class="predict" role="group" aria-label={frameText('predict', { question: plain(ask) })}>
      <p class="predict-ask">{rich(frameText('predict', { question: ask }))}</p>
      {'choices' in question ? (
        <Choices {...{ question, chosen, isOpen, text }} choose={(i) => (draft.value = i)} />
      ) : (
        <NumberField
          label={frameText('yourPrediction')}
          value={chosen ?? Math.max(question.least, 0)}
          isUnset={chosen === null}
          {...question}
          unit={question.unit && text(question.unit)}
          isDisabled={!isOpen}
          onValue={(value) => (draft.value = value)}
        />
      )}
      {isOpen ? (
        <p class="buttons">
          <button class="primary" onClick={reveal}>
            {frameText('reveal')}
          </button>
          <button onClick={() => settle(null)}>{frameText('skip')}</button>
        </p>
      ) : null}
      <div role="status">
        {isMissing.value && isOpen ? <p>{frameText('choices' in question ? 'choose' : 'enter')}</p> : null}
      </div>
      {verdict ? (
        <div class={`predict-result ${verdict}`} tabIndex={-1} ref={result}>
          {'least' in question && answer?.prediction != null ? (
            <Gap question={question} prediction={answer.prediction} text={text} />
          ) : null}
          <p>
            <strong>{frameText(verdict)}</strong>{' '}
            {verdict === 'isRight'
              ? ''
              : `${frameText('answerIs', { answer: truthText(question, text).replace(/\.$/, '') })} `}
            {rich(text(verdict === 'isRight' ? question.right : question.wrong, values))}
          </p>
          <button onClick={() => onAnswer(undefined)}>{frameText('again')}</button>
        </div>
      ) : null}
    </div>
  );
}
