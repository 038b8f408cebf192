// A timeline with buttons to step, play and restart, and a slider. If the user prefers reduced motion, Play advances
// only one step.
import { useEffect } from 'preact/hooks';
import { signal, useSignal } from '@preact/signals';
import { decimal } from './language';
import { isStill } from './lesson';
import { frameText } from './texts';

export interface TimelineProps {
  label: string;
  /** Number of positions on the timeline; `at` is from 0 to `count` − 1. */
  count: number;
  at: number;
  onMove: (at: number) => void;
  /** Number that is shown for position 0. It is 0 if position 0 is the state before the first step, else 1. */
  first?: 0 | 1;
  /** Returns the text about a position that screen readers announce. */
  describe?: (at: number) => string;
  /** Milliseconds from one position to the next while playing. */
  pace?: number;
}

const kSpeeds = [0.5, 1, 2, 4];
const speed = signal(1); // playback speed, shared by all timelines

export function Timeline({ label, count, at, onMove, first = 1, describe, pace = 900 }: TimelineProps) {
  const isPlaying = useSignal(false);
  const isLast = at >= count - 1;
  const move = (to: number): void => {
    isPlaying.value = false;
    onMove(Math.max(0, Math.min(count - 1, to)));
  };
  const playing = isPlaying.value;
  useEffect(() => {
    if (!playing) return;
    if (isLast) {
      isPlaying.value = false;
      return;
    }
    const timer = setTimeout(() => onMove(at + 1), pace / speed.value);
    return () => clearTimeout(timer);
  }, [playing, at, isLast]);
  const play = (): void => {
    if (isStill()) return move(isLast ? 0 : at + 1);
    if (!playing && isLast) onMove(0);
    isPlaying.value = !playing;
  };
  return (
    <div class="timeline" role="group" aria-label={label}>
      <button onClick={() => move(0)} disabled={at === 0}>
        {frameText('restart')}
      </button>
      <button onClick={() => move(at - 1)} disabled={at === 0} aria-label={frameText('stepBack')}>
        ‹
      </button>
      <button onClick={play} aria-pressed={playing}>
        {frameText(playing ? 'pause' : 'play')}
      </button>
      <button onClick={() => move(at + 1)} disabled={isLast} aria-label={frameText('stepForward')}>
        ›
      </button>
      <select
        aria-label={frameText('speed')}
        value={String(speed.value)}
        onChange={(event) => (speed.value = Number(event.currentTarget.value))}
      >
        {kSpeeds.map((each) => (
          <option key={each} value={String(each)}>
            {decimal(each, Number.isInteger(each) ? 0 : 1)} ×
          </option>
        ))}
      </select>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={describe?.(at) ?? `${at + 1}`}
        min={0}
        max={count - 1}
        value={at}
        onInput={(event) => move(Number(event.currentTarget.value))}
      />
      <span class="muted">
        {at + first} / {count - 1 + first}
      </span>
    </div>
  );
}
