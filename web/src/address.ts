// Files of this site that the address asks for: ?file=examples/a.hlo.txt.gz&file=examples/a.npz. Other sites are never asked.
import type { GivenFile } from './files';

/** Empty when the address names none. What cannot be had is told when it is read. */
export function askedFiles(): GivenFile[] {
  return new URLSearchParams(location.search).getAll('file').map(fileAt);
}

function fileAt(path: string): GivenFile {
  let content: Promise<Uint8Array> | undefined;
  const read = () => (content ??= fetched(path));
  const url = URL.canParse(path, location.href) ? new URL(path, location.href).pathname : path;
  return {
    path: decoded(url.slice(url.lastIndexOf('/') + 1)),
    size: 0, // not known before it has been read
    read,
    part: async (from, to) => (await read()).slice(from, to),
  };
}

/** As it is where it holds a % that is none of an encoding. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function fetched(path: string): Promise<Uint8Array> {
  if (!URL.canParse(path, location.href)) throw new Error(`${path} is no address of a file.`);
  const url = new URL(path, location.href);
  if (url.origin !== location.origin)
    throw new Error(
      `${url.origin} is another site, and this page talks to none but its own. Download the file and drop it here, or copy it beside the page.`,
    );
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} could not be had from this site (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
