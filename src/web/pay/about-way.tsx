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

type Point = Pick<PaymentPoint, 'code' | 'name' | 'kind' | 'availability' | 'tillLimit' | 'commission'>;
export type WayContext = { readonly amount: bigint; readonly language: Language; readonly basePath: string };

export function toWay(point: Point, { amount, language, basePath }: WayContext): WayView {
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

type WayProps = {
  readonly way: WayView;
  /** Of the field of the form. */
  readonly name: string;
  /** What the button says once it is chosen. */
  readonly send: string;
  readonly isChosen: boolean;
  readonly id?: string | undefined;
};

export function Way({ way, name, send, isChosen, id }: WayProps) {
  return (
    <label class="way">
      <input type="radio" name={name} value={way.code} id={id} checked={isChosen} data-send={send} required />
      {way.image !== null && <img src={way.image} alt="" width="40" height="40" loading="lazy" />}
      <span class="about">
        <strong>{way.name}</strong>
        <strong class="number">{way.sum}</strong>
        <small class="pieces">
          {way.notes.map((note) => (
            <span key={note}>{note} </span>
          ))}
        </small>
      </span>
    </label>
  );
}
