// Detects from the content of files what they are: a program, an XLA dump folder, two programs to compare, a model, or
// a saved ranking.
import { EngineError, plainError } from '../../wasm/engine';
import { holdsSchedules, isBesideSchedules } from './bundle';
import { type Dump, groupDump } from './dump';
import { fromBytes, type GivenFile } from './files';
import { reportFrom } from './report';
import { isZip, namesInZip, readZip } from './zip';

type Given =
  | { kind: 'program'; files: GivenFile[]; profile?: GivenFile }
  | { kind: 'profile'; profile: GivenFile }
  | { kind: 'compare'; left: GivenFile; right: GivenFile }
  | { kind: 'dump'; dump: Dump }
  | { kind: 'schedules'; files: (GivenFile & { head: string })[]; archive: GivenFile | undefined }
  | { kind: 'model'; card: string; network: Uint8Array }
  | { kind: 'saved'; saved: Record<string, unknown> };

// Matches files that describe the schedules of a database but do not contain them.
const kPartOfDatabase = /(^|\/)(database_workload\.json|store_features\.npz)(\.gz)?$/;

/** Size in bytes of the largest program that the page opens; the command line has no such limit. */
export const kLargest = 1 << 30;

type Content = 'configurations' | 'zip' | 'onnx' | 'profile' | 'json' | 'page' | 'program';

