// The forms that settings have: what their text must look like, and the value that it becomes.
import { isIP } from 'node:net';
import { type FeeSchedule, parseFee } from '../domain/accounts/fee.js';
import { parseAmount } from '../domain/base/money.js';
import { isNetwork } from '../domain/base/network.js';
import { readDatabaseUrl } from './database-url.js';
import type { Form } from './setting.js';

export function text(pattern: RegExp, wanted: string): Form<string> {
  return {
    wanted,
    read(value, wrong) {
      if (!pattern.test(value)) wrong();
      return value;
    },
  };
}

/** A text that no message repeats: a token, or an address with a password in it. */
export function secret(pattern: RegExp, wanted: string): Form<string> {
  return { ...text(pattern, wanted), isSecret: true };
}

export const httpAddress = text(/^https?:\/\/[^\s?#]+$/, 'an http or https address');

export const databaseAddress: Form<string> = {
  wanted: 'an address like postgres://user:password@host/database',
  isSecret: true,
  read(value, wrong) {
    const { url, problems } = readDatabaseUrl(value);
    for (const problem of problems) wrong(problem);
    return url;
  },
};

/** One of these words, in capitals or not. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Form<Word> {
  const wanted = words.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  return accepted((value) => words.find((word) => word === value.toLowerCase()), wanted);
}

export const flag: Form<boolean> = accepted((value) => {
  if (/^(on|true|yes|1)$/i.test(value)) return true;
  return /^(off|false|no|0)$/i.test(value) ? false : undefined;
}, 'on or off');

export function wholeNumber(least: number, most: number): Form<number> {
  return accepted(
    (value) => (/^\d{1,9}$/.test(value) && within(Number(value), least, most) ? Number(value) : undefined),
    `a whole number from ${least} to ${most}`,
  );
}

/** `auto` is for the machine to decide. */
export function countOrAuto(most: number): Form<number | 'auto'> {
  return accepted<number | 'auto'>((value) => {
    if (/^auto$/i.test(value)) return 'auto';
    return /^\d{1,4}$/.test(value) && within(Number(value), 1, most) ? Number(value) : undefined;
  }, `auto, or a whole number from 1 to ${most}`);
}

const MOST_DAYS = 36_500;

/** How long something is kept. 0 means for ever. */
export function days(least: number): Form<number> {
  return accepted((value) => {
    const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    return number === 0 || within(number, least, MOST_DAYS) ? number : undefined;
  }, `0 or a number of days from ${least} to ${MOST_DAYS}`);
}

function within(number: number, least: number, most: number): boolean {
  return number >= least && number <= most;
}

export const amount: Form<bigint> = accepted(amountOf, 'an amount in pesos such as 1.00');

export const amountOrZero: Form<bigint> = accepted(
  (value) => (/^0+(\.0{1,2})?$/.test(value) ? 0n : amountOf(value)),
  'an amount in pesos such as 50000.00',
);

function amountOf(value: string): bigint | undefined {
  const parsed = parseAmount(value);
  return typeof parsed === 'bigint' ? parsed : undefined;
}

export const fee: Form<FeeSchedule> = accepted(
  (value) => parseFee(value) ?? undefined,
  'a percentage and pesos such as 1.5% + 8.00',
);

export const networks: Form<readonly string[]> = accepted(
  (value) => listOf(value, isNetwork),
  'addresses or networks such as 10.1.0.0/16, separated by commas',
);

export const servers: Form<readonly string[]> = accepted(
  (value) => listOf(value, isServer),
  'addresses such as 10.1.0.53 or [::1]:5353, separated by commas',
);

/** An address, with or without a port. */
function isServer(value: string): boolean {
  const [, host = value, port = '53'] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(isIP(value) === 6 ? '' : value) ?? [];
  return isIP(host) !== 0 && Number(port) <= 65_535;
}

/** The proxies that a request passes on its way to us: their number or their networks; null if there is none. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] } | null;

/** "on" would believe whatever a client writes into X-Forwarded-For, so it is refused (D76). */
export const proxies: Form<TrustedProxies> = accepted<TrustedProxies>((value) => {
  if (/^(off|false|no|0)$/i.test(value)) return null;
  if (/^([1-9]|10)$/.test(value)) return { hops: Number(value) };
  const found = listOf(value, isNetwork);
  return found && { networks: found };
}, 'the number of proxies in front of Cobro (1 to 10), or their addresses or networks, such as 10.0.0.5 or ' +
  '10.1.0.0/16, separated by commas; one proxy that everybody comes through is 1, and none is off');

/** `name=value` for some of these names, separated by commas. */
export function pairs(names: readonly string[]): Form<Readonly<Record<string, string>>> {
  const isPair = (pair: string) => {
    const [name = '', value = '', ...more] = pair.split('=');
    return more.length === 0 && names.includes(name) && /^-?[\w.]{1,20}$/.test(value);
  };
  return accepted(
    (value) => {
      const found = listOf(value, isPair);
      return found && Object.fromEntries(found.map((pair) => pair.split('=')));
    },
    `pairs such as shared_buffers=4GB, of ${names.join(', ')}`,
  );
}

/** The parts of a list, unless one of them is of another form. */
function listOf(value: string, isPart: (part: string) => boolean): readonly string[] | undefined {
  const parts = value.split(/[\s,]+/).filter(Boolean);
  return parts.every(isPart) ? parts : undefined;
}

/** A form of whatever the function reads; null: it is none. */
export function parsed<Value>(parse: (value: string) => Value | null, wanted: string): Form<Value> {
  return accepted((value) => parse(value) ?? undefined, wanted);
}

/** A form whose value is made of the value of another one. */
export function converted<From, To>(form: Form<From>, convert: (value: From) => To): Form<To> {
  return {
    ...form,
    read(value, wrong) {
      const read = form.read(value, wrong);
      return read === undefined ? undefined : convert(read);
    },
  };
}

/** A form of whatever text the function accepts: for the others it gives undefined. */
function accepted<Value>(accept: (value: string) => Value | undefined, wanted: string): Form<Value> {
  return {
    wanted,
    read(value, wrong) {
      const read = accept(value);
      if (read === undefined) wrong();
      return read;
    },
  };
}
