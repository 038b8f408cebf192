// Last step of lesson 4. Shows the ranking of the open program by the selected model, and compares it with measured run
// times if there are any.
import { selection } from '../../selection';
import { Facts } from '../frame/facts';
import { decimal, type Translate } from '../frame/language';
import type { en } from '../messages/lesson4.en';
import { Scatter } from './scatter';

export function OwnRanking({ text }: { text: Translate<keyof typeof en> }) {
  const program = selection.signal('program').value;
  const ranked = selection.signal('ranked').value;
  if (!program || !ranked) return <p class="muted">{text('ownNone')}</p>;
  const { view, status } = ranked;
  const points = [...view.times].flatMap((time, i) => (time > 0 ? [[view.scores[i]!, time * 1000] as const] : []));
  return (
    <>
      <h4>{program.inspection.name || program.inspection.file}</h4>
      {points.length > 1 ? (
        <>
          <Scatter
            label={text('ownLabel')}
            points={points}
            axes={[text('score'), text('ownTime')]}
            format={(value) => decimal(value, 1)}
          />
          <Facts
            facts={[
              ['Kendall τ', status.agreement?.tau == null ? '–' : decimal(status.agreement.tau, 2)],
              [
                text('ownPairs'),
                status.agreement?.pairAccuracy == null ? '–' : `${decimal(status.agreement.pairAccuracy * 100, 0)} %`,
              ],
            ]}
          />
        </>
      ) : (
        <p>{text('ownUnmeasured')}</p>
      )}
    </>
  );
}
