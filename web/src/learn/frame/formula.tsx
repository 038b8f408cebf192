// Shows a formula that was typeset at build time (*.tex). Highlights its terms together with the picture, and updates
// the numbers in it.
import 'katex/dist/katex.min.css';
import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { lit } from './lesson';

export interface FormulaProps {
  html: string;
  label: string;
  /** Texts for the numbers that the formula marks with \live{name}. */
  live?: Record<string, string>;
}

/**
 * Shows a formula and highlights the term under the pointer. `html` comes from the build, never from a user, so it can
 * be inserted without checks.
 */
export function Formula({ html, label, live = {} }: FormulaProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    host.current!.innerHTML = html;
    for (const element of host.current!.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style!;
      delete element.dataset.style;
    }
  }, [html]);
  useLayoutEffect(() => {
    for (const element of host.current!.querySelectorAll<HTMLElement>('[data-live]')) {
      const text = live[element.dataset.live!];
      if (text !== undefined && element.textContent !== text) element.textContent = text;
    }
  });
  useSignalEffect(() => {
    const term = lit.value;
    for (const element of host.current?.querySelectorAll<HTMLElement>('[data-term]') ?? [])
      element.classList.toggle('lit', element.dataset.term === term);
  });
  const point = (event: Event): void => {
    lit.value = (event.target as HTMLElement).closest<HTMLElement>('[data-term]')?.dataset.term ?? null;
  };
  return (
    <div
      class="formula"
      role="group"
      aria-label={label}
      tabIndex={0}
      ref={host}
      onPointerOver={point}
      onPointerLeave={() => (lit.value = null)}
    />
  );
}

/**
 * Lists the terms of a formula with meaning and current value. Highlights a term in the formula while the user points
 * at it or focuses it.
 */
export function Terms({ terms }: { terms: { name: string; meaning: string; value: string }[] }) {
  return (
    <ul class="formula-terms">
      {terms.map(({ name, meaning, value }) => (
        <li key={name}>
          <button
            class={lit.value === name ? 'lit' : ''}
            onPointerEnter={() => (lit.value = name)}
            onPointerLeave={() => (lit.value = null)}
            onFocus={() => (lit.value = name)}
            onBlur={() => (lit.value = null)}
          >
            {meaning} <strong>{value}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}
