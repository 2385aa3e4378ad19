// Names from the hosts file of this machine, which DNS queries do not know.
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

type HostsFile = { find(name: string): Promise<readonly string[] | undefined> };

const FRESH_MS = 5_000;
const PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

export function createHostsFile(path: string = PATH): HostsFile {
  let names: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  let readAt = 0;
  return {
    async find(name) {
      const now = performance.now();
      if (names === undefined || now - readAt > FRESH_MS) {
        names = read(path);
        readAt = now;
      }
      return (await names).get(name);
    },
  };
}

/** Without a readable file there are no such names. */
async function read(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) names.set(alias, [...(names.get(alias) ?? []), address]);
  }
  return names;
}
