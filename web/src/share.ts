// Encodes the state of the page in a link: hashes of the files, model and selection, but never the program itself. A
// page that opens the link finds the files among the examples or in the browser's store, or asks the user for them.
// Then it restores the selection.
import { kMostCores } from './machine';
import type { CentreTab, DrawerTab, ListTab } from './window/panes';

/** A file, identified by its hash; the name is only displayed. */
export interface SharedFile {
  name: string;
  sha256: string;
}

/** Model, selected tabs and other settings with which the page shows the files. */
export interface SharedView {
  model: string;
  /** SHA-256 of the model's network; absent if the model has none. */
  network?: string;
  candidates?: number;
  /** Name of the machine for which costs are estimated. If absent, the engine chooses it. */
  machine?: string;
  /** Number of CPU cores for which Halide's own model predicts. If absent, 1. */
  cores?: number;
  configuration?: number;
  instruction?: number;
  /** Selected tabs of the panes. Absent in links of earlier versions. */
  list?: ListTab;
  view?: CentreTab;
  /** Selected tab of the drawer (the pane with the tables); absent if the drawer is closed. */
  drawer?: DrawerTab;
}

/** The state of the page that a link contains. */
export interface SharedState extends SharedView {
  files: SharedFile[];
  /**
   * The program that the first file is compared with. It is the first of two programs, or an earlier compilation stage.
   */
  compared?: SharedFile;
  /** File with measured times of the program's instructions. */
  profile?: SharedFile;
  /** Whether the user has changed layouts. The link does not contain these changes; the browser stores them. */
  isEdited?: boolean;
  /**
   * The user's layout changes relative to the layouts in the HLO file. Each change has two indices: of the tensor among
   * those whose layout can be chosen, and of the layout among those that this tensor can have.
   */
  changed?: [number, number][];
  title?: string;
  notes?: string;
}

/** Returns the files of a state, followed by the program that the first is compared with. */
export const allFiles = ({ files, compared }: SharedState): SharedFile[] => [...files, ...(compared ? [compared] : [])];

/** Returns a key that identifies files by their content and order. */
export const keyOfFiles = (files: { sha256: string }[]): string => files.map(({ sha256 }) => sha256).join();

/** Returns a key that identifies the files of a state. */
export const keyOf = (state: SharedState): string => keyOfFiles(allFiles(state));

export const kMostChanged = 80; // largest number of layout changes in a link

export const kLongest = 2048; // largest number of characters of an encoded state

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

/** Validates a state from an untrusted source, field by field. Returns null if it is invalid. */
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
    model: model === 'h2' ? 'analytical' : model, // the former name of the analytical cost model, until version 0.1
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

/**
 * Decodes the state in the hash part of a page address. Returns null if the address has no state. Throws if the state
 * is damaged.
 */
export function decodeState(hash: string): SharedState | null {
  if (!hash.startsWith(kMark)) return null;
  try {
    const base64 = hash.slice(kMark.length).replaceAll('-', '+').replaceAll('_', '/');
    const json = new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    const state = stateFrom(JSON.parse(json));
    if (state) return state;
  } catch {
    // The error for a damaged link is thrown below.
  }
  throw new Error('The link is damaged, perhaps truncated. Copy the complete link again.');
}
