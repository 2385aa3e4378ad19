// Owns news_places: how far each person of a merchant has been told what is new, in the bell of the dashboard and by
// e-mail. A sender claims a place by moving its due time past the end of a lease: if the sender dies, it is due again, and
// nothing is lost, because the place moves only after its e-mail is sent.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { MailedSoFar, NewsKind } from '../../domain/people/news.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, sql } from '../sql.js';

/** The bell, or a kind by e-mail. */
type NewsWay = NewsKind | 'bell';

export type NewsPlace = MailedSoFar & {
  readonly scope: Scope;
  readonly personId: string;
  readonly way: NewsWay;
  readonly toldUntil: number;
  readonly attempts: number;
};

const COLUMNS = named('account_id, livemode, person_id, way, told_until, attempts, mailed_at, in_row');

/** What somebody of a merchant has been told. */
export async function listPlacesOf(db: Queryable, scope: Scope, personId: string): Promise<NewsPlace[]> {
  const rows = await db.query<Flat<NewsPlace>>(sql`
    select ${COLUMNS}
    from news_places
    where ${ofScope(scope)}
      and person_id = ${personId}`);
  return rows.map(withScope<NewsPlace>);
}

export async function findPlace(
  db: Queryable,
  scope: Scope,
  personId: string,
  way: NewsWay,
): Promise<NewsPlace | null> {
  const rows = await db.query<Flat<NewsPlace>>(sql`
    select ${COLUMNS}
    from news_places
    where ${ofScope(scope)}
      and person_id = ${personId}
      and way = ${way}`);
  return rows[0] === undefined ? null : withScope<NewsPlace>(rows[0]);
}

/** From now on somebody gets these kinds by e-mail and no others. Those that they got before go on where they are. */
export async function chooseKinds(
  tx: Queryable,
  scope: Scope,
  { personId, kinds, now }: { readonly personId: string; readonly kinds: readonly NewsKind[]; readonly now: number },
): Promise<void> {
  await tx.query(sql`
    delete from news_places
    where ${ofScope(scope)}
      and person_id = ${personId}
      and way <> 'bell'
      and way <> all(${kinds}::text[])`);
  await tx.query(sql`
    insert into news_places (account_id, livemode, person_id, way, told_until)
    select ${scope.accountId}, ${isLive(scope.mode)}, ${personId}, kind, ${new Date(now)}
    from unnest(${kinds}::text[]) as kind
    on conflict do nothing`);
}

/** They have read what happened before that time. A page that was open for long takes nothing back. */
export async function markRead(db: Queryable, scope: Scope, personId: string, until: number): Promise<void> {
  await db.query(sql`
    insert into news_places (account_id, livemode, person_id, way, told_until)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${personId}, 'bell', ${new Date(until)})
    on conflict (account_id, livemode, person_id, way) do update
    set told_until = greatest(news_places.told_until, excluded.told_until)`);
}

/** Those of whom nothing is due, in any order. */
export async function listIdlePlaces(db: Queryable, mode: Mode, limit: number): Promise<NewsPlace[]> {
  const rows = await db.query<Flat<NewsPlace>>(sql`
    select ${COLUMNS}
    from news_places
    where livemode = ${isLive(mode)}
      and way <> 'bell'
      and due_at is null
    order by random()
    limit ${limit}`);
  return rows.map(withScope<NewsPlace>);
}

/** There is something new for them, which goes out at these times. */
export async function makeDue(
  db: Queryable,
  places: readonly { readonly place: NewsPlace; readonly dueAt: number }[],
): Promise<void> {
  const rows = places.map(({ place, dueAt }) => ({ ...keyOf(place), due_at: new Date(dueAt).toISOString() }));
  await db.query(sql`
    update news_places p
    set due_at = new.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as new(
      account_id uuid, livemode boolean, person_id uuid, way text, due_at timestamptz)
    where p.account_id = new.account_id
      and p.livemode = new.livemode
      and p.person_id = new.person_id
      and p.way = new.way
      and p.due_at is null`);
}

type PlaceClaim = { readonly now: number; readonly leaseMs: number; readonly limit: number };

/** Claims the places that are due, for so long as the lease lasts. Others skip them meanwhile. */
export async function claimPlaces(db: Queryable, { now, leaseMs, limit }: PlaceClaim): Promise<NewsPlace[]> {
  const rows = await db.query<Flat<NewsPlace>>(sql`
    update news_places
    set attempts = attempts + 1, due_at = ${new Date(now + leaseMs)}
    where ctid = any(array(
      select ctid
      from news_places
      where due_at <= ${new Date(now)}
      order by due_at
      limit ${limit}
      for update skip locked))
    returning ${COLUMNS}`);
  return rows.map(withScope<NewsPlace>);
}

/** How a claimed place goes on: they have been told up to a time, or it is tried again. */
export type PlaceOutcome = { readonly place: NewsPlace } & (
  | ({ readonly is: 'told'; readonly until: number } & MailedSoFar)
  | { readonly is: 'delayed'; readonly dueAt: number }
);

/** A sender whose lease ran out and who comes back late takes nothing back. */
export async function recordPlaces(db: Queryable, outcomes: readonly PlaceOutcome[]): Promise<void> {
  await db.query(sql`
    update news_places p
    set told_until = greatest(p.told_until, ended.told_until), due_at = ended.due_at,
      attempts = case when ended.due_at is null then 0 else p.attempts end,
      mailed_at = coalesce(ended.mailed_at, p.mailed_at), in_row = coalesce(ended.in_row, p.in_row)
    from json_to_recordset(${JSON.stringify(outcomes.map(outcomeRow))}::json) as ended(
      account_id uuid, livemode boolean, person_id uuid, way text, attempts integer, told_until timestamptz,
      due_at timestamptz, mailed_at timestamptz, in_row integer)
    where p.account_id = ended.account_id
      and p.livemode = ended.livemode
      and p.person_id = ended.person_id
      and p.way = ended.way
      and p.attempts = ended.attempts`);
}

function outcomeRow(outcome: PlaceOutcome) {
  const tried = { ...keyOf(outcome.place), attempts: outcome.place.attempts };
  if (outcome.is === 'delayed') return { ...tried, due_at: new Date(outcome.dueAt).toISOString() };
  const { until, mailedAt, inRow } = outcome;
  return {
    ...tried,
    told_until: new Date(until).toISOString(),
    mailed_at: mailedAt === null ? null : new Date(mailedAt).toISOString(),
    in_row: inRow,
  };
}

function keyOf({ scope, personId, way }: NewsPlace) {
  return { account_id: scope.accountId, livemode: isLive(scope.mode), person_id: personId, way };
}
