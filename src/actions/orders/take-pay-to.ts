// Takes what the customer of a new order pays to: a CLABE, a reference, a card or an address of a wallet. It belongs to this
// order alone, except that a customer with an id has one CLABE for all of their orders (D28). What an order does not
// use in the end goes back: only stored orders use up pools (D77).
import type { Deps } from '../../deps.js';
import type { KeyKind, Scope } from '../../domain/accounts/account.js';
import { after, type Soon } from '../../domain/base/soon.js';
import type { Order, OrderDraft } from '../../domain/orders/order.js';
import { TEST_CLABE_PREFIX } from '../../domain/points/clabe.js';
import type { PointDetails } from '../../domain/points/kind.js';
import { kindOf, type PaymentPoint } from '../../domain/points/payment-point.js';
import { CARD_RESERVATION_MS } from '../../domain/points/pools.js';
import { AppError } from '../../errors/errors.js';
import { changedNothing } from '../../store/db.js';
import type { CardReservation } from '../../store/points/point-cards.js';

type PayTo = Pick<Order, 'clabe' | 'clabeIsReused' | 'reference' | 'cardNumber'> & {
  /** What the order's copy of its point says instead of the point: an address of its own (D92). */
  readonly details?: PointDetails;
};

type PayToCall = {
  readonly draft: OrderDraft;
  readonly scope: Scope;
  /** The kind of key that asks for the order. */
  readonly by: KeyKind;
  readonly uuid: string;
  readonly now: number;
};

type PayToDeps = Pick<Deps, 'settings' | 'clabes' | 'references' | 'cards' | 'coinAddresses' | 'log'>;

const NONE: PayTo = { clabe: null, clabeIsReused: false, reference: null, cardNumber: null };

export function takePayTo(deps: PayToDeps, call: PayToCall): Soon<PayTo> {
  const { draft, scope } = call;
  if (draft.point === null) return takeClabe(deps, call);
  const { identifiedBy } = kindOf(draft.point);
  // Test mode has one card for all orders (D60), so a test payment finds its order by a hidden reference.
  if (identifiedBy === 'reference' || scope.mode === 'test')
    return after(deps.references.next(scope.mode), (reference) => ({ ...NONE, reference }));
  switch (identifiedBy) {
    case 'card':
      return takeCard(deps, draft.point, call);
    case 'address':
      return takeAddress(deps, draft.point);
  }
}

/** Call it with what was taken for an order that is not stored: another request was first with its Idempotency-Key. */
export async function giveBackPayTo(
  deps: PayToDeps,
  call: PayToCall,
  { clabe, clabeIsReused, reference, cardNumber, details }: PayTo,
): Promise<void> {
  const { draft, scope } = call;
  const prefix = prefixOf(deps, scope);
  if (clabe !== null && draft.customer.id === null && prefix !== null)
    deps.clabes.giveBack(prefix, scope.accountId, { clabe, isReused: clabeIsReused });
  if (reference !== null && details !== undefined)
    deps.coinAddresses.giveBack(draft.point?.liveDetails ?? {}, { reference, details });
  else if (reference !== null) deps.references.giveBack(scope.mode, reference);
  if (cardNumber !== null) await giveBackCard(deps, call);
}

/**
 * Call it when storing the order has failed. If nobody knows whether it was stored, its numbers are not used again. A
 * card is given back in any case: the database knows whose it is.
 */
export async function giveBackAfter(
  error: unknown,
  deps: PayToDeps,
  call: PayToCall,
  destination: PayTo,
): Promise<void> {
  const isRefused = error instanceof AppError ? error.code !== 'unavailable' : false;
  if (isRefused || changedNothing(error)) await giveBackPayTo(deps, call, destination);
  else if (destination.cardNumber !== null) await giveBackCard(deps, call);
}

function takeClabe(deps: PayToDeps, { draft, scope, by }: PayToCall): Soon<PayTo> {
  const prefix = prefixOf(deps, scope);
  if (prefix === null) {
    deps.log.warn('a live SPEI order was refused: COBRO_CLABE_PREFIX is not set');
    throw new AppError('rail_not_configured');
  }
  const taken =
    draft.customer.id === null
      ? deps.clabes.next(prefix, scope.accountId, by)
      : deps.clabes.ofCustomer(scope, draft.customer.id, prefix);
  return after(taken, ({ clabe, isReused }) => ({
    clabe,
    clabeIsReused: isReused,
    reference: null,
    cardNumber: null,
  }));
}

async function takeCard(deps: PayToDeps, point: PaymentPoint, call: PayToCall): Promise<PayTo> {
  const cardNumber = await deps.cards.reserve(reservationOf(point, call), call.by);
  if (cardNumber === null) throw new AppError('point_exhausted', { point: point.name });
  return { ...NONE, cardNumber };
}

async function takeAddress(deps: PayToDeps, point: PaymentPoint): Promise<PayTo> {
  const address = await deps.coinAddresses.next(point.liveDetails ?? {});
  return { ...NONE, ...address };
}

/** A reservation that cannot be given back now runs out by itself. */
async function giveBackCard(deps: PayToDeps, call: PayToCall): Promise<void> {
  const { point } = call.draft;
  if (point === null) return;
  await deps.cards
    .giveBack(reservationOf(point, call))
    .catch((error: unknown) => deps.log.warn({ err: error, point: point.code }, 'a card was not given back'));
}

function reservationOf(point: PaymentPoint, { uuid, scope, now }: PayToCall): CardReservation {
  return { point: point.code, orderId: uuid, accountId: scope.accountId, now, until: now + CARD_RESERVATION_MS };
}

function prefixOf({ settings }: Pick<Deps, 'settings'>, { mode }: Scope): string | null {
  return mode === 'live' ? settings.clabePrefix : TEST_CLABE_PREFIX;
}
