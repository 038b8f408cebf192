// Turns an exception from the WebAssembly engine into an error message.
import { messageOf } from '../message';

/**
 * Returns what to tell the user about an exception. The C++ engine throws (WebAssembly.Exception) only when it is out
 * of memory. JavaScript reports a failed allocation as RangeError. Any other exception is a bug of hlorank.
 */
export function failureOf(error: unknown): { crash: string; help?: string } {
  if (error instanceof WebAssembly.Exception || (error instanceof RangeError && /alloc|memory/i.test(error.message)))
    return {
      crash: 'out of memory: this needs more memory than a browser page can use',
      help: 'run `hlorank rank` on the command line, which can use all memory of the machine',
    };
  return { crash: `internal error of hlorank: ${messageOf(error)}` };
}
