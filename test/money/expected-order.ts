// What one order and its payments must be after each step: plain arithmetic (D36, D43 to D45), apart from the program's.

export type Place = 'applied' | 'surplus' | 'held' | 'unmatched' | 'returned';

export type ExpectedPayment = Record<Place, bigint> & {
  readonly key: string;
  readonly amount: bigint;
  readonly notice: string;
  isReversed: boolean;
  isOurs: boolean;
  /** Its return is with the bank, so nothing can undo it. */
  isSentBack: boolean;
};

export type ExpectedOrder = ReturnType<typeof expectOrder>;

const NOWHERE: Readonly<Record<Place, bigint>> = { applied: 0n, surplus: 0n, held: 0n, unmatched: 0n, returned: 0n };

export function expectOrder(amount: bigint) {
  const order = { status: 'pending', received: 0n, refunded: 0n };
  const payments: ExpectedPayment[] = [];

  function add(fact: Pick<ExpectedPayment, 'key' | 'amount' | 'notice'>): ExpectedPayment {
    const payment = { ...NOWHERE, ...fact, isReversed: false, isOurs: false, isSentBack: false };
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
    Object.assign(payment, NOWHERE, { [to]: payment.amount, isReversed: to === 'returned' });
    if (!payment.isOurs) return;
    if (to === 'unmatched') payment.isOurs = false;
    const counted = (one: ExpectedPayment) => one.applied + (order.status === 'paid' ? one.surplus : 0n);
    const own = payments.filter(({ isOurs }) => isOurs);
    order.received = own.reduce((sum, one) => sum + counted(one), 0n);
    if (order.status !== 'paid') return;
    let owed = amount;
    for (const one of own) {
      const count = counted(one);
      one.applied = count < owed ? count : owed;
      one.surplus = count - one.applied;
      owed -= one.applied;
    }
    if (order.received < amount) order.status = 'pending';
  }

  return {
    amount,
    order,
    payments,
    add,
    apply,
    takeBack,
    canUndo: (payment: ExpectedPayment) => !payment.isSentBack && (!payment.isOurs || order.refunded === 0n),
    owedOrAmount: () => (order.received < amount ? amount - order.received : amount),
  };
}
