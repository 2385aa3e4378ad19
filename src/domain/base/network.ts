// Addresses and networks in CIDR form: what is one, and whether an address belongs to one of a list.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** An address, or a network in CIDR form. */
export function isNetwork(text: string): boolean {
  const [base = '', bits = '0', ...more] = text.split('/');
  const family = base.includes('%') ? 0 : isIP(base); // a zone has a meaning on one machine only
  return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/**
 * Says of an address whether one of these networks has it. What is no network has none: to read "10.0.0.1/" as a network
 * without bits would let everybody in. What is no address is in no network.
 */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.filter(isNetwork)) {
    const [base = '', bits] = network.split('/');
    const [family, most] = isIPv4(base) ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    list.addSubnet(base, Number(bits ?? most), family);
  }
  return (address) =>
    (isIPv4(address) && list.check(address, 'ipv4')) || (isIPv6(address) && list.check(address, 'ipv6'));
}
