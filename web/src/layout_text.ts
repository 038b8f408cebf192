// Formats layouts as the engine reports them.

/**
 * Whether the engine names a layout, such as "{1,0}". It writes "default" for a tensor whose layout the compiler
 * chooses.
 */
export const isLayout = (layout: string): boolean => layout.startsWith('{');

export const layoutText = (layout: string): string => (isLayout(layout) ? layout : 'compiler’s choice');
