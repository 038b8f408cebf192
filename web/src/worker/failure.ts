// What is said of a failure inside the engine.

/** The core throws nothing but "out of memory"; buffers that cannot be had are RangeErrors that say so. */
export function failureOf(error: unknown): { crash: string; help?: string } {
  if (error instanceof WebAssembly.Exception || (error instanceof RangeError && /alloc|memory/i.test(error.message)))
    return {
      crash: 'this needs more memory than the page can have',
      help: 'on the command line, `hlorank rank` takes as much as the machine has',
    };
  return { crash: `something inside hlorank failed: ${error instanceof Error ? error.message : String(error)}` };
}
