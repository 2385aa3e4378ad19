// The proof of the books against the database (D48). Each single claim is tested with `cobro ledger verify`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNewBooks, startCheck } from '../../../../src/actions/keeping/check-books.js';
import { verifyLedger } from '../../../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../../../src/actions/money/refund-order.js';
import type { Deps } from '../../../../src/deps.js';
import { insertCheck, keepCheck, listChecks } from '../../../../src/store/money/book-checks.js';
import { sql } from '../../../../src/store/sql.js';
import { transfer } from '../../../support/arrived-money.js';
import { credentialOf, makeOrder, makePaidOrder, refusal } from '../../../support/made-orders.js';
import { startTestService } from '../../../support/service.js';

const service = await startTestService();
const { deps } = service;

test('the books of an empty and of a used service hold, and a tampered payment shows with an example', async () => {
  assert.equal((await verifyLedger(deps)).ok, true);
  await makePaidOrder(deps, await credentialOf(service));
  const { ok, proofs } = await verifyLedger(deps);
  assert.equal(ok, true);
  assert.ok(proofs.every(({ broken, examples }) => broken === 0 && examples.length === 0));

  await deps.db.query(sql`update payments set amount = amount + 1, applied = applied + 1`);
  const tampered = await verifyLedger(deps);
  assert.equal(tampered.ok, false);
  const broken = tampered.proofs.filter((proof) => proof.broken > 0);
  assert.ok(broken.length > 0 && broken.every(({ examples }) => examples.length > 0));
  assert.deepEqual(await verifyLedger(deps), tampered, 'looking changes nothing');
});

test('rows are as they were signed whatever the names in them', async () => {
  const own = await startTestService();
  const order = await makeOrder(own.deps, await credentialOf(own));
  const name = 'JOSÉ "Pepe" \\ O\'Ñandú \u2028 😀 </b>';
  const { payerName } = await transfer(own, { clabe: order.clabe ?? '', amount: '100.00', payerName: name });
  assert.match(payerName ?? '', /"Pepe" \\ O'Ñandú/);
  assert.equal((await verifyLedger(own.deps)).ok, true);
});

test('pieces of any size prove the same, and what is wrong in one of them shows', async () => {
  const own = await startTestService();
  for (let made = 0; made < 9; made++) await makePaidOrder(own.deps, await credentialOf(own));
  for (const rows of [1, 2, 4, 100])
    assert.equal((await verifyLedger(own.deps, { pieceRows: rows })).ok, true, `${rows} rows`);
  const [order] = await own.deps.db.query<{ id: string }>(sql`select id from orders order by id offset 4 limit 1`);
  await own.deps.db.query(sql`update orders set received = received + 1, fee = fee + 1 where id = ${order?.id}`);
  for (const rows of [1, 2, 4, 100]) {
    const { proofs } = await verifyLedger(own.deps, { pieceRows: rows });
    assert.deepEqual(
      proofs.filter(({ broken }) => broken > 0).map(({ claim, broken }) => [claim, broken]),
      [
        ['every row of money is as it was signed', 2],
        ['fees are those of paid orders and accepted money', 1],
        ['every order has received what its payments brought', 1],
      ],
    );
  }
});

test('the books hold at every look while money moves, however small the pieces', async () => {
  const own = await startTestService();
  const merchant = await credentialOf(own);
  let isOver = false;
  const work = (async () => {
    for (let made = 0; made < 40; made++) await makePaidOrder(own.deps, merchant);
    isOver = true;
  })();
  let looks = 0;
  while (!isOver) {
    const { proofs } = await verifyLedger(own.deps, { pieceRows: 3 });
    looks++;
    assert.deepEqual(
      proofs.filter(({ broken }) => broken > 0),
      [],
    );
  }
  await work;
  assert.ok(looks > 0);
});

test('the one snapshot reads no order that did not change, however many there are', async () => {
  const own = await startTestService();
  const merchant = await credentialOf(own);
  const { db } = own.deps;
  for (let made = 0; made < 30; made++) await makePaidOrder(own.deps, merchant);
  let read = -1;
  const watched: typeof db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const count = async () => {
          const [row] = await tx.query<{ rows: number }>(sql`
            select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
            from pg_stat_xact_user_tables
            where relname in ('orders', 'payments', 'ledger_entries')`);
          return row?.rows ?? 0;
        };
        // What the connection counted before goes to the server now; otherwise it goes at any later commit.
        await tx.query(sql`select pg_stat_force_next_flush()`);
        await tx.query(sql`commit`);
        await tx.query(sql`begin`);
        const result = await work(tx);
        read = await count();
        return result;
      }),
  };
  const later = { ...own.deps, db: watched, clock: { now: () => Date.now() + 3_600_000 } };
  assert.equal((await verifyLedger(later, { pieceRows: 5 })).ok, true);
  assert.ok(read >= 0 && read < 10, `${read} rows were read in the snapshot`);
});

