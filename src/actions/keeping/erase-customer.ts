// Erases a customer's personal data everywhere (D80), at the operator's request or after a time. Orders, payments and the
// books stay, without the person.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { isLive, MODES } from '../../domain/base/mode.js';
import { answerRow, keyIdOf } from '../../domain/base/vault.js';
import { eraseFromAnswer } from '../../domain/keeping/erasure.js';
import { listAccounts } from '../../store/accounts/accounts.js';
import type { Db, Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { eraseRequests } from '../../store/keeping/request-log.js';
import * as retention from '../../store/keeping/retention.js';
import { listPaymentsOf } from '../../store/money/payments.js';
import { listAnswers, replaceAnswers } from '../../store/orders/idempotency-keys.js';
import { listOldOrders, listOrdersOf, type OldOrder, type PersonalOrder } from '../../store/orders/order-erasure.js';
import { forgetCustomers } from '../../store/points/customer-clabes.js';
import { eraseNotices } from '../../store/rails/notices.js';
import { TABLES } from '../../store/tables.js';
import { requireAccount } from '../accounts/require-account.js';

type EraseCall = {
  readonly email: string;
  /** One merchant's customer; null: of all merchants. */
  readonly accountId: string | null;
  readonly actor: string;
};

/** How much was erased: orders, and stored answers to requests. */
export type Erased = { readonly orders: number; readonly answers: number };

const BATCH = 500;
const PAGE = 1_000;
/** A rail repeats a notice for so long at most. */
const REPEATED_MS = 31 * DAY_MS;

export async function eraseCustomer(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, call: EraseCall): Promise<Erased> {
  const accounts = call.accountId === null ? await listAccounts(deps.db) : [await requireAccount(deps, call.accountId)];
  let [orders, answers] = [0, 0];
  for (const { id: accountId } of accounts) {
    for (const mode of MODES) {
      const erased = await eraseInScope(deps, { accountId, mode }, call.email);
      orders += erased.orders;
      answers += erased.answers;
    }
  }
  await deps.db.transaction((tx) =>
    appendAudit(tx, deps, {
      actor: call.actor,
      action: 'customer.erase',
      subject: call.accountId ?? 'all accounts',
      // Not whom: the log can never be erased.
      details: { orders, answers },
    }),
  );
  return { orders, answers };
}

/**
 * The orders lose the address last: after a crash the next call finds them, and everything around them is erased again.
 */
async function eraseInScope(deps: Pick<Deps, 'db' | 'vault' | 'clock'>, scope: Scope, email: string): Promise<Erased> {
  const { db } = deps;
  let [orders, answers] = [0, 0];
  for (;;) {
    const found = await listOrdersOf(db, scope, email, BATCH);
    if (found.length === 0) return { orders, answers };
    const personal = personalTexts(email, found);
    answers += await eraseAnswers(deps, scope, personal);
    await eraseRequests(db, scope, personal);
    await eraseTold(db, scope, found);
    const clabes = found.flatMap(({ customerId, clabe }) => (customerId === null || clabe === null ? [] : [clabe]));
    await db.transaction(async (tx) => {
      await forgetCustomers(tx, scope, clabes);
      await erase(
        tx,
        scope,
        found.map(({ id }) => id),
        deps.clock.now(),
      );
    });
    orders += found.length;
  }
}

/** In the order of the tables: what people search by is made anew from the erased orders. */
async function erase(tx: Queryable, scope: Scope, orderIds: readonly string[], now: number): Promise<void> {
  for (const { personal } of Object.values(TABLES))
    if (typeof personal !== 'string') await personal.erase(tx, scope, orderIds, now);
}

function personalTexts(email: string, orders: readonly PersonalOrder[]): string[] {
  const texts = orders.flatMap(({ customerName, customerPhone, customerId }) => [
    customerName,
    customerPhone,
    customerId,
  ]);
  return [...new Set([email, ...texts.filter((text) => text !== null)])];
}

/** Looks through the stored answers of the account, which are kept for 30 days. */
async function eraseAnswers(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  scope: Scope,
  personal: readonly string[],
): Promise<number> {
  let erased = 0;
  for (let after = ''; ; ) {
    const page = await listAnswers(db, scope, after, PAGE);
    const changed = page.flatMap(({ key, answer }) => {
      const left = answer === null ? null : eraseFromKept(vault, answerRow(scope, key), answer, personal);
      return left === answer ? [] : [{ key, answer: left }];
    });
    if (changed.length > 0) await replaceAnswers(db, scope, changed);
    erased += changed.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return erased;
    after = last.key;
  }
}

/** Answers with a secret are encrypted (D79), and may tell of the customer all the same. */
function eraseFromKept(vault: Deps['vault'], row: string, answer: string, personal: readonly string[]): string {
  if (keyIdOf({ sealed: answer }) === null) return eraseFromAnswer(answer, personal);
  const text = openOrNull(vault, row, answer);
  if (text === null) return '{}'; // nobody can read it any more, so nobody can tell what is in it
  const left = eraseFromAnswer(text, personal);
  return left === text ? answer : vault.seal(row, left).sealed;
}

function openOrNull(vault: Deps['vault'], row: string, sealed: string): string | null {
  try {
    return vault.open(row, { sealed });
  } catch {
    return null;
  }
}

/** Removes the texts of the notices that told of the orders' payments. The payments themselves are money records. */
async function eraseTold(db: Db, scope: Scope, orders: readonly PersonalOrder[]): Promise<void> {
  for (const { id } of orders) {
    for (const { trackingKey, receivedAt } of await listPaymentsOf(db, scope, id)) {
      let from: string | null = firstUuidAt(receivedAt - HOUR_MS);
      while (from !== null) {
        from = await eraseNotices(db, trackingKey, { from, before: receivedAt + REPEATED_MS, limit: PAGE });
      }
    }
  }
}

/**
 * Erases the personal data of the next orders that are older than the setting allows. An open order of live mode ends
 * within 30 days, so the walk stops at one and goes on later. Returns whether there is more to do.
 */
export function eraseOldOrders({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<boolean> {
  const { customerDays } = settings;
  if (customerDays === 0) return Promise.resolve(false);
  const before = clock.now() - customerDays * DAY_MS;
  return retention.takeStep<{ readonly from: string }>(db, 'customers', async (tx, { from = NIL_UUID }) => {
    const found = await listOldOrders(tx, from, before);
    const openAt = found.findIndex(({ isOpen }) => isOpen);
    const ended = openAt === -1 ? found : found.slice(0, openAt);
    const last = ended.at(-1);
    if (last === undefined) return null;
    for (const [scope, ids] of byScope(ended)) await erase(tx, scope, ids, clock.now());
    return { place: { from: last.id }, hasMore: openAt === -1 };
  });
}

function byScope(orders: readonly OldOrder[]): Map<Scope, string[]> {
  const groups = new Map<string, { scope: Scope; ids: string[] }>();
  for (const { scope, id } of orders) {
    const key = `${scope.accountId}${isLive(scope.mode)}`;
    const group = groups.get(key) ?? { scope, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return new Map([...groups.values()].map(({ scope, ids }) => [scope, ids]));
}
