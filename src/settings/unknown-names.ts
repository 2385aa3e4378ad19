// Names of the environment that look like settings and are none, and what somebody probably meant who mistyped one.
import { lettersBetween } from '../domain/base/near-text.js';
import type { Environment } from './setting.js';

/** Kubernetes adds such variables for every service of a namespace, and one of them may be called cobro. */
const OF_KUBERNETES = /_SERVICE_(HOST$|PORT(_|$))|_PORT_\d+_(TCP|UDP)(_|$)/;

/** What the examples and guides call a client's address and key. A developer has them beside the service's own. */
const OF_CLIENTS = ['COBRO_URL', 'COBRO_KEY'];

/** Names the variables that look like settings of ours and are none, with the setting that was probably meant. */
export function describeUnknown(env: Environment, known: readonly string[]): string[] {
  const strange = Object.keys(env)
    .filter((name) => name.startsWith('COBRO_') && !known.includes(name) && !OF_CLIENTS.includes(name))
    .filter((name) => !OF_KUBERNETES.test(name) && !/^(tcp|udp):/.test(env[name] ?? ''))
    .sort();
  return strange.map((name) => {
    const bare = name.slice('COBRO_'.length);
    const meant = known.includes(bare) ? bare : nearestName(name, known);
    return `${name} is no setting of Cobro and is ignored${meant === null ? '' : `; did you mean ${meant}?`}`;
  });
}

/** So many letters may be wrong, missing, added or swapped. */
const MOST_SLIPS = 3;

/** The most similar name, or null if none is near. */
function nearestName(given: string, names: readonly string[]): string | null {
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const distance = lettersBetween(given, name);
    if (distance <= MOST_SLIPS && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name, distance };
  }
  return nearest?.name ?? null;
}
