// The address of the client, for allow-lists, limits, logs and the audit log (D76). X-Forwarded-For counts only as far
// as trusted proxies wrote it: it is read from its end, because anyone can send what stands at its beginning.
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkTest } from '../domain/base/network.js';
import type { TrustedProxies } from '../settings/forms.js';

type AddressReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** What a socket that is already gone, or a name instead of an address, counts as. No allow-list contains it. */
const UNKNOWN_ADDRESS = 'unknown';

/** Reads the address of the client in its shortest form; an IPv4 address in IPv6 form becomes a plain one. */
export function createAddressReader(proxies: TrustedProxies): AddressReader {
  const isTrusted = trustIn(proxies);
  return ({ headers, socket }) => {
    let address = parseAddress(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    if (proxies === null) return address;
    // Node.js joins several X-Forwarded-For headers with commas, in their order.
    const told = String(headers['x-forwarded-for'] ?? '');
    let end = told.length;
    for (let hop = 0; end > 0 && isTrusted(address, hop); hop++) {
      const comma = told.lastIndexOf(',', end - 1);
      const next = parseAddress(told.slice(comma + 1, end));
      // A proxy that does not say where a request comes from stands for the client itself.
      if (next === null) break;
      address = next;
      end = comma;
    }
    return address;
  };
}

/** Whether the peer of a connection is a proxy, so that its connections belong to many clients. */
export function createProxyCheck(proxies: TrustedProxies): (address: string) => boolean {
  const isTrusted = trustIn(proxies);
  return (address) => isTrusted(parseAddress(address) ?? UNKNOWN_ADDRESS, 0);
}

function trustIn(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (proxies === null) return () => false;
  if ('hops' in proxies) return (_address, hop) => hop < proxies.hops;
  return networkTest(proxies.networks);
}

/** Kept as long as the list itself, which is read again with its key every second or so. */
const TESTS = new WeakMap<readonly string[], (address: string) => boolean>();

/** Whether an address belongs to one of these addresses and networks. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const test = TESTS.get(networks) ?? networkTest(networks);
  TESTS.set(networks, test);
  return test(address);
}

/** Also takes the forms that some proxies write, `203.0.113.7:51000` and `[2001:db8::7]:51000`. */
export function parseAddress(text: string): string | null {
  const bare = text.trim();
  if (isIPv4(bare)) return bare;
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(bare) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? bare).split('%', 1); // without the zone of a link-local address
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipaddr.process(address).toString() : null;
}

/** How many times the limit of an address the names of `limitNames` have. */
export const LIMIT_TIMES = [1, 8] as const;

/**
 * The names of the limits that an address counts for, each with how many times the usual limit it allows. A customer of
 * a provider gets a whole /64 of IPv6 addresses, and whoever asks gets a /48, which is 65,536 of those.
 */
export function limitNames(address: string): readonly (readonly [name: string, times: number])[] {
  if (!isIPv6(address)) return [[address, LIMIT_TIMES[0]]];
  const parts = ipaddr.IPv6.parse(address).parts.map((part) => part.toString(16));
  return [
    [`${parts.slice(0, 4).join(':')}/64`, LIMIT_TIMES[0]],
    [`${parts.slice(0, 3).join(':')}/48`, LIMIT_TIMES[1]],
  ];
}

/** What counts as one visitor. */
export function networkOf(address: string): string {
  return limitNames(address)[0]?.[0] ?? address;
}
