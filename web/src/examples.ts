// Programs that come with the page. The first one is opened when the page is.
import type { InputFile } from '../../wasm/engine';

export interface Example {
  title: string;
  note: string;
  files: string[];
}

export async function examples(): Promise<Example[]> {
  return ((await (await fetch('./examples/index.json')).json()) as { examples: Example[] }).examples;
}

export async function filesOf(example: Example): Promise<InputFile[]> {
  return Promise.all(
    example.files.map(async (name) => {
      const response = await fetch(`./examples/${name}`);
      if (!response.ok) throw new Error(`the example ${name} could not be loaded (${response.status})`);
      return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
    }),
  );
}
