// Returns the message of a caught value, which may be an Error or anything else.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
