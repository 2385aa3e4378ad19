// What a voucher says: the page of an order on a piece of paper or in a picture, for whoever goes to the till without a
// telephone, or sends somebody else.

import { OUR_COLOUR, shadesOf } from '../../../domain/accounts/colour.js';
import { contactLines } from '../../../domain/accounts/contact-lines.js';
import { splitZone } from '../../../domain/base/mexico-time.js';
import { deadlineLabel, deadlineText } from '../../../domain/orders/deadlines.js';
import { grouped, groupsOf } from '../../../domain/points/number-groups.js';
import type { PaymentView } from '../payment-view.js';
import { PAY_TEXTS } from '../texts.js';
import { headlineOf, type PayView } from '../view.js';
import { encodeBars } from './barcode.js';
import { encodeQr } from './qr.js';
import type { ScanCode } from './scan-code.js';

export type Voucher = {
  readonly merchantName: string;
  /** The merchant's colour, and its shade that can be read on white. */
  readonly colours: { readonly brand: string; readonly accent: string };
  /** The merchant's. */
  readonly logo: VoucherPicture | null;
  /** "Payment to" */
  readonly payTo: string;
  /** Across the top of an order that is not real; null in live mode. */
  readonly warning: string | null;
  readonly label: string;
  readonly amount: string;
  readonly lines: readonly string[];
  /** What the amount is made of. */
  readonly sums: readonly (readonly VoucherRow[])[];
  readonly code: ScanCode | null;
  /** What is said or typed before it. */
  readonly details: readonly VoucherRow[];
  /** What is paid to, in groups that people can read. */
  readonly destination: VoucherRow;
  readonly rows: readonly VoucherRow[];
  /** What goes wrong if it is overlooked: the payments in a row, the network of a coin, how long its price holds. */
  readonly cautions: readonly string[];
  /** Until when, and when the point is open. */
  readonly deadline: readonly VoucherRow[];
  readonly stepsHeading: string;
  readonly steps: readonly string[];
  readonly facts: readonly VoucherRow[];
  readonly notes: readonly string[];
};

export type VoucherRow = { readonly label: string; readonly value: string };

/** A PNG with its size in pixels. */
export type VoucherPicture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

export function toVoucher(view: PayView & { readonly payment: PaymentView }, logo: VoucherPicture | null): Voucher {
  const { payment, language } = view;
  const texts = PAY_TEXTS[language];
  const { label, sum, unit, lines } = headlineOf(view);
  const { colour, onLight } = shadesOf(view.brand.colour ?? OUR_COLOUR);
  return {
    merchantName: view.merchantName,
    colours: { brand: colour, accent: onLight },
    logo,
    payTo: texts.payTo,
    warning: view.mode === 'test' ? `${texts.testMode}. ${texts.testModeNote}` : null,
    label,
    amount: `${sum} ${unit}`,
    lines: [...lines, ...(view.exchange === null ? [] : [view.exchange]), ...view.verdict],
    sums: view.receipt.map((rows) =>
      rows.map(({ name, note, sum: value }) => ({ label: note ? `${name}: ${note}` : name, value })),
    ),
    code: codeOf(payment),
    details: payment.details.map(({ label, value }) => ({ label, value: grouped(value) })),
    destination: { label: payment.destination.label, value: groupsOf(payment.destination.value).join(' ') },
    rows: payment.rows.map(({ label, value }) => ({ label, value: grouped(value) })),
    cautions: [
      ...(view.rule === null ? [] : [view.rule]),
      ...(payment.warning === null ? [] : [payment.warning]),
      ...(payment.lock === null ? [] : [texts.lockOnPaper(payment.lock.text)]),
    ],
    deadline: [
      ...view.deadlines.map((deadline, index) => ({
        label: deadlineLabel(deadline, language),
        // The last says of which clock they all are.
        value: splitZone(deadlineText(deadline, language))
          .slice(0, index === view.deadlines.length - 1 ? 2 : 1)
          .join(' '),
      })),
      ...[view.hours, view.shut].flatMap((label) => (label === null ? [] : [{ label, value: '' }])),
    ],
    stepsHeading: texts.stepsHeading,
    steps: payment.steps,
    facts: [
      { label: texts.product, value: view.productName },
      { label: texts.folio, value: view.folio },
    ],
    notes: [
      ...payment.notes,
      ...(view.payee === null ? [] : [view.payee]),
      texts.issued(view.madeAtText),
      texts.doubts(view.merchantName, view.folio),
      ...contactLines(view.brand.contact, language).map(({ label, value }) => `${label}: ${value}`),
    ],
  };
}

function codeOf({ barcode, qr }: PaymentView): ScanCode | null {
  const bars = barcode === null ? null : encodeBars(barcode);
  if (bars !== null) return bars;
  return qr === null ? null : encodeQr(qr.text);
}
