// A link to what is shown: never the program itself, only the hash of its files, and what was chosen. The page that follows it
// asks for the files, or takes them from the examples, and then chooses the same.

/** What a link says. Names are for people; files are told by their hash. */
export interface SharedState {
  files: { name: string; sha256: string }[];
  model: string;
  /** Of the network, where the model has one. */
  network?: string;
  candidates?: number;
  configuration?: number;
  instruction?: number;
  title?: string;
  notes?: string;
}

export const kLongest = 2048; // characters of a link's state

const kMark = '#v1=';

/** "#v1=…", JSON in base64 for addresses. Throws when it would be too long. */
export function encodeState(state: SharedState): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const hash = kMark + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (hash.length > kLongest)
    throw new Error(
      `The link would have ${hash.length} characters, ${hash.length - kLongest} too many: shorten the notes.`,
    );
  return hash;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= kLongest;
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** What another page made: every field is checked. Null for what is not such a state. */
export function stateFrom(value: unknown): SharedState | null {
  if (typeof value !== 'object' || value === null) return null;
  const { files, model, network, candidates, configuration, instruction, title, notes } = value as Record<
    string,
    unknown
  >;
  if (!Array.isArray(files) || files.length < 1 || files.length > 2 || !isText(model)) return null;
  const listed = files.map((file) => file as { name?: unknown; sha256?: unknown });
  if (!listed.every(({ name, sha256 }) => isText(name) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256))) return null;
  return {
    files: listed.map(({ name, sha256 }) => ({ name: name as string, sha256: sha256 as string })),
    model,
    ...(isText(network) && { network }),
    ...(isIndex(candidates) && { candidates }),
    ...(isIndex(configuration) && { configuration }),
    ...(isIndex(instruction) && { instruction }),
    ...(isText(title) && { title }),
    ...(isText(notes) && { notes }),
  };
}

/** Of an address; null when it has none. Throws for one that is damaged. */
export function decodeState(hash: string): SharedState | null {
  if (!hash.startsWith(kMark)) return null;
  try {
    const base64 = hash.slice(kMark.length).replaceAll('-', '+').replaceAll('_', '/');
    const json = new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    const state = stateFrom(JSON.parse(json));
    if (state) return state;
  } catch {
    // told below
  }
  throw new Error('The link is damaged: it may have been cut off. Ask for it again.');
}
