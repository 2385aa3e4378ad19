// What a customer reads of a way to pay: its name and what to bring there in one line, and short facts in one that breaks
// between them.
import type { Language } from '../../domain/base/language.js';
import { formatAmount } from '../../domain/base/money.js';
import { madeOfText, toBring } from '../../domain/orders/to-bring.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import { hoursText } from './hours.js';
import { PAY_TEXTS } from './texts.js';

export type WayView = {
  readonly code: string;
  readonly name: string;
  readonly notes: readonly string[];
  /** In pesos, with the commission; null where it is the price alone. */
  readonly bring: string | null;
  /** The path of its picture; null for SPEI. */
  readonly image: string | null;
};

export type WayContext = { readonly amount: bigint; readonly language: Language; readonly basePath: string };

export function toWay(point: PaymentPoint, { amount, language, basePath }: WayContext): WayView {
  const texts = PAY_TEXTS[language].way;
  const { code, name, availability, commission } = point;
  const bring = toBring(amount, point);
  return {
    code,
    name,
    notes: [
      bring.total > amount ? `(${madeOfText(bring, language)})` : '',
      bring.parts.length > 1 ? texts.inParts(bring.parts.length) : '',
      commission === 0n ? texts.noCommission : '',
      hoursText(availability, language) ?? '',
    ].filter((note) => note !== ''),
    bring: bring.total > amount ? texts.bring(`$${formatAmount(bring.total)}`) : null,
    image: `${basePath}/assets/providers/${encodeURIComponent(code)}-small.png`,
  };
}

export function AboutWay({ name, bring, notes }: Pick<WayView, 'name' | 'bring' | 'notes'>) {
  return (
    <span class="about">
      <strong>{name}</strong>
      {bring !== null && <strong class="bring">{bring}</strong>}
      <small class="pieces">
        {notes.map((note) => (
          <span key={note}>{note} </span>
        ))}
      </small>
    </span>
  );
}
