// Input field for a number, which the user drags on a slider or types.
import { decimal } from './language';

export interface NumberFieldProps {
  label: string;
  value: number;
  least: number;
  most: number;
  /** Default: 1. */
  step?: number;
  /** Number of decimals in the text field; default: 0. */
  digits?: number;
  unit?: string;
  isDisabled?: boolean;
  /** Whether the user has not set a number yet. The text field is then empty, and the slider starts at `value`. */
  isUnset?: boolean;
  onValue: (value: number) => void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, least, most, step = 1, digits = 0, unit, isDisabled = false, isUnset = false, onValue } = props;
  const set = (text: string): void => {
    const number = Number(text);
    if (text !== '' && Number.isFinite(number)) onValue(Math.min(most, Math.max(least, number)));
  };
  const common = { min: least, max: most, step, disabled: isDisabled };
  return (
    <span class="number-field">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={isUnset ? '–' : `${decimal(value, digits)}${unit ? ` ${unit}` : ''}`}
        {...common}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <input
        type="number"
        aria-label={`${label}${unit ? ` (${unit})` : ''}`}
        {...common}
        value={isUnset ? '' : (Number(value.toFixed(digits)) || 0).toFixed(digits)}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {unit ? <span class="muted">{unit}</span> : null}
    </span>
  );
}

/** A NumberField with its label before it. */
export function LabelledNumber(props: NumberFieldProps) {
  return (
    <div class="field">
      <span>{props.label}</span>
      <NumberField {...props} />
    </div>
  );
}
