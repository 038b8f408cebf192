// Opens files from the user. A file that contains only layout configurations is opened together with the program on the
// page.
import { EngineError, type InputFile } from '../../wasm/engine';
import { isBundle } from './bundle';
import type { OpenedProgram } from './protocol';
import { isZip } from './zip';

/**
 * Opens files. If they are a single npz file that cannot be opened alone, opens this file as the configurations of
 * `shown`, the program on the page. If that fails too, throws the first error. Returns the files that were opened.
 */
export async function openPaired(
  open: (files: InputFile[]) => Promise<OpenedProgram>,
  files: InputFile[],
  shown: InputFile | undefined,
): Promise<{ paired: InputFile[]; opened: OpenedProgram }> {
  try {
    return { paired: files, opened: await open(files) };
  } catch (error) {
    const [file] = files;
    const isArrays = file && isZip(file.bytes) && !isBundle(file);
    if (!(error instanceof EngineError) || !shown || files.length !== 1 || !isArrays) throw error;
    const paired = [shown, file];
    const opened = await open(paired).catch(() => {
      throw error;
    });
    return { paired, opened };
  }
}
