// Everything that can happen to money, in a random mix and many things at once: whatever comes of it, the books hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPolicies } from '../../../src/actions/accounts/set-policy.js';
import { verifyAudit } from '../../../src/actions/keeping/verify-audit.js';
import { reverseCash } from '../../../src/actions/money/cash-till.js';
import { acceptPayment, matchPayment, returnPayment } from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { releaseFunds } from '../../../src/actions/orders/release-funds.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { POLICY_CASES, POLICY_CHOICES } from '../../../src/domain/money/policy.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import { AppError } from '../../../src/errors/errors.js';
import { randomFrom } from '../../support/random.js';
import { chargeBody, orderBody, startTestService } from '../../support/service.js';

const START = Date.parse('2026-11-02T12:00:00Z');
const HOUR_MS = 3_600_000;

for (const [delayHours, seed] of [
  ['0', 11],
  ['2', 29],
] as const)
  test(`the books hold after 600 random steps, settlement after ${delayHours} h, seed ${seed}`, async () => {
    const service = await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: delayHours });
    const { deps, key } = service;
    const next = generator(seed);
    const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;
    let now = START;
    const orders: { id: string; destination: string; kind: 'spei' | 'cash' }[] = [];
    const told: string[] = [];
    const outcomes = new Map<string, number>();
    const scope = { accountId: service.merchant.account.id, mode: 'test' as const };

    const payments = () =>
      deps.db.query<{ id: string; tracking_key: string }>({
        text: 'select id, tracking_key from payments order by id',
        values: [],
      });
    const tell = async (kind: 'spei' | 'cash', destination: string, amount: string, trackingKey: string) => {
      const rail: Rail = { id: scope.accountId, kind, name: 'OXXO', mode: 'test' };
      const paidAt = now - next(3) * HOUR_MS;
      const notice = await storeNotice(
        deps,
        rail,
        kind === 'cash'
          ? JSON.stringify({
              ...{ network: 'OXXO', transaction_id: trackingKey, reference: destination, amount },
              paid_at: new Date(paidAt).toISOString(),
            })
          : JSON.stringify({
              ...{ fechaOperacion: '20261102', institucionOrdenante: '40012', claveRastreo: trackingKey },
              ...{ monto: amount, cuentaBeneficiario: destination, tsLiquidacion: paidAt },
            }),
      );
      if (notice !== null) await deps.matcher.match(notice);
    };
    const decide = async (how: typeof acceptPayment) => {
      const all = await payments();
      if (all.length > 0) await how(deps, { paymentId: pick(all).id, actor: 'test' });
    };

    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      async order() {
        if (next(2) === 0) {
          const customer = { name: 'Ana', email: 'a@example.com', ...(next(3) === 0 && { id: `c${next(4)}` }) };
          const product = { id: 'P', name: 'P', price: 100 };
          const { json } = await service.call('POST', '/v2/orders', { key, body: orderBody({ customer, product }) });
          orders.push({ id: json.id, destination: json.payment.clabe, kind: 'spei' });
        } else {
          const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody({ order_price: 100 }) });
          const rows = await deps.db.query<{ reference: string }>({
            text: 'select reference from orders where id = $1',
            values: [json.id.slice(3)],
          });
          orders.push({ id: json.id, destination: rows[0]?.reference ?? '', kind: 'cash' });
        }
      },
      async money() {
        const { kind, destination } = pick(orders);
        const trackingKey = `K${told.length}`;
        told.push(trackingKey);
        const amount = pick(['100.00', '100.00', '40.00', '60.00', '130.00']);
        const to = next(8) === 0 ? '000000000000000000' : destination;
        await tell(kind, to, amount, trackingKey);
        if (next(4) === 0) await tell(kind, to, amount, trackingKey);
      },
      accept: () => decide(acceptPayment),
      return: () => decide(returnPayment),
      async match() {
        const all = await payments();
        if (all.length > 0)
          await matchPayment(deps, { paymentId: pick(all).id, orderId: pick(orders).id, actor: 'test' });
      },
      async reverse() {
        const rail: Rail = { id: scope.accountId, kind: 'cash', name: 'OXXO', mode: 'test' };
        const all = await payments();
        if (all.length > 0)
          await reverseCash(deps, rail, (all.at(-1 - next(Math.min(8, all.length))) ?? pick(all)).tracking_key);
      },
      cancel: () => service.call('POST', `/v2/orders/${pick(orders).id}/cancel`, { key, body: {} }),
      refund: () =>
        service.call('POST', `/v1/charges/${pick(orders).id}/refunds`, { key, body: { amount: 1 + next(60) } }),
      async time() {
        now += next(10) * HOUR_MS;
        service.setTime(now);
        await expireOrders(deps);
        await releaseFunds(deps);
      },
      policy: () =>
        setPolicies(deps, {
          accountId: scope.accountId,
          policies: { [pick(POLICY_CASES)]: pick(POLICY_CHOICES) },
          actor: 'test',
        }),
      payout: () => createPayout(deps, { scope, amount: BigInt(1 + next(20_000)), note: null, actor: 'test' }),
    };
    const often = [...'12345678'].flatMap(() => ['money', 'accept', 'return', 'match', 'reverse', 'order', 'money']);
    const names = [...Object.keys(steps), ...often];

    service.setTime(now);
    for (let made = 0; made < 5; made++) await steps['order']?.();
    const refusals: unknown[] = [];
    for (let round = 0; round < 100; round++) {
      await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async () => {
          const name = pick(names);
          try {
            await steps[name]?.();
            outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
          } catch (error) {
            if (!(error instanceof AppError && error.code !== 'unavailable')) refusals.push([name, error]);
          }
        }),
      );
      if (round % 20 === 19) {
        const { ok, proofs } = await verifyLedger(deps);
        assert.ok(ok, `round ${round}: ${JSON.stringify(proofs.filter(({ broken }) => broken > 0))}`);
      }
    }
    assert.deepEqual(refusals, []);
    assert.equal((await verifyAudit(deps)).ok, true);
    // The mix was one: each kind of step went through.
    for (const name of Object.keys(steps)) assert.ok((outcomes.get(name) ?? 0) > 0, `${name} never went through`);
  });

/** A whole number below the given one. */
function generator(seed: number): (below: number) => number {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}
