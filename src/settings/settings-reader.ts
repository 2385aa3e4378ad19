// Reads settings one by one, each as its type. What is wrong is noted, and its default is used until all are read.
import { isIP } from 'node:net';
import { type FeeSchedule, parseFee } from '../domain/accounts/fee.js';
import { parseAmount } from '../domain/base/money.js';
import { nearestName } from '../domain/base/nearest-name.js';
import { isNetwork } from '../domain/base/network.js';
import { readDatabaseUrl } from './database-url.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxies that a request passes on its way to us: their number or their networks; null if there is none. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] } | null;

const listed = (value = '') => value.split(/[\s,]+/).filter(Boolean);

/** An address, with or without a port. */
function isServer(text: string): boolean {
  const [, host = text, port = '53'] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(isIP(text) === 6 ? '' : text) ?? [];
  return isIP(host) !== 0 && Number(port) <= 65_535;
}

const PROXIES_FORM =
  'the number of proxies in front of Cobro (1 to 10), or their addresses or networks, such as ' +
  '10.0.0.5 or 10.1.0.0/16, separated by commas; one proxy that everybody comes through is 1, and none is off';

/** "on" would believe whatever a client writes into X-Forwarded-For, so it is refused (D76). */
function parseProxies(value: string): TrustedProxies | undefined {
  if (/^(off|false|no|0)$/i.test(value)) return null;
  if (/^([1-9]|10)$/.test(value)) return { hops: Number(value) };
  const networks = listed(value);
  return networks.every(isNetwork) ? { networks } : undefined;
}

export type Reader = ReturnType<typeof createReader>;

export function createReader(env: Environment, problems: string[], onName: (name: string) => void = () => undefined) {
  const given = (name: string) => {
    onName(name);
    return env[name]?.trim() ? env[name].trim() : undefined;
  };
  const wrong = (name: string, wanted: string) => problems.push(`${name}=${env[name]} must be ${wanted}.`);

  return {
    ...networkReaders(given, wrong),
    ...numberReaders(given, wrong),
    text(name: string, fallback: string, form: RegExp, wanted: string): string {
      const value = given(name);
      if (value !== undefined && !form.test(value)) wrong(name, wanted);
      return value ?? fallback;
    },
    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = given(name);
      if (value === undefined) return fallback;
      const found = allowed.find((one) => one === value.toLowerCase());
      if (found === undefined) wrong(name, allowed.join(', '));
      return found ?? fallback;
    },
    optional(name: string, form: RegExp, wanted: string): string | null {
      const value = given(name);
      if (value === undefined) return null;
      // A database URL contains a password, so the message does not repeat it.
      if (!form.test(value)) problems.push(`${name} must be ${wanted}.`);
      return value;
    },
    database(name: string): string | null {
      const value = given(name);
      if (value === undefined) return null;
      const read = readDatabaseUrl(value);
      problems.push(...read.problems.map((problem) => `${name} ${problem}`));
      return read.url;
    },
    flag(name: string, fallback: boolean): boolean {
      const value = given(name);
      if (value === undefined) return fallback;
      if (/^(on|true|yes|1)$/i.test(value)) return true;
      if (!/^(off|false|no|0)$/i.test(value)) wrong(name, 'on or off');
      return false;
    },
    /** A percentage and a fixed part in pesos, such as 1.5% + 8.00. */
    fee(name: string, fallback: FeeSchedule): FeeSchedule {
      const text = given(name);
      const fee = text === undefined ? fallback : parseFee(text);
      if (fee === null) wrong(name, 'a percentage and pesos such as 1.5% + 8.00');
      return fee ?? fallback;
    },
    amount(name: string, fallback: string): bigint {
      const amount = parseAmount(given(name) ?? fallback);
      if (typeof amount !== 'bigint') wrong(name, 'an amount in pesos such as 1.00');
      return typeof amount === 'bigint' ? amount : 100n;
    },
    /** Zero is an amount here; null if nothing is set. */
    optionalAmount(name: string): bigint | null {
      const value = given(name);
      if (value === undefined) return null;
      const amount = /^0+(\.0{1,2})?$/.test(value) ? 0n : parseAmount(value);
      if (typeof amount !== 'bigint') wrong(name, 'an amount in pesos such as 50000.00');
      return typeof amount === 'bigint' ? amount : 0n;
    },
  };
}

/** Those that read whole numbers. */
function numberReaders(given: (name: string) => string | undefined, wrong: (name: string, wanted: string) => unknown) {
  return {
    integer(name: string, fallback: number, least: number, most: number): number {
      const value = given(name);
      if (value === undefined) return fallback;
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= least && number <= most) return number;
      wrong(name, `a whole number from ${least} to ${most}`);
      return fallback;
    },
    /** `auto` is for the machine to decide. */
    countOrAuto(name: string, fallback: number, most: number): number | 'auto' {
      const value = given(name);
      if (value === undefined) return fallback;
      if (/^auto$/i.test(value)) return 'auto';
      const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
      if (number >= 1 && number <= most) return number;
      wrong(name, `auto, or a whole number from 1 to ${most}`);
      return fallback;
    },
    days(name: string, fallback: number, least: number): number {
      const value = given(name);
      if (value === undefined) return fallback;
      const days = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
      if (days === 0 || (days >= least && days <= 36_500)) return days;
      wrong(name, `0 or a number of days from ${least} to 36500`);
      return fallback;
    },
  };
}

/** Those that read addresses. */
function networkReaders(given: (name: string) => string | undefined, wrong: (name: string, wanted: string) => unknown) {
  return {
    networks(name: string): readonly string[] {
      const networks = listed(given(name));
      if (!networks.every(isNetwork)) wrong(name, 'addresses or networks such as 10.1.0.0/16, separated by commas');
      return networks;
    },
    servers(name: string): readonly string[] {
      const servers = listed(given(name));
      if (!servers.every(isServer)) wrong(name, 'addresses such as 10.1.0.53 or [::1]:5353, separated by commas');
      return servers;
    },
    /** `name=value`, separated by commas. */
    pairs(name: string, allowed: readonly string[]): Readonly<Record<string, string>> {
      const pairs = listed(given(name)).map((pair) => pair.split('='));
      const isRight = ([key = '', value = '', ...more]: string[]) =>
        more.length === 0 && allowed.includes(key) && /^-?[\w.]{1,20}$/.test(value);
      if (!pairs.every(isRight)) wrong(name, `pairs such as shared_buffers=4GB, of ${allowed.join(', ')}`);
      return Object.fromEntries(pairs);
    },
    proxies(name: string): TrustedProxies {
      const proxies = parseProxies(given(name) ?? 'off');
      if (proxies === undefined) wrong(name, PROXIES_FORM);
      return proxies ?? null;
    },
  };
}

/** Kubernetes adds such variables for every service of a namespace, and one of them may be called cobro. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)(_\w+)?$/;

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
