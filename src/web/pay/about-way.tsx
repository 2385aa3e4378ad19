// What a customer reads of a way to pay: its name and what is paid there in all in one row, and short facts in the next.
import type { Language } from '../../domain/base/language.js';
import { formatAmount } from '../../domain/base/money.js';
import { commissionText, toBring } from '../../domain/orders/to-bring.js';
import { kindOf, type PaymentPoint } from '../../domain/points/payment-point.js';
import { hoursText } from './hours.js';
import { PAY_TEXTS } from './texts.js';

export type WayView = {
  readonly code: string;
  readonly name: string;
  readonly notes: readonly string[];
  /** "$155.00", with the commission. */
  readonly sum: string;
  /** The path of its picture; null for SPEI. */
  readonly image: string | null;
};

export type WayContext = { readonly amount: bigint; readonly language: Language; readonly basePath: string };

export function toWay(point: PaymentPoint, { amount, language, basePath }: WayContext): WayView {
  const texts = PAY_TEXTS[language].way;
  const { code, name, availability, commission } = point;
  const bring = toBring(amount, point);
  const free = kindOf(point).method === 'crypto' ? texts.networkFee : texts.noCommission;
  return {
    code,
    name,
    notes: [
      bring.commission > 0n ? texts.commission(commissionText(bring)) : '',
      commission === 0n ? free : '',
      bring.parts.length > 1 ? texts.inParts(bring.parts.length) : '',
      // "8 a.m. a 9 p.m.": there is room for one line.
      (hoursText(availability, language) ?? '').replaceAll(':00', ''),
    ].filter((note) => note !== ''),
    sum: `$${formatAmount(bring.total)}`,
    image: `${basePath}/assets/providers/${encodeURIComponent(code)}-small.png`,
  };
}

export function AboutWay({ name, sum, notes }: Pick<WayView, 'name' | 'sum' | 'notes'>) {
  return (
    <span class="about">
      <strong>{name}</strong>
      <strong class="number">{sum}</strong>
      <small class="pieces">
        {notes.map((note) => (
          <span key={note}>{note} </span>
        ))}
      </small>
    </span>
  );
}
