// Where CLABEs come from: blocks of serials that no two stores can both have (D28).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolRow } from '../../src/domain/base/vault.js';
import { clabeCapacity, isValidClabe } from '../../src/domain/points/clabe.js';
import { shareName } from '../../src/domain/points/pools.js';
import { AppError } from '../../src/errors/errors.js';
import { createClabes } from '../../src/memory/clabes.js';
import { createNumberBlocks } from '../../src/memory/numbers/number-blocks.js';
import type { Sql } from '../../src/store/sql.js';
import { startTestService } from '../support/service.js';

const { deps, merchant, other } = await startTestService();
const { db, vault } = deps;
const scope = { accountId: merchant.account.id, mode: 'live' as const };
const nextSerial = async (prefix: string) =>
  Number(
    (
      await db.query<{ n: bigint }>({
        text: 'select next_serial as n from number_pools where name = $1',
        values: [prefix],
      })
    )[0]?.n,
  );

test('stores that take turns never give one twice, and each one is valid and of its prefix', async () => {
  for (const prefix of ['646180', '6461801234', '646180123456']) {
    const stores = [
      createClabes(db, createNumberBlocks(db, vault)),
      createClabes(db, createNumberBlocks(db, vault)),
      createClabes(db, createNumberBlocks(db, vault)),
    ];
    const given = await Promise.all(
      Array.from({ length: 1_500 }, (_, i) => (stores[i % 3] ?? assert.fail()).next(prefix, scope.accountId)),
    );
    assert.equal(new Set(given.map(({ clabe }) => clabe)).size, given.length);
    assert.ok(given.every(({ clabe }) => clabe.startsWith(prefix) && isValidClabe(clabe)));
  }
});

test('a store that is gone takes its block with it: a new one starts after it', async () => {
  const prefix = '646181';
  const { clabe: first } = await createClabes(db, createNumberBlocks(db, vault)).next(prefix, scope.accountId);
  const taken = await nextSerial(prefix);
  const { clabe: second } = await createClabes(db, createNumberBlocks(db, vault)).next(prefix, scope.accountId);
  assert.notEqual(first, second);
  assert.equal(await nextSerial(prefix), taken * 2);
});

test('a block is fetched once for all who wait, and small where the prefix has little room', async () => {
  for (const [prefix, size] of [
    ['646182', 1000],
    ['646182345', 1000],
    ['64618234567', 1000],
    ['646182345678', 100],
  ] as const) {
    let fetched = 0;
    const counting = {
      query: <Row>(statement: Sql) => {
        if (statement.text.includes('update number_pools')) fetched++;
        return db.query<Row>(statement);
      },
      isSpread: db.isSpread,
      mac: db.mac,
    };
    const store = createClabes(counting, createNumberBlocks(counting, vault));
    await Promise.all(Array.from({ length: 50 }, () => store.next(prefix, scope.accountId)));
    assert.deepEqual([fetched, await nextSerial(prefix)], [1, size], prefix);
  }
});

test('prefixes have serials of their own and cannot be told from each other’s', async () => {
  const store = createClabes(db, createNumberBlocks(db, vault));
  const [one, other] = [await store.next('646183', scope.accountId), await store.next('646184', scope.accountId)];
  assert.notEqual(one.clabe.slice(6, 17), other.clabe.slice(6, 17));
});

test('the last serial is given, the one after it refused', async () => {
  const prefix = '646185123456';
  await db.query({
    text: 'insert into number_pools (name, next_serial, secret) values ($1, $2, $3)',
    values: [prefix, clabeCapacity(prefix) - 100, vault.seal(poolRow(prefix), 'secret').sealed],
  });
  const store = createClabes(db, createNumberBlocks(db, vault));
  const given = await Promise.all(Array.from({ length: 100 }, () => store.next(prefix, scope.accountId)));
  assert.equal(new Set(given.map(({ clabe }) => clabe)).size, 100);
  for (let i = 0; i < 2; i++) {
    await assert.rejects(
      async () => store.next(prefix, scope.accountId),
      (error) => error instanceof AppError && error.code === 'clabe_pool_exhausted',
    );
  }
  assert.equal(await nextSerial(prefix), clabeCapacity(prefix));
});

