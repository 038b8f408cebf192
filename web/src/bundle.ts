// Schedules of Halide and TVM: which files hold them, and how the page passes them on, as one zip archive.
import { zipSync } from 'fflate';
import type { InputFile } from '../../wasm/engine';
import { namesInZip, isZip } from './zip';

/** A file from the user and, if it holds records of TVM, the start of its text. */
interface Candidate {
  path: string;
  head: string;
}

const kSamples = /\.(sample|featurization)(\.gz)?$/;
const kRecords = /(^|\/)database_tuning_record\.json(\.gz)?$/;
const kBeside = /(^|\/)(compile_log\.txt|pipeline\.json|database_workload\.json|store_features\.npz)(\.gz)?$/;
const kLines = /\.(log|jsonl)(\.gz)?$/;
const kRecordOfTvm = /^\s*\{\s*"(i|input)":\s*\[/; // Ansor and AutoTVM; nothing else that the page opens begins so

const isRecords = ({ head }: Candidate): boolean => kRecordOfTvm.test(head);

/** Whether a file holds schedules. */
export const holdsSchedules = (file: Candidate): boolean =>
  kSamples.test(file.path) || kRecords.test(file.path) || isRecords(file);

/** Whether a file is read together with schedules: the log, facts about the pipeline, the workloads. */
export const isBesideSchedules = ({ path }: Candidate): boolean => kBeside.test(path);

/** The name in the archive by which the engine knows the format. */
const nameFor = (file: Candidate): string =>
  isRecords(file) && !kLines.test(file.path) && !kRecords.test(file.path) ? `${file.path}.jsonl` : file.path;

/** Packs files of schedules; the same files give the same bytes. It is named after their folder, else the first file. */
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

/** Whether a file is an archive of schedules: of their files, or of their arrays as in data/halide. */
export function isBundle({ bytes }: InputFile): boolean {
  const names = isZip(bytes) ? namesInZip(bytes) : [];
  return names.includes('schedule_features.npy') || (names.length > 0 && !names.some((name) => name.endsWith('.npy')));
}
