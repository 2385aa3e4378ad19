// What one order and its payments must be after each step: plain arithmetic (D36, D43 to D45), apart from the program's.

export type Place = 'applied' | 'surplus' | 'held' | 'unmatched' | 'returned';

export type ExpectedPayment = Record<Place, bigint> & {
  readonly key: string;
  readonly amount: bigint;
  readonly notice: string;
  isReversed: boolean;
  isOurs: boolean;
  /** Of what is applied, what the merchant was given beside the order (D86). */
  accepted: bigint;
  /** Its return is with the bank, so nothing can undo it. */
  isSentBack: boolean;
};

export type ExpectedOrder = ReturnType<typeof expectOrder>;

const NOWHERE: Readonly<Record<Place, bigint>> = { applied: 0n, surplus: 0n, held: 0n, unmatched: 0n, returned: 0n };

export function expectOrder(amount: bigint) {
  const order = { status: 'pending', received: 0n, refunded: 0n };
  const payments: ExpectedPayment[] = [];

  function add(fact: Pick<ExpectedPayment, 'key' | 'amount' | 'notice'>): ExpectedPayment {
    const payment = { ...NOWHERE, ...fact, accepted: 0n, isReversed: false, isOurs: false, isSentBack: false };
    payments.push(payment);
    return payment;
  }

  function apply(payment: ExpectedPayment): void {
    payment.isOurs = true;
    if (order.status === 'paid') {
      payment.surplus = payment.amount;
      order.received += payment.amount;
    } else if (order.status === 'canceled') payment.held = payment.amount;
    else {
      const owed = amount - order.received;
      payment.applied = payment.amount < owed ? payment.amount : owed;
      payment.surplus = payment.amount - payment.applied;
      order.received += payment.amount;
      if (order.received >= amount) order.status = 'paid';
    }
  }

  function takeBack(payment: ExpectedPayment, to: 'returned' | 'unmatched'): void {
    Object.assign(payment, NOWHERE, { [to]: payment.amount, accepted: 0n, isReversed: to === 'returned' });
    if (!payment.isOurs) return;
    if (to === 'unmatched') payment.isOurs = false;
    const counted = (one: ExpectedPayment) => one.applied - one.accepted + (order.status === 'paid' ? one.surplus : 0n);
    const own = payments.filter(({ isOurs }) => isOurs);
    order.received = own.reduce((sum, one) => sum + counted(one), 0n);
    if (order.status !== 'paid') return;
    let owed = amount;
    for (const one of own) {
      const count = counted(one);
      const share = count < owed ? count : owed;
      one.applied = share + one.accepted;
      one.surplus = count - share;
      owed -= share;
    }
    if (order.received < amount) order.status = 'pending';
  }

  const isEnded = () => order.status === 'paid' || order.status === 'canceled';
  const parts = (payment: ExpectedPayment) => (order.status === 'canceled' ? payment.applied - payment.accepted : 0n);
  const oddOf = (payment: ExpectedPayment) =>
    payment.isOurs && isEnded() ? payment.held + payment.surplus + parts(payment) : 0n;

  /** The merchant keeps what waits for a decision. */
  function keep(payment: ExpectedPayment): void {
    const odd = oddOf(payment);
    order.received -= order.status === 'paid' ? payment.surplus : parts(payment);
    payment.applied += payment.held + payment.surplus;
    payment.accepted += odd;
    Object.assign(payment, { held: 0n, surplus: 0n });
  }

  function refundable(): bigint {
    const kept = payments.reduce((sum, { accepted }) => sum + accepted, order.status === 'paid' ? amount : 0n);
    return kept > order.refunded ? kept - order.refunded : 0n;
  }

  return {
    amount,
    order,
    payments,
    add,
    apply,
    takeBack,
    oddOf,
    keep,
    refundable,
    canTakeBack: (payment: ExpectedPayment) => !payment.isSentBack && (!payment.isOurs || order.refunded === 0n),
    /** A till does not give back what the merchant was given. */
    canReverse: (payment: ExpectedPayment) =>
      !payment.isSentBack &&
      (!payment.isOurs || (order.refunded === 0n && payments.every(({ accepted }) => accepted === 0n))),
    owedOrAmount: () => (order.received < amount ? amount - order.received : amount),
  };
}
