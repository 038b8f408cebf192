// Schedules of Halide and TVM: detects which files contain them, and packs these files into one zip archive for the
// worker.
import { zipSync } from 'fflate';
import type { InputFile } from '../../wasm/engine';
import { namesInZip, isZip } from './zip';

/** A file from the user. `head`: the start of its text if it contains tuning records of TVM. */
interface Candidate {
  path: string;
  head: string;
}

const kSamples = /\.(sample|featurization)(\.gz)?$/;
const kRecords = /(^|\/)database_tuning_record\.json(\.gz)?$/;
const kBeside = /(^|\/)(compile_log\.txt|pipeline\.json|database_workload\.json|store_features\.npz)(\.gz)?$/;
const kLines = /\.(log|jsonl)(\.gz)?$/;
// Matches the beginning of a tuning record of Ansor or AutoTVM. No other file that the page opens begins like this.
const kRecordOfTvm = /^\s*\{\s*"(i|input)":\s*\[/;

const isRecords = ({ head }: Candidate): boolean => kRecordOfTvm.test(head);

/** Whether a file contains schedules of Halide or TVM. */
export const holdsSchedules = (file: Candidate): boolean =>
  kSamples.test(file.path) || kRecords.test(file.path) || isRecords(file);

/**
 * Whether a file is needed to read schedules but contains none: a tuning log, facts about the pipeline, or a list of
 * workloads.
 */
export const isBesideSchedules = ({ path }: Candidate): boolean => kBeside.test(path);

/** Returns the name under which the file is stored in the archive. Its suffix tells the engine the file's format. */
const nameFor = (file: Candidate): string =>
  isRecords(file) && !kLines.test(file.path) && !kRecords.test(file.path) ? `${file.path}.jsonl` : file.path;

/**
 * Packs the files of schedules into one archive. Equal files give equal bytes. The archive is named after the folder of
 * the files; if they are in several folders, after the first file.
 */
export function bundle(files: (Candidate & { bytes: Uint8Array })[]): InputFile {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const folders = new Set(sorted.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const [top] = sorted[0]!.path.split('/');
  const isWhole = sorted[0]!.path.includes('/') && sorted.every(({ path }) => path.startsWith(`${top}/`));
  const first = sorted.find(holdsSchedules) ?? sorted[0]!;
  const stem = first.path.replace(/\.gz$/, '').replace(/\.[^./]+$/, '');
  const name = isWhole ? top! : folders.size === 1 && files.length > 1 ? 'schedules' : stem;
  const entries = Object.fromEntries(sorted.map((file) => [nameFor(file), file.bytes]));
  return { name: `${name}.zip`, bytes: zipSync(entries, { level: 6, mtime: new Date(1980, 0, 1) }) };
}

/**
 * Whether a file is an archive of schedules. Such an archive contains files from Halide or TVM, or arrays as in
 * data/halide.
 */
export function isBundle({ bytes }: InputFile): boolean {
  const names = isZip(bytes) ? namesInZip(bytes) : [];
  return names.includes('schedule_features.npy') || (names.length > 0 && !names.some((name) => name.endsWith('.npy')));
}
