// The data flow of the program of the window, for the last step of lessons.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { Structure } from '../../../../wasm/engine';
import { pause } from '../../pause';
import { selection } from '../../selection';
import type { LessonContext } from './lesson';

/**
 * Asks for the data flow of the program of the window, again whenever another one is opened; null: not known yet, or the
 * file has arrays only. `changed` is called before.
 */
export function useStructure(
  { services }: Pick<LessonContext, 'services'>,
  changed: () => void = () => {},
): Signal<Structure | null> {
  const structure = useSignal<Structure | null>(null);
  useSignalEffect(() => {
    const now = selection.signal('program').value;
    structure.value = null;
    changed();
    if (now?.inspection.computations == null) return;
    services.ask('structure', null).then(
      async (found) => {
        await pause(); // the answer of a large program takes some time to arrive
        if (selection.get('program') === now) structure.value = found;
      },
      () => {}, // another program superseded the request
    );
  });
  return structure;
}
