// Proves orders by what their events have told of them (D87): every event is as it was signed, none is missing, and the order is
// as the last ones say. Events are read for their signatures anyway, so nothing more is read for these claims.
import type { Scope } from '../../../domain/accounts/account.js';
import type { RowKey } from '../../../domain/base/row-key.js';
import { eventTextWith } from '../../../domain/orders/event.js';
import type { SignedRow, ToldOrder } from '../../../store/money/proofs/signed-rows.js';
import type { Findings } from './findings.js';

/** What each claim finds wrong with an order; null if it holds. */
export const EVENT_CLAIMS: Readonly<Record<string, (told: ToldOrder) => string | null>> = {
  'every order has all of its events': ({ id, order, events }) => {
    const isWhole = order?.lastEvent === events.length && order.lastEvent === events.at(-1)?.sequence;
    return isWhole ? null : `order ${id} has ${events.length} events of ${order?.lastEvent ?? ''}`;
  },
  'every paid order was paid when its event says': ({ id, order, events }) => {
    if (order?.status !== 'paid') return null;
    const said = events.findLast(({ type }) => type === 'charge.success')?.orderState.acceptedAt ?? null;
    if (order.acceptedAt === said) return null;
    return `order ${id} was paid at ${timeText(order.acceptedAt)}, its event says ${timeText(said)}`;
  },
  'every order has the status that its last event tells': ({ id, order, events }) => {
    const last = events.find(({ sequence }) => sequence === order?.lastEvent);
    if (order === null || last === undefined || last.orderState.status === order.status) return null;
    return `order ${id} is ${order.status}, its last event says ${last.orderState.status}`;
  },
};

const CLAIMS = Object.entries(EVENT_CLAIMS);

type Proving = { readonly scope: Scope; readonly found: Findings; readonly key: RowKey };

export function proveTold(orders: Iterable<ToldOrder>, { scope, found, key }: Proving): void {
  const head = JSON.stringify([scope.accountId, scope.mode]).slice(1, -1);
  for (const told of orders) {
    for (const [claim, problemOf] of CLAIMS) {
      const problem = problemOf(told);
      if (problem !== null) found.add(claim, { broken: 1, examples: [problem] });
    }
    found.signed(key, signedEvents(told, head));
  }
}

/** An event whose order is gone cannot be checked: it is signed with the terms of the order. */
function signedEvents({ id, order, events }: ToldOrder, head: string): SignedRow[] {
  if (order === null) return [];
  const terms = `${head},${order.terms}`;
  return events.map((event) => ({
    name: `event ${event.sequence} of order ${id}`,
    id,
    createdAt: event.createdAt,
    text: eventTextWith(terms, event),
    mac: event.mac,
  }));
}

/** Whoever forges a row may write what is no time. */
function timeText(ms: number | null): string {
  const time = new Date(ms ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? String(ms ?? '') : time.toISOString();
}
