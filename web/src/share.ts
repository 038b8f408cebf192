// Encodes the state of the page in a link: hashes of the files, model and selection, never the program. A page that
// opens the link takes the files from the examples, or those kept in this browser, or asks the user for them, and
// restores the selection.
import { kMostCores } from './machine';
import type { CentreTab, DrawerTab, ListTab } from './window/panes';

/** A file, identified by its hash; the name is only displayed. */
export interface SharedFile {
  name: string;
  sha256: string;
}

/** How the page shows its files. */
export interface SharedView {
  model: string;
  /** SHA-256 of the network, if the model has one. */
  network?: string;
  candidates?: number;
  /** Machine preset of the cost estimates; absent: that of the core. */
  machine?: string;
  /** Cores that Halide's own model predicts for; absent: 1. */
  cores?: number;
  configuration?: number;
  instruction?: number;
  /** Tabs of the panes; absent in links of earlier versions. */
  list?: ListTab;
  view?: CentreTab;
  /** Absent: the drawer is closed. */
  drawer?: DrawerTab;
}

/** The content of a link. */
export interface SharedState extends SharedView {
  files: SharedFile[];
  /** The program that the first file is compared with: the first of two programs, or the earlier stage. */
  compared?: SharedFile;
  /** Measured times of the program. */
  profile?: SharedFile;
  /** The user has changed layouts; the browser keeps the steps, and the configurations added to the table. */
  isEdited?: boolean;
  /** The what-if configuration: slot and layout (its index in the slot) of each change from the program layouts. */
  changed?: [number, number][];
  title?: string;
  notes?: string;
}

/** The files of a state, then the program that they are compared with. */
export const allFiles = ({ files, compared }: SharedState): SharedFile[] => [...files, ...(compared ? [compared] : [])];

/** Identifies files by their content, in order. */
export const keyOfFiles = (files: { sha256: string }[]): string => files.map(({ sha256 }) => sha256).join();

/** Identifies the files of a state. */
export const keyOf = (state: SharedState): string => keyOfFiles(allFiles(state));

export const kMostChanged = 80; // changes in a link, at most

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

const isChange = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isIndex) && value[1]! < 256;
const areChanges = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.length > 0 && value.length <= kMostChanged && value.every(isChange);

const isFile = (value: unknown): value is SharedFile => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, sha256 } = value as Record<string, unknown>;
  return isText(name) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256);
};
const pick = ({ name, sha256 }: SharedFile): SharedFile => ({ name, sha256 });
const oneOf =
  <T extends string>(...names: T[]) =>
  (value: unknown): value is T =>
    names.includes(value as T);
const isList = oneOf<ListTab>('hotspots', 'layouts', 'conflicts', 'outline');
const isView = oneOf<CentreTab>('graph', 'text', 'diff');
const isDrawer = oneOf<DrawerTab>('ranking', 'compare', 'instructions');

/** Validates a state from an untrusted source, field by field. Null if it is not a valid state. */
export function stateFrom(value: unknown): SharedState | null {
  if (typeof value !== 'object' || value === null) return null;
  const state = value as Record<string, unknown>;
  const { files, compared, model, network, candidates, configuration, instruction, list, view, drawer } = state;
  const { machine, cores, profile, isEdited, changed, title, notes } = state;
  if (!Array.isArray(files) || files.length < 1 || files.length > 2 || !isText(model)) return null;
  if (!files.every(isFile) || (compared !== undefined && !isFile(compared))) return null;
  return {
    files: files.map(pick),
    ...(compared && { compared: pick(compared) }),
    ...(isFile(profile) && { profile: pick(profile) }),
    ...(isEdited === true && { isEdited }),
    ...(areChanges(changed) && { changed }),
    model: model === 'h2' ? 'analytical' : model, // its name until version 0.1
    ...(isText(network) && { network }),
    ...(isIndex(candidates) && { candidates }),
    ...(isText(machine) && { machine }),
    ...(isIndex(cores) && cores >= 1 && cores <= kMostCores && { cores }),
    ...(isIndex(configuration) && { configuration }),
    ...(isIndex(instruction) && { instruction }),
    ...(isList(list) && { list }),
    ...(isView(view) && { view }),
    ...(isDrawer(drawer) && { drawer }),
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
