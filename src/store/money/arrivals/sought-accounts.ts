// Finds whose orders arrived money may be for, without a lock, when they may be at several shards.
import { isLive } from '../../../domain/base/mode.js';
import type { Db } from '../../db.js';
import { askShards } from '../../in-shards.js';
import type { Seeking } from '../../orders/candidates.js';
import { prepared, sql } from '../../sql.js';
import { type BookedPayment, toBooked } from './booked-payments.js';

type Found = {
  readonly booking: Buffer | null;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly destination: string;
  /** Set if the destination is a card, which may have had orders of several accounts. */
  readonly card_order_id: string | null;
  readonly point_code: string | null;
};

export type SoughtAccounts = {
  /** The account whose orders this money may be for; undefined if none has its number. */
  of(money: Seeking): string | undefined;
  /** What was booked of it before, if a crash came after that. */
  bookedOf(identity: Buffer): BookedPayment | undefined;
  /** Whether every shard has answered: only then is it known that nobody has a number. */
  readonly isComplete: boolean;
};

type Sought = { readonly destinations: readonly string[]; readonly identities: readonly Buffer[] };

/** At each shard three looks into indexes for each number, and one for each identity. */
export async function findSoughtAccounts(db: Db, sought: Sought): Promise<SoughtAccounts> {
  const { found, isComplete } = await askShards(db, (shard) =>
    shard.query<Found>(prepared('find_sought_accounts', lookFor(sought))),
  );
  const booked = new Map(
    found.flatMap(({ destination, booking }) => (booking === null ? [] : [[destination, toBooked(booking)] as const])),
  );
  const owned = found.filter(({ booking }) => booking === null);
  return {
    of: (money) => accountOf(money, owned),
    bookedOf: (identity) => booked.get(identity.toString('hex')),
    isComplete,
  };
}

function lookFor({ destinations, identities }: Sought) {
  return sql`
    select account_id, livemode, clabe as destination, null::uuid as card_order_id, null as point_code,
      null::bytea as booking
    from orders
    where clabe = any(${destinations}::text[])
      and customer_id is null
    union all
    select account_id, livemode, reference, null, null, null
    from orders
    where reference = any(${destinations}::text[])
    union all
    select account_id, livemode, card_number, id, point_code, null
    from orders
    where card_number = any(${destinations}::text[])
    union all
    select account_id, false, encode(identity, 'hex'), null, null, booking
    from booked_payments
    where identity = any(${identities}::bytea[])`;
}

function accountOf(money: Seeking, found: readonly Found[]): string | undefined {
  const own = found.filter((one) => one.destination === money.destination && one.livemode === isLive(money.mode));
  const cards = own.filter((one) => one.card_order_id !== null).sort((one, other) => compareCards(money, one, other));
  return (own.find((one) => one.card_order_id === null) ?? cards[0])?.account_id;
}

/** The newest order of a card is the one, if it is of one of the rail's points. */
function compareCards({ points }: Seeking, one: Found, other: Found): number {
  const isOf = ({ point_code }: Found) => points === null || (point_code !== null && points.includes(point_code));
  if (isOf(one) !== isOf(other)) return isOf(one) ? -1 : 1;
  return (one.card_order_id ?? '') > (other.card_order_id ?? '') ? -1 : 1;
}
