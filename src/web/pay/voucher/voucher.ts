// What a voucher says: the page of an order on a piece of paper or in a picture, for whoever goes to the till without a
// telephone, or sends somebody else.

import type { PaymentView } from '../payment-view.js';
import { PAY_TEXTS } from '../texts.js';
import type { PayView } from '../view.js';
import { encodeBars } from './barcode.js';
import { encodeQr } from './qr.js';
import type { ScanCode } from './scan-code.js';

export type Voucher = {
  readonly language: 'es' | 'en';
  readonly merchantName: string;
  /** Across the top of an order that is not real; null in live mode. */
  readonly warning: string | null;
  readonly label: string;
  readonly amount: string;
  readonly lines: readonly string[];
  readonly code: ScanCode | null;
  /** What is paid to, in groups that people can read. */
  readonly payTo: { readonly label: string; readonly value: string };
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly steps: readonly string[];
  readonly notes: readonly string[];
};

export function toVoucher(view: PayView & { readonly payment: PaymentView }): Voucher {
  const { payment, language } = view;
  const texts = PAY_TEXTS[language];
  return {
    language,
    merchantName: view.merchantName,
    warning: view.mode === 'test' ? `${texts.testMode}. ${texts.testModeNote}` : null,
    label: view.label,
    amount: `$${view.amount} MXN`,
    lines: [...view.lines, ...(view.exchange === null ? [] : [view.exchange]), ...view.verdict],
    code: codeOf(payment),
    payTo: { label: payment.destination.label, value: readable(payment.destination.value) },
    rows: [
      ...payment.rows.map(({ label, value }) => ({ label, value })),
      { label: texts.payBefore, value: view.expiresAtText },
      { label: texts.product, value: view.productName },
      { label: texts.folio, value: view.folio },
      { label: texts.point, value: view.hours === null ? view.pointName : `${view.pointName} (${view.hours})` },
    ],
    steps: payment.steps,
    notes: [...payment.notes, texts.doubts(view.merchantName, view.folio)],
  };
}

function codeOf({ barcode, qr }: PaymentView): ScanCode | null {
  const bars = barcode === null ? null : encodeBars(barcode);
  if (bars !== null) return bars;
  return qr === null ? null : encodeQr(qr.text);
}

function readable(value: string): string {
  return /^\d{8,}$/.test(value) ? value.replace(/(.{4})(?=.)/g, '$1 ') : value;
}

/** Breaks a text into lines; `fits` says whether a line is short enough. A word that is too long is cut. */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end))) end--;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return line === '' ? lines : [...lines, line];
}
