// Resolves host names with our own DNS queries. Node's own look-up (getaddrinfo) runs on four threads that everything
// shares: four names whose servers never answer stopped all webhooks. Here every look-up ends after five seconds, each
// owner has only a few at a time, and only answers are remembered, never failures.

import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { errorCode } from '../errors/error-code.js';
import { createSlotsPerOwner } from './slots-per-owner.js';

export type NameResolver = {
  /** The addresses of a host, at least one. `owner` is whose look-up it is: an account, or a part of the service. */
  resolve(host: string, owner: string): Promise<readonly string[]>;
};

export type ResolverOptions = {
  /** DNS servers as `address` or `address:port`; none: those of this machine. */
  readonly servers: readonly string[];
  readonly hostsFile?: string;
  readonly lookUpMs?: number;
};

const LOOK_UP_MS = 5_000;
/** A server gets this long, then twice and four times as long, until the look-up is over. */
const FIRST_TRY_MS = 1_000;
const TRIES = 3;
/** How long we wait for the other family's answer after the first. Some servers never answer about IPv6. */
const OTHER_FAMILY_MS = 300;
const MOST_AT_ONCE = 8;
/** A question that has less time than this is not asked. */
const LEAST_MS = 50;
const MOST_KNOWN = 5_000;
const LONGEST_TTL_SECONDS = 300;
const MOST_ADDRESSES = 16;

type Answer = { readonly address: string; readonly ttl: number };

export function createNameResolver(options: ResolverOptions): NameResolver {
  const { servers, lookUpMs = LOOK_UP_MS } = options;
  const hostsFile = createHostsFile(options.hostsFile);
  const known = new LRUCache<string, readonly string[]>({ max: MOST_KNOWN });
  const underWay = new Map<string, Promise<readonly string[]>>();
  const places = createSlotsPerOwner(MOST_AT_ONCE);

  return {
    async resolve(host, owner) {
      if (isIP(host) !== 0) return [host];
      const name = host.toLowerCase().replace(/\.$/, '');
      // RFC 6761, 6.3: these names are never asked for.
      if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      const found = known.get(name) ?? (await hostsFile.find(name));
      return found ?? lookUpOnce(name, owner);
    },
  };

  /** Look-ups of one owner for one name are shared. */
  function lookUpOnce(name: string, owner: string): Promise<readonly string[]> {
    const key = `${owner} ${name}`;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = lookUp(name, owner).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  async function lookUp(name: string, owner: string): Promise<readonly string[]> {
    const endsAt = performance.now() + lookUpMs;
    const place = await places.take(owner, lookUpMs);
    if (place === null) throw tooMany(name);
    try {
      const leftMs = endsAt - performance.now();
      if (leftMs < LEAST_MS) throw tooMany(name);
      const answers = await ask(name, leftMs);
      const addresses = [...new Set(answers.map(({ address }) => address))].slice(0, MOST_ADDRESSES);
      const ttlSeconds = Math.min(LONGEST_TTL_SECONDS, ...answers.map(({ ttl }) => ttl));
      if (ttlSeconds > 0) known.set(name, addresses, { ttl: ttlSeconds * 1000 });
      return addresses;
    } finally {
      place.free();
    }
  }

  /** Each question has a resolver of its own, so that it can be ended without ending others. That costs 40 µs. */
  async function ask(name: string, withinMs: number): Promise<readonly Answer[]> {
    const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const endIn = (ms: number) => setTimeout(() => resolver.cancel(), ms);
    const timers = [endIn(withinMs)];
    const endSoon = () => void timers.push(endIn(OTHER_FAMILY_MS));
    const both = [resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })];
    for (const one of both) one.then(endSoon, () => undefined);
    const results = await Promise.allSettled(both);
    for (const timer of timers) clearTimeout(timer);
    const answers = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (answers.length > 0) return answers;
    throw failureOf(
      name,
      results.flatMap((one) => (one.status === 'rejected' ? [errorCode(one.reason)] : [])),
    );
  }
}

/** For connections of the service itself, to addresses that the operator has set. */
export function lookupWith(resolver: NameResolver, owner: string): LookupFunction {
  return answerLookup((host) => resolver.resolve(host, owner));
}

/** Turns a function that finds addresses into what sockets and HTTP clients call. */
export function answerLookup(find: (host: string) => Promise<readonly string[]>): LookupFunction {
  return (host, options, callback) => {
    find(host).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first = { address: '', family: 0 }] = all;
        if (options.all) callback(null, all);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
const SILENCE = new Set(['ETIMEOUT', 'ECANCELLED']);

function tooMany(name: string): Error {
  return new Error(`${name} was not resolved in time: too many look-ups at once`);
}

function failureOf(name: string, codes: readonly string[]): Error {
  if (codes.every((code) => NO_SUCH_NAME.has(code)))
    return Object.assign(new Error(`${name} does not exist`), { code: 'ENOTFOUND' });
  const other = codes.find((code) => !NO_SUCH_NAME.has(code) && !SILENCE.has(code));
  if (other !== undefined) return new Error(`${name} cannot be resolved (${other})`);
  return new Error(`${name} was not resolved in time`);
}

type HostsFile = { find(name: string): Promise<readonly string[] | undefined> };

const HOSTS_FRESH_MS = 5_000;
const HOSTS_PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Names from the hosts file of this machine, which DNS queries do not know. */
function createHostsFile(path: string = HOSTS_PATH): HostsFile {
  let names: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  let readAt = 0;
  return {
    async find(name) {
      const now = performance.now();
      if (names === undefined || now - readAt > HOSTS_FRESH_MS) {
        names = readHosts(path);
        readAt = now;
      }
      return (await names).get(name);
    },
  };
}

/** Without a readable file there are no such names. */
async function readHosts(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) names.set(alias, [...(names.get(alias) ?? []), address]);
  }
  return names;
}
