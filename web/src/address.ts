// Reads from the page address which files of this site to open: ?file=examples/a.hlo.txt.gz&file=examples/a.npz. Files
// of other sites are not allowed.
import type { GivenFile } from './files';

/**
 * Returns the files that the `file` parameters of the page address name; empty if there are none. A file is fetched
 * when its `read` or `part` is first called; both reject if it cannot be fetched.
 */
export function requestedFiles(): GivenFile[] {
  return new URLSearchParams(location.search).getAll('file').map(fileAt);
}

function fileAt(path: string): GivenFile {
  let content: Promise<Uint8Array> | undefined;
  const read = () => (content ??= fetchFile(path));
  const url = URL.canParse(path, location.href) ? new URL(path, location.href).pathname : path;
  return {
    path: decodeName(url.slice(url.lastIndexOf('/') + 1)),
    size: 0, // unknown until the file is fetched
    read,
    part: async (from, to) => (await read()).slice(from, to),
  };
}

/** Decodes percent-encoding; returns the name unchanged if the encoding is malformed. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function fetchFile(path: string): Promise<Uint8Array> {
  if (!URL.canParse(path, location.href))
    throw new Error(`${path} is not a valid file address. Use a path on this site: ?file=examples/a.hlo.txt.gz`);
  const url = new URL(path, location.href);
  if (url.origin !== location.origin)
    throw new Error(
      `${url.origin} is another site; this page only fetches files from its own site. Download the file and drop it here, or copy it to this site.`,
    );
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`${url.pathname} could not be fetched from this site (HTTP status ${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
