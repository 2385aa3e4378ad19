// An operator's edits of the catalogue, apart from files and forms (D56).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foresee } from '../../../src/actions/people/acts.js';
import {
  editPaymentPoint,
  importPoints,
  requirePaymentPoint,
  setLiveDetails,
} from '../../../src/actions/points/edit-payment-point.js';
import { AppError } from '../../../src/errors/errors.js';
import { seedPoints } from '../../../src/service/open-database.js';
import { listPaymentPoints } from '../../../src/store/points/payment-points.js';
import { reserveCard } from '../../../src/store/points/point-cards.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { readPoints, writePaymentPoint } from '../../../src/wire/points/points.js';
import { auditOf } from '../../support/audit.js';
import { COIN_ACCOUNTS } from '../../support/coin-orders.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const actor = 'test';
const pointOf = (code: string) => requirePaymentPoint(deps, code);

const faults = (wanted: readonly string[]) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.deepEqual(
    error.faults.map((one) => `${one.param} ${one.error}`),
    wanted,
  );
  return true;
};

test('an edit changes the fields it names and no others, and stays when the shipped catalogue is loaded again', async () => {
  const before = await pointOf('OXXO');
  const edited = await editPaymentPoint(deps, { code: 'OXXO', change: { name: 'Oxxo Gas', isActive: false }, actor });
  assert.deepEqual(edited, { ...before, name: 'Oxxo Gas', isActive: false });
  await seedPoints(deps.db);
  assert.deepEqual(await pointOf('OXXO'), edited);
  const changes = { name_before: before.name, name_after: 'Oxxo Gas', is_active_before: true, is_active_after: false };
  assert.deepEqual((await auditOf(deps, 'OXXO'))[0], ['test', 'provider.edit', changes]);
});

test('two edits at once both hold, and the same edit again changes nothing more', async () => {
  const availability = { availability: '1:00 a 2:00' };
  await Promise.all([
    editPaymentPoint(deps, { code: 'OXXO', change: availability, actor }),
    editPaymentPoint(deps, { code: 'OXXO', change: { orderLimit: 900_000n, commission: null }, actor }),
  ]);
  const both = await pointOf('OXXO');
  assert.deepEqual([both.availability, both.orderLimit, both.commission], ['1:00 a 2:00', 900_000n, null]);
  assert.deepEqual(await editPaymentPoint(deps, { code: 'OXXO', change: availability, actor }), both);
});

test('a rank that another point has is refused, and so is a point that does not exist; nothing is logged', async () => {
  const [first, second] = await listPaymentPoints(deps.db);
  const code = first?.code ?? '';
  const logged = (await auditOf(deps, code)).length;
  const change = { rank: second?.rank ?? 0, name: 'Never' };
  await assert.rejects(editPaymentPoint(deps, { code, change, actor }), refusal('rank_taken'));
  assert.deepEqual(await pointOf(code), first);
  assert.equal((await auditOf(deps, code)).length, logged);
  await assert.rejects(editPaymentPoint(deps, { code: 'NOWHERE', change: {}, actor }), refusal('unknown_point'));
  const live = { code: 'NOWHERE', details: {}, cards: [], actor };
  await assert.rejects(setLiveDetails(deps, live), refusal('unknown_point'));
  assert.deepEqual(await auditOf(deps, 'NOWHERE'), []);
});

test('live details must have what the kind of the point needs', async () => {
  const set = (code: string, details: Record<string, string>, cards: string[] = []) =>
    setLiveDetails(deps, { code, details, cards, actor });
  await assert.rejects(
    set('OXXO', {}),
    faults(['live_details.company_reference_number required', 'live_details.company_bank_number required']),
  );
  await assert.rejects(set('PITICO', {}), faults(['live_details.bank_name required', 'cards required']));
  await assert.rejects(set('PITICO', { bank_name: 'B' }, ['4000']), faults(['cards invalid_card_number']));
  assert.equal((await pointOf('PITICO')).liveDetails, null);
  const details = { company_reference_number: '555', company_bank_number: '7' };
  assert.deepEqual((await set('OXXO', details)).liveDetails, details);
  await set('OXXO', { ...details, company_bank_number: '8' });
  const changes = { 'live_details.company_bank_number_before': '7', 'live_details.company_bank_number_after': '8' };
  assert.deepEqual(
    (await auditOf(deps, 'OXXO'))[0],
    ['test', 'provider.live', changes],
    'bank details before and after',
  );
});

