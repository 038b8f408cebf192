// Text of a layout in reports of the engine.

/** Whether the engine names a layout: "{1,0}". It writes "default" for a tensor that was left to the compiler. */
export const isLayout = (layout: string): boolean => layout.startsWith('{');

export const layoutText = (layout: string): string => (isLayout(layout) ? layout : 'compiler’s choice');
