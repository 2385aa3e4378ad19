// Keeps webhooks out of private networks (D54): only public addresses are allowed, unless a setting or loopback in test
// mode allows more. We resolve host names ourselves and connect to the same address that we checked.

import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Mode } from '../domain/mode.js';

export type AddressGuard = {
  /** Why this URL must not be a target, or null. A host name that does not resolve yet is accepted. */
  refusal(url: URL, mode: Mode): Promise<string | null>;
  /** For connections: resolves a host name to its allowed addresses, and fails if there are none. */
  lookup(mode: Mode): LookupFunction;
  mayReach(address: string, mode: Mode): boolean;
};

export type GuardOptions = {
  /** Networks in CIDR form that are allowed although they are not public. */
  readonly allow: readonly string[];
  /** Whether test webhooks may go to loopback. True while the service itself listens on loopback. */
  readonly loopbackInTest: boolean;
  /** Resolves host names; tests replace it. */
  readonly resolveName?: typeof lookUp;
};

const RESOLVE_MS = 5_000;

/** All of IPv6 in public use. Everything outside is translated, local, reserved or not yet assigned. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export function createAddressGuard(options: GuardOptions): AddressGuard {
  const allowed = blockList(options.allow);
  const resolveName = options.resolveName ?? lookUp;

  const mayReach = (text: string, mode: Mode): boolean => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text); // an IPv4 address mapped into IPv6 is treated as IPv4
    if (address instanceof ipaddr.IPv6 && address.zoneId) return false; // a zone has a meaning on this machine only
    if (allowed.check(address.toString(), address.kind())) return true;
    const range = address.range();
    if (range === 'loopback') return options.loopbackInTest && mode === 'test';
    return range === 'unicast' && (address.kind() === 'ipv4' || address.match(PUBLIC_IPV6));
  };

  // One lookup at a time per host name. Lookups share four threads, so a name whose server is silent may block only
  // one.
  const asked = new Map<string, Promise<string[]>>();
  const resolve = (host: string): Promise<string[]> => {
    const known = asked.get(host);
    if (known !== undefined) return known;
    const answer = new Promise<string[]>((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`${host} was not resolved in time`)), RESOLVE_MS);
      resolveName(host, { all: true, verbatim: true }, (error, found) => {
        clearTimeout(timer);
        asked.delete(host);
        if (error) failed(error);
        else done(found.map(({ address }) => address));
      });
    });
    asked.set(host, answer);
    return answer;
  };

  return {
    mayReach,
    async refusal(url, mode) {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
      return addresses.every((address) => mayReach(address, mode)) ? null : 'its address is private or reserved';
    },
    lookup: (mode) => (host, lookupOptions, callback) => {
      resolve(host).then(
        (addresses) => {
          const fine = addresses.filter((address) => mayReach(address, mode));
          const [first] = fine;
          if (first === undefined) callback(new Error(`${host} has no address that may be reached`), '', 0);
          else if (lookupOptions.all)
            callback(
              null,
              fine.map((address) => ({ address, family: isIP(address) })),
            );
          else callback(null, first, isIP(first));
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
  };
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