test('cards are added to the pool of their point once, however they are written and however often', async () => {
  const call = { code: 'PITICO', details: { bank_name: 'Banco' }, actor };
  await Promise.all([
    setLiveDetails(deps, { ...call, cards: ['4000 0000 0000 0002'] }),
    setLiveDetails(deps, { ...call, cards: ['4000-0000-0000-0002', '4000000000000010'] }),
  ]);
  const [now, accountId] = [deps.clock.now(), '01890000-0000-7000-8000-000000000000'];
  const take = async (serial: number) => {
    const orderId = `01890000-0000-7000-8000-00000000000${serial}`;
    const card = await reserveCard(deps.db, { point: 'PITICO', orderId, accountId, now, until: now + 1_000 }, 9);
    return card?.cardNumber ?? null;
  };
  assert.deepEqual([await take(1), await take(2), await take(3)], ['4000000000000002', '4000000000000010', null]);
  const noted = (await auditOf(deps, 'PITICO')).map(([, action, details]) => [
    action,
    (details as { cards: number }).cards,
  ]);
  assert.deepEqual(noted.sort(), [
    ['provider.live', 1],
    ['provider.live', 2],
  ]);
});

test('a catalogue is taken whole or not at all, and points that it does not name stay', async () => {
  const all = await listPaymentPoints(deps.db);
  const [first, second] = all;
  if (first === undefined || second === undefined) assert.fail();
  const added = { ...first, code: 'MINE', rank: 999_999 };
  const take = (points: typeof all) => importPoints(deps, { points, source: 'mine.json', actor });
  await assert.rejects(
    take([
      { ...first, name: 'Never' },
      { ...added, rank: second.rank },
    ]),
    refusal('rank_taken'),
  );
  assert.deepEqual(await listPaymentPoints(deps.db), all);
  for (const _ of [1, 2]) assert.equal(await take([{ ...first, name: 'Taken' }, added]), 2);
  assert.deepEqual(await listPaymentPoints(deps.db), [{ ...first, name: 'Taken' }, ...all.slice(1), added]);
  assert.deepEqual((await auditOf(deps, 'mine.json'))[0], ['test', 'provider.import', { points: 2 }]);
});

const BTC = { coin: 'BTC', account: COIN_ACCOUNTS.BTC };

test('live details of a coin are checked: the coin, and its key by its checksum; a key that can spend is refused', async () => {
  const set = (change: Record<string, string>) =>
    setLiveDetails(deps, { code: 'BTC', details: { ...BTC, ...change }, cards: [], actor });
  const words = `${'abandon '.repeat(11)}about`;
  for (const [change, param, fault] of [
    [{ account: BTC.account.replace('q', 'r') }, 'account', 'invalid_coin_key'],
    [{ account: 'TEST-BTC-0000000000000000' }, 'account', 'invalid_coin_key'],
    [{ account: words }, 'account', 'private_coin_key'],
    [{ coin: 'ETH' }, 'account', 'key_of_other_coin'],
    [{ coin: 'XRP' }, 'account', 'invalid_coin_address'],
    [{ coin: 'XRP', account: words }, 'account', 'private_coin_key'],
    [{ coin: 'DOGE' }, 'coin', 'unknown_coin'],
    [{ account: '' }, 'account', 'required'],
  ] as const)
    await assert.rejects(set(change), faults([`live_details.${param} ${fault}`]));
  assert.equal((await pointOf('BTC')).liveDetails, null);
  const wrong = { ...(await pointOf('BTC')), liveDetails: { ...BTC, account: 'x' } };
  assert.throws(() => readPoints([writePaymentPoint(wrong)]), faults(['BTC.live_details.account invalid_coin_key']));
  assert.deepEqual((await set({})).liveDetails, BTC);
});

test('whoever approves a key of a wallet sees its first three addresses', async () => {
  const act = { kind: 'provider.live', code: 'BTC', details: BTC, cards: [] } as const;
  const { facts } = await foresee({ ...deps, ...ACT_READERS }, act);
  for (const address of ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'])
    assert.match(JSON.stringify(facts), new RegExp(address));
});
