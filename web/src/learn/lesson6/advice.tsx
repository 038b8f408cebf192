// Gives advice on what to do with a ranking. Considers how many configurations are too close to the best to call, the
// similarity to training programs, and measured times.
import type { Result } from './result';
import { enough, firstBand, isMeasured } from './result';
import { percentText, type Text } from './pictures';

const kFew = 5; // number of configurations that can be measured quickly

export function Advice({ result, text }: { result: Result; text: Text }) {
  const band = firstBand(result);
  const { similarity } = result;
  const advice = [
    band === null
      ? text('noCalibration')
      : isMeasured(result)
        ? text('bandKey', { band, of: result.scores.length })
        : band === 1
          ? text('adviceClear')
          : text(band <= kFew ? 'adviceFew' : 'adviceMany', { band }),
  ];
  if (similarity)
    advice.push(
      similarity.pairAccuracy === null
        ? text('adviceUnlike')
        : text('adviceAlike', { accuracy: percentText(similarity.pairAccuracy) }),
    );
  advice.push(isMeasured(result) ? text('adviceMeasured', { k: enough(result, 0) }) : text('adviceMeasure'));
  return (
    <ul class="advice">
      {advice.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