async function detectContent(file: GivenFile): Promise<Content> {
  const head = await file.part(0, 4096);
  // Detect a profiler trace by the file name, because its content begins like that of any other protobuf.
  if (/\.xplane\.pb(\.gz)?$/.test(file.path)) return 'profile';
  if (/^\s*\{\s*"format":\s*"hlorank profile"/.test(new TextDecoder().decode(head))) return 'profile';
  if (isZip(head)) return (await isArchiveOfArrays(file)) ? 'configurations' : 'zip';
  // An ONNX file begins with field 1 of ModelProto, ir_version, a varint. No protobuf of XLA begins like this.
  if (head[0] === 0x08 && head[1]! < 0x20) return 'onnx';
  if (/^\s*(rank,configuration,|# HloModuleConfigProto)/.test(new TextDecoder().decode(head))) return 'configurations';
  if (/^\s*\{\s*"/.test(new TextDecoder().decode(head))) return 'json';
  if (/^\s*<!doctype html>/i.test(new TextDecoder().decode(head))) return 'page';
  return 'program';
}

async function isArchiveOfArrays(file: GivenFile): Promise<boolean> {
  return namesInZip(await file.read()).some((name) => name.endsWith('.npy'));
}

function sizeError(file: GivenFile): Error | null {
  if (file.size <= kLargest) return null;
  const gigabytes = (file.size / 2 ** 30).toFixed(1);
  return new Error(
    `${file.path} has ${gigabytes} GiB; the page opens programs of up to 1 GiB, because reading takes several times the file size and a page can use at most 4 GiB. Use the command line: hlorank rank ${file.path}`,
  );
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function parseJson(file: GivenFile, json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    throw new Error(
      `${file.path} starts like JSON but is not valid JSON; it may be truncated. Copy or save the file again.`,
    );
  }
}

async function readModel(files: GivenFile[], contents: Content[]): Promise<Given | null> {
  const network = files[contents.indexOf('onnx')];
  if (!network) return null;
  const cards = files.filter((_, i) => contents[i] === 'json');
  const card = cards.find(({ path }) => path.endsWith('model.json')) ?? cards[0];
  if (!card)
    throw new Error(
      `${network.path} is an ONNX network without its model card. Drop it together with model.json, which describes its inputs.`,
    );
  return { kind: 'model', card: text(await card.read()), network: await network.read() };
}

/**
 * Returns the files that contain schedules of Halide or TVM, and the files that are needed to read these schedules.
 * Returns an empty list if no file contains schedules.
 */
async function schedulesIn(files: GivenFile[]): Promise<(GivenFile & { head: string })[]> {
  const candidates = await Promise.all(files.map(async (file) => ({ ...file, head: text(await file.part(0, 64)) })));
  const found = candidates.filter(holdsSchedules);
  return found.length ? candidates.filter((file) => holdsSchedules(file) || isBesideSchedules(file)) : [];
}

/** Whether a file in a zip archive is a hidden file or was added by macOS, and is ignored. */
const isAdded = (name: string): boolean => /^__MACOSX\/|(^|\/)\.[^/]*$/.test(name);

async function filesInZip(zip: GivenFile): Promise<GivenFile[]> {
  const members = await readZip(await zip.read(), kLargest).catch((error: unknown) => {
    throw new Error(`${zip.path}: ${(error as Error).message}`);
  });
  const files = members.filter(({ name }) => !isAdded(name)).map(({ name, bytes }) => fromBytes(name, bytes));
  if (!files.length)
    throw new Error(`${zip.path} is a zip archive without files, or a truncated one. Create the archive again.`);
  return files;
}

/**
 * Detects from their content what `files` are. Throws an Error with a message for the user if the combination of files
 * is not supported. A zip archive counts as the files in it, unless it contains arrays (npz). `archive`: the archive
 * that `files` come from.
 */
export async function detectFiles(files: GivenFile[], archive?: GivenFile): Promise<Given> {
  for (const file of files) {
    const error = sizeError(file);
    if (error) throw error;
  }
  const schedules = await schedulesIn(files);
  if (schedules.length) return { kind: 'schedules', files: schedules, archive };
  const [lone] = files.filter(({ path }) => kPartOfDatabase.test(path));
  if (lone)
    throw new EngineError(
      plainError(
        `${lone.path} belongs to a database of TVM MetaSchedule, but has no schedules`,
        'drop it together with database_tuning_record.json of the same folder, which has the schedules and their times',
      ),
    );
  if (files.length > 2 || files.some(({ path }) => path.includes('/'))) {
    const dump = groupDump(files);
    if (dump.modules.length) return { kind: 'dump', dump };
  }
  const contents = await Promise.all(files.map(detectContent));
  const zip = files[contents.indexOf('zip')];
  if (zip && archive) throw new Error(`${archive.path} contains another zip archive, ${zip.path}. Unpack it.`);
  if (zip) {
    const unpacked = files.map(async (file, i) => (contents[i] === 'zip' ? filesInZip(file) : [file]));
    return detectFiles((await Promise.all(unpacked)).flat(), zip);
  }
  const model = await readModel(files, contents);
  if (model) return model;
  if (files.length === 1 && contents[0] === 'json') {
    const saved = parseJson(files[0]!, text(await files[0]!.read()));
    if ('aggregation' in saved && 'schema' in saved)
      throw new Error(`${files[0]!.path} is a model card without its network. Drop it together with model.onnx.`);
    if (!('version' in saved && 'configurations' in saved) && !('state' in saved))
      throw new Error(
        `${files[0]!.path} is JSON but not a ranking saved on this page. Drop an HLO program, or a ranking saved with "Save JSON".`,
      );
    return { kind: 'saved', saved };
  }
  if (files.length === 1 && contents[0] === 'page') {
    const saved = reportFrom(text(await files[0]!.read()));
    if (saved) return { kind: 'saved', saved };
    contents[0] = 'program'; // an HTML page: the C++ parser then reports that HTML is not HLO
  }
  const programs = files.filter((_, i) => contents[i] === 'program');
  const profile = files[contents.indexOf('profile')];
  if (profile && files.length === 1) return { kind: 'profile', profile };
  if (profile && files.length === 2 && programs.length === 1) return { kind: 'program', files: programs, profile };
  // Whether file i is a saved ranking (JSON) that was dropped together with its program.
  const isSaved = (i: number): boolean => contents[i] === 'json' && programs.length === 1;
  const archives = files.filter((_, i) => contents[i] === 'configurations' || isSaved(i));
  if (programs.length === 2 && files.length === 2) return { kind: 'compare', left: programs[0]!, right: programs[1]! };
  if (programs.length <= 1 && archives.length <= 1 && files.length === programs.length + archives.length)
    return { kind: 'program', files: [...programs, ...archives] };
  if (programs.length < 2)
    throw new EngineError(
      plainError(
        'These files cannot be opened together.',
        'drop one program, with the npz of its configurations or with one profile if there is one; or two programs to compare.',
      ),
    );
  return { kind: 'dump', dump: listPrograms(programs, files) };
}

/**
 * Presents several programs as one module with one compilation stage per program. Used for programs whose file names
 * are not those of an XLA dump.
 */
function listPrograms(programs: GivenFile[], files: GivenFile[]): Dump {
  const stages = programs.map((file) => ({ title: file.path, pipeline: '', file }));
  const ignored = files.filter((file) => !programs.includes(file)).map(({ path }) => path);
  return { modules: [{ id: '', name: `${programs.length} programs`, stages }], ignored };
}
