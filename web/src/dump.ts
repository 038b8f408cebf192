// Groups the files of an XLA dump folder (--xla_dump_to) by module and compilation stage. Reads only file names, not
// contents. XLA names files [PREFIX.]module_NNNN.NAME[.cl_N].SUFFIX. For a compiler pass, SUFFIX is
// NNNN.PIPELINE.after_PASS.before_PASS.
import { baseName, type GivenFile } from './files';

export interface DumpStage {
  /**
   * Name of the stage on the page: "before optimizations", "0017 after layout-assignment", "after optimizations (cpu)".
   */
  title: string;
  /** Name of the pipeline that the compiler pass belongs to; empty if the file is not the dump of a pass. */
  pipeline: string;
  file: GivenFile;
}

export interface DumpedModule {
  /** Identifier of the module in the file names, such as "module_0008". */
  id: string;
  name: string;
  stages: DumpStage[];
}

export interface Dump {
  modules: DumpedModule[];
  /**
   * Sorted paths of the files that are not used. These are files other than HLO dumps, and second dumps of the same
   * stage.
   */
  ignored: string[];
}

const kModuleFile =
  /(?:^|\.)(module_\d{4,})\.(.+?)(?:\.cl_\d+)?\.(\d{4,}\..+|(?:sm_\d+\.\d+_)?[^.]*(?:before|after)_optimizations[^.]*)$/;
const kEnding = /\.(?:txt|hlo|hlo\.pb|pb)(?:\.gz)?$/;

interface Found extends DumpStage {
  module: string;
  name: string;
  folder: string;
  order: number;
}

function stageOf(file: GivenFile): Found | null {
  const base = baseName(file.path);
  const ending = kEnding.exec(base);
  const match = ending && kModuleFile.exec(base.slice(0, ending.index));
  if (!match) return null;
  const [, module, name, suffix] = match as unknown as [string, string, string, string];
  const found = { file, module, name, folder: file.path.slice(0, -base.length) };
  const pass = /^(\d+)\.(.+)$/.exec(suffix);
  if (pass) {
    const [pipeline, after = pass[2]!] = split(pass[2]!, /(?:^|\.)after_/);
    const [done] = split(after, /\.before_/);
    return { ...found, title: `${pass[1]} after ${done}`, pipeline, order: 1 + Number(pass[1]) };
  }
  const [prefix] = split(suffix, /_?(?:before|after)_optimizations/);
  const rest = /(before|after)_optimizations(.*)$/.exec(suffix)!;
  if (rest[2]!.startsWith('-')) return null; // a buffer assignment, live range or memory report
  const more = [prefix, rest[2]!.replace(/^_/, '').replaceAll('_', ' ')].filter(Boolean).join(', ');
  return {
    ...found,
    title: `${rest[1]} optimizations${more ? ` (${more})` : ''}`,
    pipeline: '',
    order: rest[1] === 'before' ? 0 : Infinity,
  };
}

function split(text: string, at: RegExp): [string, string | undefined] {
  const match = at.exec(text);
  return match ? [text.slice(0, match.index), text.slice(match.index + match[0].length)] : [text, undefined];
}

/**
 * Groups the files of a dump folder into modules, sorted by id, with their stages in compilation order. A stage that
 * was dumped both as text and as binary appears once, as text.
 */
export function groupDump(files: GivenFile[]): Dump {
  const ignored: string[] = [];
  const modules = new Map<string, Found[]>();
  for (const file of files) {
    const found = stageOf(file);
    if (!found) {
      ignored.push(file.path);
      continue;
    }
    const key = `${found.folder}${found.module}.${found.name}`;
    modules.set(key, [...(modules.get(key) ?? []), found]);
  }
  const grouped = [...modules.values()].map((stages): DumpedModule => {
    stages.sort(
      (a, b) => a.order - b.order || (a.title < b.title ? -1 : a.title > b.title ? 1 : isText(b) - isText(a)),
    );
    const kept = stages.filter(
      (stage, i) => i === 0 || stage.title !== stages[i - 1]!.title || stage.order !== stages[i - 1]!.order,
    );
    for (const stage of stages) if (!kept.includes(stage)) ignored.push(stage.file.path);
    const { module, name } = stages[0]!;
    return { id: module, name, stages: kept.map(({ title, pipeline, file }) => ({ title, pipeline, file })) };
  });
  grouped.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return { modules: grouped, ignored: ignored.sort() };
}

const isText = (stage: DumpStage): number => Number(stage.file.path.endsWith('.txt'));
