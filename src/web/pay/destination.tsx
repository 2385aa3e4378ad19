// What the customer shows, scans or copies to pay: a barcode with its digits, a CLABE, a card, an address with its QR
// code. It is on the first screen; of a coin the warning and the way to the wallet are.

import type { PaymentView } from './payment-view.js';
import { CopyButton, Row, Value } from './row.js';
import type { PayTexts } from './texts.js';
import { formatCountdown } from './time-left.js';
import { Barcode, encodeBars } from './voucher/barcode.js';
import { Qr } from './voucher/qr.js';

type DestinationProps = { readonly payment: PaymentView; readonly texts: PayTexts };

export function Destination({ payment, texts }: DestinationProps) {
  const { destination, qr } = payment;
  const bars = payment.barcode === null ? null : encodeBars(payment.barcode);
  return (
    <section class="destination" aria-labelledby="data-heading">
      <h2 id="data-heading" class="unseen">
        {texts.dataHeading}
      </h2>
      {payment.warning !== null && (
        <p class="callout" role="note">
          {payment.warning}
        </p>
      )}
      {/* Whoever reads the page on the phone with the wallet cannot scan it. */}
      {qr?.opensWallet && (
        <p class="wallet">
          <a class="button strong" href={qr.text}>
            {texts.openWallet}
          </a>
        </p>
      )}
      {bars !== null && (
        <div class="barcode">
          <Barcode bars={bars} label={texts.barcodeOf(`${destination.label} ${destination.value}`)} />
        </div>
      )}
      <dl class="rows">
        {payment.details.map((row) => (
          <Row key={row.label} row={row} texts={texts} />
        ))}
        {payment.caption === null ? (
          <div class="pay-to">
            <dt>{destination.label}</dt>
            <dd>
              <Value value={destination.value} />
              <CopyButton row={destination} texts={texts} isNamed />
            </dd>
          </div>
        ) : (
          <Row row={destination} texts={texts} kind="pay-to copyable" />
        )}
        {payment.rows.map((row) => (
          <Row key={row.label} row={row} texts={texts} />
        ))}
      </dl>
      {qr !== null && (
        <div class="barcode scanned">
          <Qr text={qr.text} label={texts.qrOf(qr.name)} />
        </div>
      )}
      {payment.lock !== null && (
        <p class="caption">
          {payment.lock.text}
          <span class="screen-only">
            :{' '}
            <strong
              id="lock"
              class="number"
              data-left-ms={payment.lock.leftMs}
              data-until={payment.lock.until}
              data-over={texts.lockOver}
            >
              {formatCountdown(payment.lock.leftMs)}
            </strong>
          </span>
        </p>
      )}
    </section>
  );
}
