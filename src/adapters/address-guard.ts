// Keeps webhooks out of private networks (D54, D76): only public addresses are allowed, unless a setting or loopback in
// test mode allows more. We resolve host names ourselves and connect to the same address that we checked.

import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Scope } from '../domain/accounts/account.js';
import { hostOf } from '../domain/base/local-only.js';
import type { Mode } from '../domain/base/mode.js';
import { networkTest } from '../domain/base/network.js';
import { withoutEnd } from '../domain/base/without-end.js';
import { isForbiddenPort, portOf } from '../domain/webhooks/forbidden-port.js';
import type { FaultCode } from '../errors/errors.js';
import { answerLookup, type NameResolver } from './name-resolver.js';

export type Forbidden = Extract<FaultCode, 'forbidden_address' | 'forbidden_port' | 'own_address'>;

export type AddressGuard = {
  /** Why this URL must not be a target, or null. A host name that does not resolve yet is accepted. */
  refusal(url: URL, scope: Scope): Promise<Forbidden | null>;
  /** What the URL itself says against it, before any name is resolved. */
  judge(url: URL, mode: Mode): Forbidden | null;
  /** For connections: resolves a host name to its allowed addresses, and fails if there are none. */
  lookup(scope: Scope): LookupFunction;
  mayReach(address: string, mode: Mode): boolean;
};

export type GuardOptions = {
  /** Networks in CIDR form that are allowed although they are not public. */
  readonly allow: readonly string[];
  /** Whether test webhooks may go to loopback. True while the service is only for this machine (`isLocalOnly`). */
  readonly loopbackInTest: boolean;
  /** Where the service itself is reached. It takes no webhooks. */
  readonly baseUrl: string;
  readonly names: NameResolver;
  /** The addresses of this machine; tests replace it. */
  ownAddresses?(): ReadonlySet<string>;
};

/** All of IPv6 in public use. Everything outside is translated, local, reserved or not yet assigned. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Where clouds tell a machine its secrets. Only the address of Azure is public; the others are here because a wide
 * network in COBRO_WEBHOOK_ALLOW must not open them.
 */
const isMetadata = networkTest([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

export function createAddressGuard(options: GuardOptions): AddressGuard {
  const { names, ownAddresses = createOwnAddresses() } = options;
  const isAllowed = networkTest(options.allow);
  const isOwnService = ownServiceTest(options.baseUrl);

  const mayReach = (text: string, mode: Mode): boolean => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text); // an IPv4 address mapped into IPv6 is treated as IPv4
    if (address instanceof ipaddr.IPv6 && address.zoneId) return false; // a zone has a meaning on this machine only
    const plain = address.toString();
    if (isMetadata(plain)) return false;
    if (isAllowed(plain)) return true;
    const range = address.range();
    // What this machine reaches at its own addresses is not behind its firewall, exactly as on loopback.
    if (range === 'loopback' || ownAddresses().has(plain)) return options.loopbackInTest && mode === 'test';
    return range === 'unicast' && (address.kind() === 'ipv4' || address.match(PUBLIC_IPV6));
  };

  const judge = (url: URL, mode: Mode): Forbidden | null => {
    if (isForbiddenPort(portOf(url))) return 'forbidden_port';
    if (isOwnService(url)) return 'own_address';
    const host = hostOf(url);
    return isIP(host) !== 0 && !mayReach(host, mode) ? 'forbidden_address' : null;
  };

  return {
    mayReach,
    judge,
    async refusal(url, { accountId, mode }) {
      const problem = judge(url, mode);
      if (problem !== null) return problem;
      const addresses = await names.resolve(hostOf(url), accountId).catch(() => []);
      return addresses.every((address) => mayReach(address, mode)) ? null : 'forbidden_address';
    },
    lookup: ({ accountId, mode }) =>
      answerLookup(async (host) => {
        const addresses = await names.resolve(host, accountId);
        const fine = addresses.filter((address) => mayReach(address, mode));
        if (fine.length === 0) throw new Error(`${host} has no address that may be reached`);
        return fine;
      }),
  };
}

/** The addresses of this machine's network interfaces can change. */
const OWN_ADDRESSES_FRESH_MS = 10_000;

function createOwnAddresses(): () => ReadonlySet<string> {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - readAt < OWN_ADDRESSES_FRESH_MS) return known;
    readAt = now;
    known = new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));
    return known;
  };
}

/** Whether a URL is one of the service itself. Another path on the same host may be a shop. */
function ownServiceTest(baseUrl: string): (url: URL) => boolean {
  const own = new URL(baseUrl);
  const [host, port, path] = [hostOf(own), portOf(own), withoutEnd(own.pathname, '/')];
  return (url) => hostOf(url) === host && portOf(url) === port && `${url.pathname}/`.startsWith(`${path}/`);
}
