// Loads the graph view of the page on demand.
import type { Client } from './client';
import { byId } from './dom';
import type { GraphView } from './views/graph';

/** Loads the graph view in a separate chunk, because the first screen does not need it. */
export async function loadGraph(client: Client): Promise<GraphView> {
  const { GraphView } = await import('./views/graph');
  const view = new GraphView(byId('graph'), (kind, body) => client.ask(kind, body));
  if (new URLSearchParams(location.search).has('bench')) {
    const { benchPrograms } = await import('./views/graph_bench');
    benchPrograms(view, byId('graph'), (query) => client.ask('find', { query }));
  }
  return view;
}
