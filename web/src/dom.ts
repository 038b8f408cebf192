// Creates DOM elements in one expression: h('p', {class: 'note'}, 'text', otherElement). Formats numbers.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | null | undefined>;

/**
 * Creates an element. A property that is a function becomes an event listener (`onclick`), true an empty attribute;
 * null, undefined and false are skipped, also among the children.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Replaces all children of `element`; skips null, undefined and false. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
}

export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/**
 * Formats an integer as 12,345. Does not use Intl: its first use takes as long as the rest of the first page render.
 */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;
/** Formats with `digits` decimals and a Unicode minus sign. */
export const fixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
export const percent = (share: number | null, digits = 1): string =>
  share === null ? '–' : `${fixed(share * 100, digits)} %`;

/** Formats with `digits` significant digits and a Unicode minus sign; below 10⁻³ and from 10⁶ on as 1.03×10⁻⁶. */
export function amount(value: number, digits = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1e-3 && size < 1e6)
    return sign + (size < 10 ** (digits - 1) ? size.toPrecision(digits) : size.toFixed(0));
  const [mantissa, exponent] = size.toExponential(Math.min(2, digits - 1)).split('e') as [string, string];
  return `${sign}${mantissa}×10${superscript(Number(exponent))}`;
}

function superscript(n: number): string {
  return [...String(n)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
}

export function duration(seconds: number, digits = 4): string {
  if (seconds >= 1) return `${seconds.toPrecision(digits)} s`;
  const [value, unit] = seconds >= 1e-3 ? [seconds * 1e3, 'ms'] : [seconds * 1e6, 'µs'];
  return `${value >= 10 ** digits ? Math.round(value) : value.toPrecision(digits)} ${unit}`;
}
