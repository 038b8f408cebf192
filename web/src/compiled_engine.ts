// Loads and compiles the WebAssembly engine. Begins with the page instead of its worker, and a restarted worker does not
// compile the engine again.
import wasmUrl from '../../build/wasm/hlorank.wasm?url';

/** The compiled engine; null if it could not be loaded. */
export const compiledEngine: Promise<WebAssembly.Module | null> = WebAssembly.compileStreaming(fetch(wasmUrl)).catch(
  () => null,
);