test('a nightly check reads what is new since the one before, once, and keeps what it finds', async () => {
  const own = await startTestService();
  const merchant = await credentialOf(own);
  const nights: { broken: number; claims: number }[] = [];
  const start = Date.parse('2030-01-01T12:00:00Z');
  const night = async (hours: number) => {
    own.setTime(start + hours * 3_600_000);
    await Promise.all([checkNewBooks(own.deps), checkNewBooks(own.deps)]);
    const checks = await listChecks(own.deps.db, 'ledger', 10);
    nights.splice(
      0,
      nights.length,
      ...checks.map(({ findings }) => ({
        broken: (findings ?? []).reduce((sum, { broken }) => sum + broken, 0),
        claims: findings?.length ?? 0,
      })),
    );
    return checks.length;
  };
  own.setTime(start);
  const old = await makePaidOrder(own.deps, merchant);
  assert.equal(await night(1), 1, 'the first one reads all');
  assert.equal(await night(2), 1, 'once in a day');
  await own.deps.db.query(sql`update payments set payer_name = 'OTRO'`);
  assert.equal(await night(26), 2);
  assert.deepEqual(nights[0]?.broken, 0, 'what is old was checked before');
  assert.ok((nights[0]?.claims ?? 0) < (nights[1]?.claims ?? 0), 'the sums over all are left out');
  const fresh = await makePaidOrder(own.deps, merchant);
  await own.deps.db.query(sql`update payments set payer_name = 'OTRO' where order_id = ${fresh.uuid}`);
  assert.equal(await night(51), 3);
  assert.deepEqual(nights[0]?.broken, 1, 'what is new and wrong shows');
  await own.deps.db.query(sql`update orders set received = received where id = ${old.uuid}`);
  assert.equal(await night(76), 4);
  assert.deepEqual(nights[0]?.broken, 1, 'and shows again until it is right');
});

test('what is older than the check before is proved again if new entries tell of it', async () => {
  const own = await startTestService();
  const merchant = await credentialOf(own);
  const start = Date.parse('2030-01-01T12:00:00Z');
  own.setTime(start);
  const [untouched, changed] = [await makePaidOrder(own.deps, merchant), await makePaidOrder(own.deps, merchant)];
  const since = start + 86_400_000;
  own.setTime(since + 3_600_000);
  await refundOrder(own.deps, { key: changed, amount: 100n, reason: null, actor: 'test' });
  const found = async () => (await verifyLedger(own.deps, { since })).proofs.filter(({ broken }) => broken > 0);
  assert.deepEqual(await found(), []);
  const forge = (id: string) => own.deps.db.query(sql`update orders set surplus = 1 where id = ${id}`);
  await forge(untouched.uuid);
  assert.deepEqual(await found(), [], 'nothing new tells of it');
  await forge(changed.uuid);
  const [wrong, ...more] = await found();
  assert.deepEqual(
    [wrong?.claim, wrong?.broken, more],
    ['every order shows the surplus and the held money of its payments', 1, []],
  );
});

/** The claims that do not hold, and how many pieces were proved on the way there. */
async function proveFrom(of: Deps, cutOff: string | null) {
  const texts: string[] = [];
  const { proofs } = await verifyLedger(of, {
    pieceRows: 3,
    cutOff,
    onPiece: ({ write }) => void texts.push(write()),
  });
  return { proofs, texts };
}

test('a proof that was cut off goes on where it was, with what it had found and summed', async () => {
  const own = await startTestService();
  for (let made = 0; made < 7; made++) await makePaidOrder(own.deps, await credentialOf(own));
  await own.deps.db.query(sql`
    update orders
    set clabe = '646180157000000004'
    where id = (select id from orders order by id limit 1)`);
  const whole = await proveFrom(own.deps, null);
  assert.deepEqual(
    whole.proofs.filter(({ broken }) => broken > 0).map(({ claim, broken }) => [claim, broken]),
    [['every row of money is as it was signed', 2]],
    'both of its events',
  );
  for (const [at, text] of whole.texts.entries()) {
    const rest = await proveFrom(own.deps, text);
    assert.deepEqual(rest.proofs, whole.proofs, `cut off after ${at + 1} pieces`);
    assert.equal(rest.texts.length, whole.texts.length - at - 1);
  }
});

test('what is said of a proof in the database is believed only if the service has signed it, and not for long', async () => {
  const own = await startTestService();
  await makePaidOrder(own.deps, await credentialOf(own));
  const { texts } = await proveFrom(own.deps, null);
  const last = texts.at(-1) ?? assert.fail();
  const pieces = async (text: string, deps: Deps = own.deps) => (await proveFrom(deps, text)).texts.length;
  assert.equal(await pieces(last), 0);
  assert.equal(await pieces(last.replace('"since":null', '"since": null')), texts.length);
  assert.equal(await pieces('nothing'), texts.length);
  const later = { ...own.deps, clock: { now: () => Date.now() + 7 * 3_600_000 } };
  assert.equal(await pieces(last, later), texts.length);
});

test('a check whose process has died makes room after seconds, and the next one goes on from it', async () => {
  const own = await startTestService();
  await makePaidOrder(own.deps, await credentialOf(own));
  const { texts } = await proveFrom(own.deps, null);
  const now = own.deps.clock.now();
  const dead = { id: own.deps.random.uuid(now), what: 'ledger', startedBy: 'test', startedAt: now } as const;
  await insertCheck(own.deps.db, dead);
  await assert.rejects(startCheck(own.deps, { what: 'ledger', actor: 'test' }), refusal('check_running'));
  await checkNewBooks(own.deps); // the service's own has nothing to tell anybody about that
  await keepCheck(own.deps.db, { id: dead.id, at: now - 60_000, place: texts.at(-2) ?? null });
  const seen: number[] = [];
  const { ended } = await startCheck(own.deps, { what: 'ledger', actor: 'test', progress: (done) => seen.push(done) });
  assert.equal((await ended).ok, true);
  assert.deepEqual(seen, [texts.length], 'only the last piece was left');
  assert.equal((await listChecks(own.deps.db, 'ledger', 10)).length, 1);
});
