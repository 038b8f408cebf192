// Data flow of the program that is open in the main view, for the last step of a lesson.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { Structure } from '../../../../wasm/engine';
import { pause } from '../../pause';
import { selection } from '../../selection';
import type { LessonContext } from './lesson';

/**
 * Requests the data flow of the program that is open in the main view, and requests it again when another program is
 * opened. The signal is null until the reply, and for .npz files without HLO. Calls `changed` before each
 * request.
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
        await pause(); // lets the browser render first, because the reply for a large program takes some time
        if (selection.get('program') === now) structure.value = found;
      },
      () => {}, // ignores the error: opening another program cancelled the request
    );
  });
  return structure;
}
