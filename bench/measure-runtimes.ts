// Measures the service on newer versions of Node.js against the one that runs this (scripts/node-runtime.mjs fetches them).
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../src/paths.js';
import { compareServers } from './compare-servers.js';
import { CONNECTIONS } from './load.js';
import type { Part, PartOptions } from './part.js';
import type { Place } from './place.js';
import { runTool } from './tools.js';

/** A newer version must not be slower than this one, but for the noise of the machine. */
const LEAST_RATIO = 0.95;

export async function measureRuntimes(place: Place, options: PartOptions): Promise<Part> {
  const fetched = async (major: string) => {
    const script = join(PACKAGE_FOLDER, 'scripts', 'node-runtime.mjs');
    const runtime = (await runTool(process.execPath, [script, major], options)).trim();
    const version = (await runTool(runtime, ['--version'], options)).trim();
    return { title: `Node.js ${version.slice(1)}`, runtime };
  };
  const own = { title: `Node.js ${process.versions.node}` };
  const ways = { own, node24: await fetched('24'), node26: await fetched('26') };
  const { head, rows, ratio } = await compareServers(place, options, ways);
  return {
    heading: 'Versions of Node.js',
    note: `${CONNECTIONS} connections.`,
    head,
    rows,
    verdicts: (['node24', 'node26'] as const).flatMap((name) => [
      ratio(`creates, ${ways[name].title} against ${own.title}`, 'creates', [name, 'own'], LEAST_RATIO),
      ratio(`reads, ${ways[name].title} against ${own.title}`, 'reads', [name, 'own'], LEAST_RATIO),
    ]),
  };
}
