// Provides cards for orders at points that give each order its own, and keeps any account from using up a point's cards, and
// whoever has its public key from using up the account's (D60, D77).
import type { KeyKind } from '../domain/accounts/account.js';
import { publicPart } from '../domain/points/pools.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';
import { neededUntil } from '../store/orders/card-orders.js';
import {
  type CardReservation,
  countCards,
  countCardsOf,
  giveBackCard,
  hasFreeCard,
  holdCards,
  reserveCard,
} from '../store/points/point-cards.js';
import { createCache } from './cache.js';

export type Cards = {
  /** null: no card is free for this account, or for this kind of key. */
  reserve(wanted: CardReservation, by: KeyKind): Promise<string | null>;
  /** Whether this account would get one now, with this kind of key. */
  hasFree(wanted: Pick<CardReservation, 'point' | 'accountId' | 'now'>, by: KeyKind): Promise<boolean>;
  /** Frees the card of an order that was not stored. */
  giveBack(reservation: CardReservation): Promise<void>;
};

export function createCards(db: Db, { sharePercent }: { readonly sharePercent: number }): Cards {
  const sizes = createCache({
    load: (point: string) => countCards(db, point),
    now: () => performance.now(),
    freshMs: 1_000,
    maxAgeMs: 1_900,
    maxEntries: 1_000,
  });
  const inTurn = createTurns();

  async function shareFor(point: string, by: KeyKind): Promise<number> {
    const whole = shareOf(await sizes.find(point), sharePercent);
    return by === 'public' ? publicPart(whole) : whole;
  }

  /**
   * On a cluster an order and its card are stored by two commits, and a crash in between leaves a card that looks free
   * (store/orders/card-orders.ts). Such a card goes back to its order, and the next one is tried. One whose order may be at a node that
   * is lost stays with it for as long as a reservation.
   */
  async function reserveFree(wanted: CardReservation, share: number): Promise<string | null> {
    for (;;) {
      const card = await reserveCard(db, wanted, share);
      if (card === null || card.former === null || db.shards === null) return card?.cardNumber ?? null;
      const until = await neededUntil(db, card).catch(untilKnown(wanted));
      if (until === null || until <= wanted.now) return card.cardNumber;
      await holdCards(db, [{ ...card.former, point: wanted.point, cardNumber: card.cardNumber, freeAt: until }]);
    }
  }

  /**
   * Nodes do not see the cards that others take at the same moment. Each looks again once its own is taken, so together
   * they never take more than the share. At the very limit two of them may both be refused.
   */
  async function reserveShared(wanted: CardReservation, by: KeyKind): Promise<string | null> {
    const share = await shareFor(wanted.point, by);
    const card = await reserveFree(wanted, share);
    if (card === null || (await countCardsOf(db, wanted)) <= share) return card;
    await giveBackCard(db, wanted);
    return null;
  }

  return {
    reserve: (wanted, by) =>
      sharePercent === 100 && by === 'private'
        ? reserveFree(wanted, Number.MAX_SAFE_INTEGER)
        : inTurn(`${wanted.point} ${wanted.accountId}`, () => reserveShared(wanted, by)),
    hasFree: async (wanted, by) =>
      (await hasFreeCard(db, wanted)) && (await countCardsOf(db, wanted)) < (await shareFor(wanted.point, by)),
    giveBack: (reservation) => giveBackCard(db, reservation),
  };
}

function untilKnown({ until }: CardReservation): (error: unknown) => number {
  return (error) => {
    if (error instanceof AppError && error.code === 'unavailable') return until;
    throw error;
  };
}

/** How many cards of a point one account may have in use, resting ones included. */
function shareOf(cards: number, percent: number): number {
  return Math.max(1, Math.floor((cards * percent) / 100));
}

/** Runs work of the same name one after the other. Otherwise a flood of one account would briefly take every card. */
function createTurns(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    const forget = () => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(forget, forget);
    return turn;
  };
}
