// Numbers that all merchants share: CLABEs, references and cards (D77). No account may use up a pool, and an operator
// hears of it before one is empty.

import { DAY_MS } from '../base/duration.js';
import type { Language } from '../base/language.js';
import type { Mode } from '../base/mode.js';
import { clabeCapacity, TEST_CLABE_PREFIX } from './clabe.js';
import { MOST_ADDRESSES } from './extended-key.js';
import { REFERENCE_CAPACITY } from './reference.js';

/** How long a card rests after its order has ended (D60). */
export const CARD_QUARANTINE_MS = 30 * DAY_MS;

/**
 * How long a card is reserved for an order that is not stored yet. Storing takes seconds; after a crash the reservation
 * simply runs out.
 */
export const CARD_RESERVATION_MS = 600_000;

/**
 * `pool` is `CLABEs PREFIX`, `cards POINT`, `live references`, `test references`, or a share: `CLABEs PREFIX of ACCOUNT`,
 * `CLABEs PREFIX of public keys`.
 */
export type PoolUse = { readonly pool: string; readonly used: number; readonly capacity: number };

const SCARCE = 0.8;
const EXHAUSTED = 0.95;

export function isScarce({ used, capacity }: PoolUse): boolean {
  return used >= capacity * SCARCE;
}

/** Orders that need a number of it are refused, or soon will be. */
export function isExhausted({ used, capacity }: PoolUse): boolean {
  return used >= capacity * EXHAUSTED;
}

/** How many numbers a pool has in all. A CLABE pool's name is its prefix; addresses of a coin are `coins COIN KEY` (D92). */
export function numberCapacity(pool: string): number {
  if (/^\d+$/.test(pool)) return clabeCapacity(pool);
  return pool.startsWith('coins ') ? MOST_ADDRESSES : REFERENCE_CAPACITY;
}

/** The name of the counter of what an account has taken of a prefix. */
export function shareName(prefix: string, accountId: string): string {
  return `${shareStart(prefix)}${accountId}`;
}

export function shareStart(prefix: string): string {
  return `share ${prefix} `;
}

/** The name of the counter of what all public keys have taken of a prefix, or that of one account. */
export function publicShareName(prefix: string, accountId = ''): string {
  return `share public ${prefix} ${accountId}`.trimEnd();
}

const PUBLIC_PART = 0.5;

/** What whoever has a public key may take of what there is: a stranger must leave the merchants as much. */
export function publicPart(most: number): number {
  return Math.max(1, Math.floor(most * PUBLIC_PART));
}

export const OF_PUBLIC_KEYS = 'public keys';

const TEST_CLABES = `CLABEs ${TEST_CLABE_PREFIX}`;

/** Whose orders take from a pool. Test orders never take a card. */
export function modeOfPool(pool: string): Mode {
  return pool === 'test references' || pool === TEST_CLABES ? 'test' : 'live';
}

/** The name of a pool as people read it. */
export function poolName(pool: string, language: Language): string {
  if (pool === TEST_CLABES) return language === 'en' ? 'test CLABEs' : 'CLABE de prueba';
  if (language === 'en') return pool;
  return pool
    .replace(/^cards /, 'tarjetas de ')
    .replace(/^coins /, 'direcciones de ')
    .replace(/^live references$/, 'referencias reales')
    .replace(/^test references$/, 'referencias de prueba')
    .replace(/^CLABEs (\d+)(?: of (.+))?$/, (_, prefix, account) =>
      account === undefined
        ? `CLABE ${prefix}`
        : `CLABE ${prefix} de ${account === OF_PUBLIC_KEYS ? 'llaves públicas' : account}`,
    );
}
