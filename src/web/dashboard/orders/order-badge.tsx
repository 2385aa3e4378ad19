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

export function OrderBadge({ order, language }: { readonly order: Order; readonly language: Language }) {
  const texts = ORDERS_TEXTS[language];
  const standing = tabStatusOf(order);
  const isPart = standing === 'refunded' && order.refunded < order.amount;
  return <State tone={TONES[standing]}>{isPart ? texts.partRefunded : texts.standings[standing]}</State>;
}
