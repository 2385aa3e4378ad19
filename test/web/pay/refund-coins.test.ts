// Money that came as coins goes back as coins (D92): the customer names an address of the right coin, the operator gets a list for
// their own wallet, and what became of it is imported. Nothing is sent by us.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { importResults } from '../../../src/actions/transfers/import-results.js';
import type { Transfer } from '../../../src/domain/transfers/transfer.js';
import { sql } from '../../../src/store/sql.js';
import { listTransfers } from '../../../src/store/transfers/transfers.js';
import { inPieces } from '../../../src/wire/sheets/file-text.js';
import { writeCoinFile } from '../../../src/wire/transfers/bank-file.js';
import { readBankResults } from '../../../src/wire/transfers/bank-results.js';
import { assertBooks } from '../../money/books.js';
import { confirmedIn, sendRefundForm } from '../../support/refund-form.js';
import { type MadeOrder, makeOrder, startPayService, textOf } from '../fixtures.js';
import { payTest, refund } from './situations.js';

const service = await startPayService();
const { deps } = service;
const ADDRESSES = {
  BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  LTC: 'ltc1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0',
  ETH: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
} as const;
const TRANSACTION = 'ab'.repeat(32);

async function refunded(point: string): Promise<MadeOrder & { readonly token: string }> {
  const order = await makeOrder(service, { point });
  await payTest(service, order, { scenario: 'exact' });
  const made = JSON.stringify(await refund(service, order));
  return { ...order, token: /pay\/refund\/([^"?]+)/.exec(made)?.[1] ?? assert.fail(made) };
}

const send = (token: string, fields: Record<string, string>) => sendRefundForm(service, `/pay/refund/${token}`, fields);
const pageOf = async ({ id }: MadeOrder) => textOf(await service.call('GET', `/pay/${id}`));

async function transferOf({ id }: MadeOrder): Promise<Transfer> {
  const scope = { accountId: service.merchant.account.id, mode: 'test' } as const;
  const filter = { orderId: id.slice(3), status: null, reason: null, before: null, limit: 1 };
  const [transfer] = await listTransfers(deps.db, scope, filter);
  return transfer ?? assert.fail('there is no transfer');
}

async function named(point: keyof typeof ADDRESSES): Promise<MadeOrder> {
  const order = await refunded(point);
  await send(order.token, { confirmed: confirmedIn(await send(order.token, { clabe: ADDRESSES[point] })) });
  return order;
}

test('the form asks for an address of the coin, in both languages, and says which network', async () => {
  const { token } = await refunded('BTC');
  const page = await service.call('GET', `/pay/refund/${token}`);
  assert.match(textOf(page), /¿A qué dirección de BTC te devolvemos\?.*en la red Bitcoin/);
  assert.doesNotMatch(page.text, /name="holder"|CLABE/);
  assert.match(textOf(await service.call('GET', `/pay/refund/${token}?lang=en`)), /Which BTC address.*network Bitcoin/);
});

for (const [what, address] of [
  ['of another coin', ADDRESSES.LTC],
  ['with a wrong letter', ADDRESSES.BTC.replace('cr8t', 'cr8v')],
  ['that is a CLABE', '012180015025335996'],
  [
    'that is a private key',
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  ],
] as const)
  test(`an address ${what} is refused, and nothing is kept`, async () => {
    const order = await refunded('BTC');
    const page = await send(order.token, { clabe: address });
    assert.match(textOf(page), /Revisa los datos: Dirección de BTC/);
    assert.doesNotMatch(page.text, /name="confirmed"/);
    assert.equal((await transferOf(order)).destination, null);
    assert.match(await pageOf(order), /Falta tu dirección/);
  });

test('an address that is confirmed goes into the list of its coin, in no bank file, and its result is taken over', async () => {
  const order = await named('BTC');
  const { destination, coin } = await transferOf(order);
  assert.deepEqual([coin, destination?.clabe, destination?.bank], ['BTC', ADDRESSES.BTC, 'BTC']);
  assert.equal(await exportTransfers(deps, { mode: 'test', actor: 'test' }), null);
  assert.equal(await exportTransfers(deps, { mode: 'test', actor: 'test', coin: 'ETH' }), null);
  const list = await exportTransfers(deps, { mode: 'test', actor: 'test', coin: 'BTC' });
  const { id } = await transferOf(order);
  assert.equal(
    writeCoinFile(list?.file.number ?? 0, list?.lines ?? [])
      .toString()
      .split('\n')[1],
    `tr_${id},BTC,${ADDRESSES.BTC},,0.00102875,1234.50,MXN,${list?.file.number}`,
  );
  assert.equal(
    await exportTransfers(deps, { mode: 'test', actor: 'test', coin: 'BTC' }),
    null,
    'nothing is sent twice',
  );

  const results = await readBankResults(
    inPieces(`id,tracking_key,status\ntr_${id},${TRANSACTION}:1,sent\n`, setImmediate),
  );
  assert.deepEqual(
    (await importResults(deps, results, 'test')).map(({ is }) => is),
    ['done'],
  );
  assert.match(await pageOf(order), /Enviada a tu dirección\..*Transacción abab/);
  await importResults(
    deps,
    await readBankResults(inPieces(`id,tracking_key,status\ntr_${id},,confirmed\n`, setImmediate)),
    'test',
  );
  assert.match(await pageOf(order), /confirmada por la red/);
  await assertBooks(deps.db);
});

test('a result for another address than the list had is refused', async () => {
  const order = await named('ETH');
  await exportTransfers(deps, { mode: 'test', actor: 'test', coin: 'ETH' });
  const { id } = await transferOf(order);
  const lines = `id,tracking_key,status,clabe\ntr_${id},0x${TRANSACTION},sent,0x${'1'.repeat(40)}\n`;
  const [result] = await importResults(deps, await readBankResults(inPieces(lines, setImmediate)), 'test');
  assert.equal(result?.is === 'refused' ? result.error.code : null, 'result_differs');
  assert.equal((await transferOf(order)).state, 'to_send');
});

test('live coins are listed at the newest price, and not without one', async () => {
  await deps.db.query(sql`delete from coin_prices`);
  await assert.rejects(exportTransfers(deps, { mode: 'live', actor: 'test', coin: 'BTC' }), {
    code: 'rate_unavailable',
  });
});

test('an account of the XRP Ledger may have a tag behind it', async () => {
  const order = await refunded('XRP');
  const asked = await send(order.token, { clabe: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh:4711' });
  await send(order.token, { confirmed: confirmedIn(asked) });
  const list = await exportTransfers(deps, { mode: 'test', actor: 'test', coin: 'XRP' });
  assert.match(writeCoinFile(1, list?.lines ?? []).toString(), /,XRP,rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh,4711,/);
});
