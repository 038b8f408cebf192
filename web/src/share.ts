// Encodes the state of the page in a link: hashes of the files, model and selection, never the program. A page that
// opens the link takes the files from the examples or asks the user for them, and restores the selection.

/** The content of a link. Files are identified by their hash; names are only displayed. */
export interface SharedState {
  files: { name: string; sha256: string }[];
  model: string;
  /** SHA-256 of the network, if the model has one. */
  network?: string;
  candidates?: number;
  configuration?: number;
  instruction?: number;
  title?: string;
  notes?: string;
}

export const kLongest = 2048; // characters of the encoded state, at most

const kMark = '#v1=';

/** Encodes a state as "#v1=" and URL-safe base64 of JSON. Throws if the result exceeds `kLongest` characters. */
export function encodeState(state: SharedState): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const hash = kMark + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (hash.length > kLongest)
    throw new Error(
      `The link would have ${hash.length} characters, ${hash.length - kLongest} over the limit. Shorten the notes.`,
    );
  return hash;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= kLongest;
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Validates a state from an untrusted source, field by field. Null if it is not a valid state. */
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
    model: model === 'h2' ? 'analytical' : model, // its name until version 0.1
    ...(isText(network) && { network }),
    ...(isIndex(candidates) && { candidates }),
    ...(isIndex(configuration) && { configuration }),
    ...(isIndex(instruction) && { instruction }),
    ...(isText(title) && { title }),
    ...(isText(notes) && { notes }),
  };
}

/** Decodes the hash part of an address. Null if it has no state; throws if the state is damaged. */
export function decodeState(hash: string): SharedState | null {
  if (!hash.startsWith(kMark)) return null;
  try {
    const base64 = hash.slice(kMark.length).replaceAll('-', '+').replaceAll('_', '/');
    const json = new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    const state = stateFrom(JSON.parse(json));
    if (state) return state;
  } catch {
    // reported below
  }
  throw new Error('The link is damaged, perhaps truncated. Copy the complete link again.');
}
