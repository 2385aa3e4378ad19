// Fills books as the service itself does, with its own actions and signatures: orders that are paid, released and now and then
// refunded, of many merchants, over two months of live mode. `ledger verify` holds over all of it.
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { keepLedgerDays } from '../../src/actions/money/keep-ledger-days.js';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { createOrder } from '../../src/actions/orders/create-order.js';
import { releaseFunds } from '../../src/actions/orders/release-funds.js';
import { confirmTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import type { Deps } from '../../src/deps.js';
import type { Credential } from '../../src/domain/accounts/account.js';
import { DAY_MS, HOUR_MS } from '../../src/domain/base/duration.js';
import { NIL_UUID } from '../../src/domain/base/identity.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import type { Order } from '../../src/domain/orders/order.js';
import { createDeps } from '../../src/service/compose.js';
import { sql } from '../../src/store/sql.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { DRAFT } from '../load.js';

export type FillOptions = {
  /** At least so many entries. */
  readonly entries: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

/** The settings that it needs: money is released by an entry of its own, and orders of live mode have a CLABE. */
export const FILL_SETTINGS = { COBRO_SETTLEMENT_DELAY_HOURS: '1', COBRO_CLABE_PREFIX: '646180157' };

const MERCHANTS = 20;
const BATCH = 500;
const SPAN_MS = 60 * DAY_MS;
/** Of so many orders one is refunded, and the bank confirms it. */
const REFUND_EVERY = 200;
const RAIL = { id: NIL_UUID, kind: 'spei', name: 'bench', mode: 'live' } as const;

/** Goes on with books that have fewer entries: a large fill may be cut off. */
export async function fillBooks(real: Deps, { entries, signal, say }: FillOptions): Promise<void> {
  const made = await countEntries(real);
  if (made < entries) await addEntries(real, { entries, made, signal, say });
  while (await keepLedgerDays(real)) signal.throwIfAborted();
  await real.db.query(sql`vacuum analyze`);
}

async function addEntries(
  real: Deps,
  { entries, made: before, signal, say }: FillOptions & { readonly made: number },
): Promise<void> {
  const start = Date.now() - SPAN_MS;
  let now = start;
  const deps = await createDeps({ ...real, clock: { now: () => now } });
  const merchants = await makeMerchants(deps);
  serial = before;
  for (let made = before; made < entries; made += 2 * BATCH) {
    signal.throwIfAborted();
    now = start + Math.trunc((made / entries) * (SPAN_MS - DAY_MS));
    const orders = await makeOrders(deps, merchants);
    now += HOUR_MS / 60;
    await pay(deps, orders);
    now += 2 * HOUR_MS;
    await releaseFunds(deps);
    await refundSome(deps, orders);
    if (made % 50_000 < 2 * BATCH) say(`  ${made.toLocaleString('en')} entries`);
  }
}

export async function countEntries({ db }: Pick<Deps, 'db'>): Promise<number> {
  const [row] = await db.query<{ entries: bigint }>(sql`
    select count(*) as entries
    from ledger_entries`);
  return Number(row?.entries ?? 0n);
}

async function makeMerchants(deps: Deps): Promise<Credential[]> {
  const made: Credential[] = [];
  for (let number = 1; number <= MERCHANTS; number++) {
    const account = { name: `books-${number}`, interfaceVersion: NEWEST_VERSION, actor: 'bench' };
    const { keys } = await createAccount(deps, account);
    const merchant = await deps.credentials.find(keys.live.private);
    if (merchant === null) throw new Error('a new key is unknown');
    made.push(merchant);
  }
  return made;
}

function makeOrders(deps: Deps, merchants: readonly Credential[]): Promise<Order[]> {
  const now = deps.clock.now();
  return Promise.all(
    Array.from({ length: BATCH / merchants.length }, () => merchants)
      .flat()
      .map(async (merchant) => {
        const made = await createOrder(deps, { merchant, draft: DRAFT, now, repeat: null, priceParam: 'price' });
        if (made.is !== 'first') throw new Error('an order without a key was repeated');
        return made.value;
      }),
  );
}

/** Tracking keys are new ones, also after a fill that was cut off. */
let serial = 0;

async function pay(deps: Deps, orders: readonly Order[]): Promise<void> {
  const paidAt = deps.clock.now();
  const stored = await Promise.all(
    orders.map(({ clabe }) =>
      storeNotice(
        deps,
        RAIL,
        JSON.stringify({
          id: ++serial,
          fechaOperacion: railDay(paidAt),
          institucionOrdenante: '40012',
          claveRastreo: `BOOKS${serial}`,
          monto: 150,
          nombreOrdenante: 'Ana Robles',
          cuentaOrdenante: '012180015025335996',
          cuentaBeneficiario: clabe,
          tipoPago: 1,
          tsLiquidacion: paidAt,
        }),
      ),
    ),
  );
  await matchNotices(
    deps,
    stored.filter((notice) => notice !== null),
  );
}

async function refundSome(deps: Deps, orders: readonly Order[]): Promise<void> {
  for (let at = 0; at < orders.length; at += REFUND_EVERY) {
    const order = orders[at];
    if (order === undefined) return;
    const made = await refundOrder(deps, { key: order, amount: 1_000n, reason: null, actor: 'bench' });
    if (made.is !== 'first') throw new Error('a refund without a key was repeated');
    const call = { transferId: made.value.transfer.id, actor: 'bench' };
    await markSent(deps, { ...call, trackingKey: `OUT${++serial}` });
    await confirmTransfer(deps, call);
  }
}
