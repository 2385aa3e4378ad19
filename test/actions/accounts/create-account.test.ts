// Merchants and their keys, apart from the command line (D5, D17). That keys open and close doors is tested with HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../../src/actions/accounts/create-account.js';
import { createKey, rollKey } from '../../../src/actions/accounts/create-key.js';
import { requireAccount } from '../../../src/actions/accounts/require-account.js';
import { revokeKey } from '../../../src/actions/accounts/revoke-key.js';
import { AppError } from '../../../src/errors/errors.js';
import { listAccounts, listKeys } from '../../../src/store/accounts/accounts.js';
import { auditOf } from '../../support/audit.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const UNKNOWN = ['nonsense', '', '01890000-0000-7000-8000-000000000000', service.key];

const create = (change: Partial<Parameters<typeof createAccount>[1]> = {}) =>
  createAccount(deps, { name: 'Shop', interfaceVersion: '2017-06-10', actor: 'test', ...change });

/** For assert.rejects: a fault of this field. */
function fault(param: string, error: string) {
  return (thrown: unknown) => {
    assert.ok(thrown instanceof AppError, String(thrown));
    assert.deepEqual(
      thrown.faults.map((one) => [one.param, one.error]),
      [[param, error]],
    );
    return true;
  };
}

test('a merchant is made with four different keys, of which the database knows no more than a prefix', async () => {
  const { account, keys } = await create({ name: '  Tienda Ñandú ' });
  assert.deepEqual(
    [account.name, account.interfaceVersion, account.ordersEnvelope],
    ['Tienda Ñandú', '2017-06-10', false],
  );
  assert.deepEqual(await requireAccount(deps, account.id), account);
  const all = [keys.test.public, keys.test.private, keys.live.public, keys.live.private];
  assert.equal(new Set(all).size, 4);
  const listed = await listKeys(deps.db, account.id);
  assert.equal(listed.length, 4);
  for (const key of all) assert.ok(!JSON.stringify(listed).includes(key));
  assert.deepEqual(await auditOf(deps, account.id), [['test', 'account.create', { name: 'Tienda Ñandú' }]]);
});

test('keys that a merchant brings along are kept as they are, the others are made', async () => {
  const { keys } = await create({ imported: { test: { private: 'brought-along-01' } } });
  assert.equal(keys.test.private, 'brought-along-01');
  assert.match(keys.live.private, /^sk_live_/);
  assert.equal((await deps.credentials.find('brought-along-01'))?.scope.mode, 'test');
});

test('a private key of before 2014, with 14 characters, is taken only if the operator insists (D91)', async () => {
  const [short, shorter] = ['brought-along-', 'brought-along'];
  const bring = (key: string, slots?: 'as-given') => create({ slots, imported: { test: { private: key } } });
  await assert.rejects(bring(short), fault('test_private_key', 'invalid_code'));
  await assert.rejects(bring(shorter, 'as-given'), fault('test_private_key', 'invalid_code'));
  assert.equal((await bring(short, 'as-given')).keys.test.private, short);
});

test('what cannot be a merchant is refused with the field that is wrong, and nothing is stored', async () => {
  const before = (await listAccounts(deps.db)).length;
  for (const name of ['', '   ', 'x'.repeat(256)])
    await assert.rejects(create({ name }), fault('name', 'wrong_length'));
  for (const interfaceVersion of ['', 'yesterday', '2017-02-30', '2017-6-1', '2017-06-10T00:00:00Z'])
    await assert.rejects(create({ interfaceVersion }), fault('interface_version', 'not_a_date'));
  for (const key of ['short', 'with a space', 'x'.repeat(81)])
    await assert.rejects(create({ imported: { live: { public: key } } }), fault('live_public_key', 'invalid_code'));
  assert.equal((await listAccounts(deps.db)).length, before);
});

test('one key is of one merchant: also of two that come at once, one is refused as a whole', async () => {
  await assert.rejects(create({ imported: { test: { private: service.key } } }), refusal('key_taken'));
  const before = (await listAccounts(deps.db)).length;
  const twins = [1, 2].map(() => create({ imported: { test: { public: 'the-same-key' } } }));
  const [lost, ...others] = (await Promise.allSettled(twins)).filter(({ status }) => status === 'rejected');
  assert.equal(others.length, 0);
  assert.ok(lost?.status === 'rejected' && refusal('key_taken')(lost.reason));
  assert.equal((await listAccounts(deps.db)).length, before + 1);
});

test('a key is added beside those there are, and the log does not give it away', async () => {
  const { account } = await create();
  const { id, key } = await createKey(deps, { accountId: account.id, mode: 'live', kind: 'public', actor: 'test' });
  assert.match(key, /^pk_live_/);
  assert.equal((await listKeys(deps.db, account.id)).length, 5);
  const details = { account: account.id, mode: 'live', kind: 'public' };
  assert.deepEqual(await auditOf(deps, id), [['test', 'key.create', details]]);
});

test('a key is rolled within its account, mode and kind; at once or again, each gives a key of its own', async () => {
  const { account } = await create();
  const [old] = (await listKeys(deps.db, account.id)).filter(({ mode, kind }) => mode === 'live' && kind === 'private');
  const id = old?.id ?? assert.fail();
  const roll = () => rollKey(deps, { id, graceHours: 2, actor: 'test' });
  const rolled = [...(await Promise.all([roll(), roll()])), await roll()];
  assert.equal(new Set(rolled.map(({ key }) => key)).size, 3);
  const ours = (await listKeys(deps.db, account.id)).filter(({ mode, kind }) => mode === 'live' && kind === 'private');
  assert.equal(ours.length, 4);
  const ends = ours.find((key) => key.id === id)?.ends_at;
  assert.equal(ends, Math.min(...rolled.map(({ oldEndsAt }) => oldEndsAt)), 'the first grace time counts');
  const [step] = await auditOf(deps, rolled[2]?.id ?? '');
  assert.deepEqual(step, ['test', 'key.roll', { account: account.id, mode: 'live', kind: 'private', old: id }]);
});

test('a key is revoked once, however often it is asked for, and no longer rolled', async () => {
  const { account } = await create();
  const [first, second] = await listKeys(deps.db, account.id);
  const id = first?.id ?? assert.fail();
  const all = await Promise.all([1, 2].map(() => revokeKey(deps, { id, actor: 'test' })));
  const again = await revokeKey(deps, { id, actor: 'test' });
  assert.equal(new Set([...all, again].map((key) => key.revoked_at)).size, 1);
  await assert.rejects(rollKey(deps, { id, graceHours: 1, actor: 'test' }), refusal('key_revoked'));
  const others = (await listKeys(deps.db, account.id)).filter((key) => key.id !== id);
  assert.ok(second !== undefined && others.every((key) => key.revoked_at === null), 'the others go on');
});

test('what is unknown is refused; what was typed in place of a key id is not repeated', async () => {
  for (const id of UNKNOWN) {
    await assert.rejects(requireAccount(deps, id), refusal('unknown_account'));
    const call = { accountId: id, mode: 'test', kind: 'public', actor: 'test' } as const;
    await assert.rejects(createKey(deps, call), refusal('unknown_account'));
    for (const work of [
      () => rollKey(deps, { id, graceHours: 1, actor: 'test' }),
      () => revokeKey(deps, { id, actor: 'test' }),
    ])
      await assert.rejects(
        work,
        (error) => refusal('unknown_key')(error) && !JSON.stringify(error).includes('sk_test'),
      );
  }
});
