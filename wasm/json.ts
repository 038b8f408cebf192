// Parses the results of the WebAssembly module and turns its errors into exceptions.
import type { ErrorReport } from './answers';
import type { Json, ViewQuery } from './module';

/** An error that the C++ core reports. */
export class EngineError extends Error {
  constructor(readonly report: ErrorReport) {
    super(report.message);
    this.name = 'EngineError';
  }
}

/** Makes an error report without a position in a file. */
export const plainError = (message: string, help = '', file = ''): ErrorReport => ({
  message,
  help,
  line: null,
  column: null,
  offset: null,
  excerpt: '',
  caret: null,
  file,
});

/** Parses a JSON result of the C++ core. Throws EngineError if the result is {error: ErrorReport}. */
export function answer<T>(json: Json<unknown>): T {
  const parsed = JSON.parse(json) as T & { error?: ErrorReport };
  if (parsed.error) throw new EngineError(parsed.error);
  return parsed;
}

/** Splits a text into its lines. Every line of the text must end with \n. */
export const lines = (text: string): string[] => text.split('\n').slice(0, -1);

/** The query for the ranking table that selects all configurations, sorted by score, lowest (best) first. */
export const allConfigurations: ViewQuery = {
  text: '',
  score: [-Infinity, Infinity],
  time: [-Infinity, Infinity],
  node: null,
  key: 'score',
  descending: false,
  limit: 0xffffffff,
};
