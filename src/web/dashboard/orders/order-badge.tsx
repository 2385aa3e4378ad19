// How an order stands, in colour and in words, as lists and the order's own page show it.
import type { Language } from '../../../domain/base/language.js';
import type { Order } from '../../../domain/orders/order.js';
import { type TabStatus, tabStatusOf } from '../../../domain/orders/order-view.js';
import { State, type Tone } from '../ui/parts.js';
import { ORDERS_TEXTS } from './texts.js';

const TONES: Readonly<Record<TabStatus, Tone>> = {
  waiting: 'wait',
  part_paid: 'info',
  paid: 'good',
  refunded: 'off',
  expired: 'bad',
  canceled: 'off',
};

type BadgeProps = {
  readonly order: Order;
  /** The orders with a refund that waits for an account. */
  readonly heldRefunds: ReadonlySet<string>;
  readonly language: Language;
};

/** Of two states the one that asks for something. */
export function OrderBadge({ order, heldRefunds, language }: BadgeProps) {
  if (heldRefunds.has(order.uuid)) return <HeldRefund language={language} />;
  return <State tone={TONES[tabStatusOf(order)]}>{statusText(order, language)}</State>;
}

/** Where there is room for both: what the order was before its refund, and that this one is held up. */
export function OrderBadges({ order, heldRefunds, language }: BadgeProps) {
  if (!heldRefunds.has(order.uuid)) return <OrderBadge order={order} heldRefunds={heldRefunds} language={language} />;
  return (
    <>
      <OrderBadge order={{ ...order, refunded: 0n }} heldRefunds={new Set()} language={language} />
      <HeldRefund language={language} />
    </>
  );
}

export function statusText(order: Order, language: Language): string {
  const { partRefunded, tabStatuses } = ORDERS_TEXTS[language];
  const status = tabStatusOf(order);
  return status === 'refunded' && order.refunded < order.amount ? partRefunded : tabStatuses[status];
}

function HeldRefund({ language }: Pick<BadgeProps, 'language'>) {
  return <State tone="wait">{ORDERS_TEXTS[language].heldRefund}</State>;
}
