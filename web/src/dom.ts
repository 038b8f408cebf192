// Creates DOM elements in one expression: h('p.note', 'text', otherElement). Formats numbers.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | null | undefined>;
type Tag = keyof HTMLElementTagNameMap;
type TagOf<T extends string> = T extends `${infer Name}.${string}` ? Name : T;
type Made<T extends string> = TagOf<T> extends Tag ? HTMLElementTagNameMap[TagOf<T>] : never;

const isChild = (child: Child): child is Node | string => child !== null && child !== undefined && child !== false;

const isProperties = (argument: Properties | Child): argument is Properties =>
  typeof argument === 'object' && argument !== null && !(argument instanceof Node);

/**
 * Creates an element. `tag` may add classes: 'div.part.wide'. A property that is a function becomes an event listener
 * (`onclick`). A property that is true becomes an empty attribute. Null, undefined and false are skipped, also among
 * the children. A button does not submit a form unless its `type` says so.
 */
export function h<T extends Tag | `${Tag}.${string}`>(tag: T, ...children: Child[]): Made<T>;
export function h<T extends Tag | `${Tag}.${string}`>(tag: T, properties: Properties, ...children: Child[]): Made<T>;
export function h(tag: string, first?: Properties | Child, ...rest: Child[]): HTMLElement {
  const [name, ...classes] = tag.split('.') as [string, ...string[]];
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  if (name === 'button') element.setAttribute('type', 'button');
  if (isProperties(first)) {
    for (const [key, value] of Object.entries(first)) {
      if (typeof value === 'function') element.addEventListener(key.slice(2), value as EventListener);
      else if (value !== null && value !== undefined && value !== false)
        element.setAttribute(key, value === true ? '' : String(value));
    }
  } else rest.unshift(first);
  element.append(...rest.filter(isChild));
  return element;
}

/** Replaces all children of `element`; skips null, undefined and false. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter(isChild));
}

/** Creates an entry of a `dl`: a term and its description. */
export const entry = (term: string, ...description: Child[]): HTMLElement =>
  h('div', h('dt', term), h('dd', ...description));

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
/** Formats a number with `digits` decimals and a Unicode minus sign. */
export const fixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
export const percent = (share: number | null, digits = 1): string =>
  share === null ? '–' : `${fixed(share * 100, digits)} %`;

/**
 * Formats a number with `digits` significant digits and a Unicode minus sign. Magnitudes below 10⁻³ or from 10⁶ on are
 * written as 1.03×10⁻⁶.
 */
export function amount(value: number, digits = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1e-3 && size < 1e6)
    return sign + (size < 10 ** (digits - 1) ? size.toPrecision(digits) : size.toFixed(0));
  const [mantissa, exponent] = size.toExponential(Math.min(2, digits - 1)).split('e') as [string, string];
  return `${sign}${mantissa}×10${superscript(Number(exponent))}`;
}

/** Formats a number with `digits` significant digits, and with a plus sign if it is positive. */
export const signed = (value: number, digits = 4): string => `${value > 0 ? '+' : ''}${amount(value, digits)}`;

function superscript(n: number): string {
  return [...String(n)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
}

export function duration(seconds: number, digits = 4): string {
  if (seconds >= 10 ** digits) return `${count(Math.round(seconds))} s`;
  if (seconds >= 1) return `${seconds.toPrecision(digits)} s`;
  const [value, unit] =
    seconds >= 1e-3
      ? [seconds * 1e3, 'ms']
      : seconds >= 1e-6 || seconds === 0
        ? [seconds * 1e6, 'µs']
        : [seconds * 1e9, 'ns'];
  return `${value >= 10 ** digits ? Math.round(value) : value.toPrecision(digits)} ${unit}`;
}
