// A desk with something on every page, for the tests in a browser.
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { setRate } from '../../../../src/actions/money/set-rate.js';
import { setLiveDetails } from '../../../../src/actions/points/edit-payment-point.js';
import { bounceTransfer, markSent } from '../../../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../../../src/actions/transfers/create-payout.js';
import { formatTransferId } from '../../../../src/domain/transfers/transfer.js';
import { listNotices } from '../../../../src/store/rails/odd-notices.js';
import { listColumns } from '../../../../src/wire/rails/rail-list.js';
import { addRail, speiNotice } from '../../../money/books.js';
import { transfer } from '../../../support/arrived-money.js';
import type { TestService } from '../../../support/service.js';
import { openPage } from '../../chromium.js';
import { makeOrder } from '../../fixtures.js';
import { openDesk } from './desk.js';

/** The number with one digit changed. */
export const mistyped = (number: string) => `${number.slice(0, 10)}${(Number(number[10]) + 1) % 10}${number.slice(11)}`;

export const VALID_CLABE = '012180015025335996';

export async function fillDesk(service: TestService) {
  const favorita = await service.account({ name: 'La Favorita' });
  const key = favorita.keys.live.private;
  const order = await makeOrder(service, { key, amount: 1_000n });
  const lost = await transfer(service, {
    clabe: mistyped(order.payTo),
    amount: '10.00',
    mode: 'live',
    payerName: 'ANA ROBLES',
  });
  const other = await makeOrder(service, {
    key,
    amount: 245_000n,
    customer: { id: null, name: 'Luis Mora', email: 'luis.mora@example.com', phone: null },
  });
  const second = await transfer(service, {
    clabe: mistyped(other.payTo),
    amount: '2450.00',
    mode: 'live',
    payerName: 'LUIS MORA DIAZ',
  });
  const paid = await makeOrder(service, { key, amount: 150_000n });
  await transfer(service, { clabe: paid.payTo, amount: '1500.00', mode: 'live' });
  await transfer(service, { clabe: paid.payTo, amount: '85.50', mode: 'live', payerName: 'ROSA DIAZ' });
  const payout = {
    scope: { accountId: favorita.account.id, mode: 'live' as const },
    note: 'semana 46',
    key: null,
    actor: 'test',
  };
  const destination = { clabe: VALID_CLABE, holder: 'La Favorita SA de CV', bank: null };
  await createPayout(service.deps, { ...payout, amount: 50_000n, destination });
  await createPayout(service.deps, { ...payout, amount: 12_345n, destination });
  const bounced = await createPayout(service.deps, { ...payout, amount: 20_000n, destination });
  const call = { transferId: formatTransferId(bounced.transfer?.id ?? ''), actor: 'test' };
  await markSent(service.deps, { ...call, trackingKey: 'MBAN01002611180001' });
  await bounceTransfer(service.deps, { ...call, note: 'Cuenta inexistente' });
  for (const [currency, millionths] of [
    ['USD', 18_451_200n],
    ['EUR', 21_304_000n],
  ] as const)
    await setRate(service.deps, { currency, millionths, actor: 'test' });
  await addRail(service.deps, { kind: 'cash', mode: 'live' });
  const { authorization } = await addRail(service.deps, { kind: 'spei', mode: 'live', name: 'stp' });
  await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body: { monto: 'mucho' } });
  const unseen = { mode: 'live', railId: null, unseenSince: 0, state: 'malformed' } as const;
  const [notice] = await listNotices(service.deps.db, unseen, { at: null, towards: 'next', limit: 1 });
  const details = { company_reference_number: '4521', company_bank_number: '021' };
  await setLiveDetails(service.deps, { code: 'OXXO', details, cards: [], actor: 'test' });
  return { noticeId: notice?.id ?? '', favorita, order, lost, second, other, paid };
}

/** A line of the bank's list of today that tells of money which we lack. */
export function bankList(service: TestService, clabe: string, amount: string): string {
  const columns = listColumns('spei');
  const told: Record<string, unknown> = JSON.parse(
    speiNotice(clabe, amount, { claveRastreo: 'BANCO0001', tsLiquidacion: service.deps.clock.now() }),
  );
  return `${columns.join(',')}\n${columns.map((name) => String(told[name] ?? '')).join(',')}\n`;
}

/** Opens a page of the desk in a browser in which somebody has signed in. */
export async function openAtDesk(
  service: TestService,
  at: { readonly browser: Browser; readonly origin: string },
  path: string,
  options: BrowserContextOptions = {},
) {
  return openWith(await openDesk(service), at, path, options);
}

/** Opens a page of the desk for whoever has this session. */
export async function openWith(
  { cookie }: { readonly cookie: string },
  at: { readonly browser: Browser; readonly origin: string },
  path: string,
  options: BrowserContextOptions = {},
) {
  const opened = await openPage(at.browser, `${at.origin}/health/live`, options);
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  assert.notEqual(value, '');
  await opened.context.addCookies([{ name, value: value.split(';')[0] ?? '', url: at.origin }]);
  await opened.page.goto(`${at.origin}/dashboard/desk${path}`);
  return opened;
}
