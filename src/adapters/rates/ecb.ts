// The euro reference rates of the European Central Bank, published once per working day. They are units per euro, so
// pesos per dollar or pound are the quotient of two rates.

import type { LookupFunction } from 'node:net';
import { XMLParser } from 'fast-xml-parser';
import { HOUR_MS } from '../../domain/base/duration.js';
import { divideHalfUp } from '../../domain/base/money.js';
import { parseRate } from '../../domain/orders/exchange.js';
import { fetchDocument } from '../fetch-text.js';
import type { FetchedRate, RateSource } from './rate-source.js';

const MAX_REPLY_BYTES = 262_144; // the daily document has 2 KB

type EcbOptions = { readonly url: string; readonly lookup?: LookupFunction | undefined };

export function createEcbSource({ url, lookup }: EcbOptions): RateSource {
  return {
    name: 'ecb',
    fetch: async (signal) => toRates(await fetchDocument({ url, lookup, maxBytes: MAX_REPLY_BYTES }, signal)),
  };
}

function toRates(xml: string): FetchedRate[] {
  const day = readDay(xml);
  const takenAt = publicationTime(day['time']);
  const perEuro = (currency: string) => readRate(day, currency);
  const pesosPerEuro = perEuro('MXN');
  // Both rates are exact in millionths; the quotient is rounded once.
  const cross = (currency: string) => divideHalfUp(pesosPerEuro * 1_000_000n, perEuro(currency));
  return [
    { currency: 'USD', millionths: cross('USD'), takenAt },
    { currency: 'EUR', millionths: pesosPerEuro, takenAt },
    { currency: 'GBP', millionths: cross('GBP'), takenAt },
  ];
}

type Element = Readonly<Record<string, unknown>>;

/** Finds the Cube with the time in <Envelope><Cube><Cube time="2026-11-13"><Cube currency="USD" rate="1.0583"/>… */
function readDay(xml: string): Element {
  const envelope = asElement(parse(xml)['Envelope']);
  const day = asElement(asElement(envelope?.['Cube'])?.['Cube']);
  if (day === null) throw new Error('The ECB sent no table of one day.');
  return day;
}

function parse(xml: string): Element {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    removeNSPrefix: true,
    processEntities: false,
  });
  try {
    // The second argument makes the parser refuse XML that is not well formed.
    return asElement(parser.parse(xml, true)) ?? {};
  } catch (error) {
    throw new Error('The ECB sent no valid XML.', { cause: error });
  }
}

function readRate(day: Element, currency: string): bigint {
  const entries = [day['Cube']].flat().map(asElement);
  const [entry, ...others] = entries.filter((one) => one?.['currency'] === currency);
  if (entry === undefined || others.length > 0)
    throw new Error(`The ECB sent ${others.length + (entry ? 1 : 0)} rates for ${currency}.`);
  const text = entry?.['rate'];
  const millionths = typeof text === 'string' ? parseRate(text) : null;
  if (millionths === null) throw new Error(`The ECB sent ${JSON.stringify(text)} as the rate for ${currency}.`);
  return millionths;
}

/**
 * The document gives only the day. Its rates are published around 16:00 in Frankfurt. With midnight they would look 16
 * hours older than they are, and would be refused (D24) that much too early.
 */
function publicationTime(date: unknown): number {
  const winter =
    typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T16:00:00+01:00`) : Number.NaN;
  // Date.parse accepts some dates that do not exist: February 30 becomes March 2.
  if (Number.isNaN(winter) || !new Date(winter).toISOString().startsWith(String(date))) {
    throw new Error(`The ECB sent ${JSON.stringify(date)} as the day of its rates.`);
  }
  return winter - (frankfurtHour(winter) - 16) * HOUR_MS;
}

function frankfurtHour(time: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(time));
}

function asElement(value: unknown): Element | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