test('a failed fetch reaches those who waited for it; the next call fetches anew', async () => {
  let broken = true;
  const flaky = {
    query: <Row>(statement: Sql) =>
      broken ? Promise.reject<Row[]>(new AppError('unavailable')) : db.query<Row>(statement),
    isSpread: db.isSpread,
    mac: db.mac,
  };
  const store = createClabes(flaky, createNumberBlocks(flaky, vault));
  const failures = await Promise.allSettled([
    store.next('646186', scope.accountId),
    store.next('646186', scope.accountId),
  ]);
  assert.deepEqual(
    failures.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  broken = false;
  assert.ok(isValidClabe((await store.next('646186', scope.accountId)).clabe));
});

test('a customer has one CLABE per account and mode, however many stores ask at once', async () => {
  const prefix = '646187';
  const stores = Array.from({ length: 4 }, () => createClabes(db, createNumberBlocks(db, vault)));
  const scopes = [scope, { ...scope, mode: 'test' as const }, { ...scope, accountId: other.account.id }];
  const all = await Promise.all(
    scopes.map(async (one) => {
      const given = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (stores[i % 4] ?? assert.fail()).ofCustomer(one, 'c-1', prefix)),
      );
      assert.equal(new Set(given.map(({ clabe }) => clabe)).size, 1);
      return given[0]?.clabe;
    }),
  );
  assert.equal(new Set(all).size, scopes.length);
  const { clabe: again } = await createClabes(db, createNumberBlocks(db, vault)).ofCustomer(scope, 'c-1', '646188');
  assert.equal(again, all[0], 'also after the prefix has changed');
});

test('a CLABE that is given back is the next one that is given, and an unused one of a customer is not lost', async () => {
  const prefix = '646189';
  const store = createClabes(db, createNumberBlocks(db, vault));
  const first = await store.next(prefix, scope.accountId);
  store.giveBack(prefix, scope.accountId, first);
  assert.deepEqual(await store.next(prefix, scope.accountId), first);
  const both = await Promise.all([1, 2].map(() => store.ofCustomer(scope, 'c-2', prefix)));
  assert.deepEqual(both[0], both[1]);
  const serials = await Promise.all(Array.from({ length: 997 }, () => store.next(prefix, scope.accountId)));
  assert.equal(new Set([...serials, first, ...both].map(({ clabe }) => clabe)).size, 999);
});

test('one account takes no more than its share, over all processes; others take theirs', async () => {
  const prefix = '646189123456';
  const share = clabeCapacity(prefix) / 1000;
  await setSerial(shareName(prefix, scope.accountId), clabeCapacity(prefix) / 2 - share);
  const store = () => createClabes(db, createNumberBlocks(db, vault), { sharePercent: 50 });
  const [one, two] = [store(), store()];
  const take = async (of: typeof one) => of.next(prefix, scope.accountId);
  // Either process may hold the last block, so each asks for more than all that is left.
  const asked = Array.from({ length: share + 50 }, () => [take(one), take(two)]).flat();
  const told = await Promise.allSettled(asked);
  assert.equal(told.filter(({ status }) => status === 'fulfilled').length, share);
  assert.ok(told.every((each) => each.status === 'fulfilled' || each.reason.code === 'clabe_share_exhausted'));
  assert.ok(isValidClabe((await one.next(prefix, other.account.id)).clabe));
  await assert.rejects(one.ofCustomer(scope, 'c-9', prefix), { code: 'clabe_share_exhausted' });
});

test('what an order gives back is the account’s own, and costs its share nothing', async () => {
  const prefix = '646187123456';
  const share = clabeCapacity(prefix) / 2;
  await setSerial(shareName(prefix, scope.accountId), share - share / 1000);
  const store = createClabes(db, createNumberBlocks(db, vault), { sharePercent: 50 });
  for (let turn = 0; turn < share / 500; turn++) {
    const taken = await store.next(prefix, scope.accountId);
    store.giveBack(prefix, scope.accountId, taken);
    assert.notEqual((await store.next(prefix, other.account.id)).clabe, taken.clabe);
  }
});

test('who has used their share gets CLABEs that are used again', async () => {
  const prefix = '646186123456';
  await setSerial(shareName(prefix, scope.accountId), clabeCapacity(prefix));
  const store = createClabes(db, createNumberBlocks(db, vault), { sharePercent: 50, reuse: async () => '1' });
  assert.deepEqual(await store.next(prefix, scope.accountId), { clabe: '1', isReused: true });
});

async function setSerial(pool: string, serial: number): Promise<void> {
  await db.query({
    text: 'insert into number_pools (name, next_serial, secret) values ($1, $2, $3)',
    values: [pool, serial, vault.seal(poolRow(pool), 'secret').sealed],
  });
}
