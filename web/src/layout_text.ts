// Formats layouts as the page shows them.

/**
 * Whether the engine's text is a layout, such as "{1,0}". For a tensor whose layout the compiler chooses, the engine
 * writes "default".
 */
export const isLayout = (layout: string): boolean => layout.startsWith('{');

export const layoutText = (layout: string): string => (isLayout(layout) ? layout : 'compiler’s choice');
