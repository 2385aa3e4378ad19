// Money that arrives by SPEI, told by a rail as in real life, for tests of what becomes of it.
import type { Mode } from '../../src/domain/base/mode.js';
import type { Payment } from '../../src/domain/money/payment.js';
import { listPayments } from '../../src/store/money/payments.js';
import { addRail, speiNotice, trackingKey } from '../money/books.js';
import type { TestService } from './service.js';
import { until } from './until.js';

export type Transfer = {
  readonly clabe: string;
  /** As the rail writes it, such as "100.00". */
  readonly amount: string;
  readonly mode?: Mode;
  readonly payerName?: string;
};

const rails = new WeakMap<TestService, Map<Mode, ReturnType<typeof addRail>>>();

/** The bank's rail of a mode, the same for all transfers. */
function railOf(service: TestService, mode: Mode): ReturnType<typeof addRail> {
  const known = rails.get(service) ?? new Map<Mode, ReturnType<typeof addRail>>();
  rails.set(service, known);
  const rail = known.get(mode) ?? addRail(service.deps, { kind: 'spei', mode });
  known.set(mode, rail);
  return rail;
}

/** The payment that a transfer makes, once it is matched. */
export async function transfer(service: TestService, money: Transfer): Promise<Payment> {
  const { clabe, amount, mode = 'test', payerName = 'NADIE CONOCIDO' } = money;
  const { authorization } = await railOf(service, mode);
  const claveRastreo = trackingKey();
  const body = speiNotice(clabe, amount, {
    claveRastreo,
    nombreOrdenante: payerName,
    tsLiquidacion: service.deps.clock.now(),
  });
  await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
  return until('the money is matched', async () => {
    const filter = { mode, state: null, trackingKey: claveRastreo, limit: 1 };
    return (await listPayments(service.deps.db, filter))[0];
  });
}
