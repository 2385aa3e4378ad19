// The customer page (D59): shows the amount, the payee, the deadline and the steps at one glance on a phone. It works
// without JavaScript; the script adds copying, printing, the time left and the live status.
import type { ComponentChildren } from 'preact';
import type { Status } from '../../domain/order.js';
import { Barcode, encodeBars } from './barcode.js';
import { renderDocument } from './layout.js';
import { PAY_TEXTS, type PayTexts } from './texts.js';
import { formatTimeLeft } from './time-left.js';
import type { PaymentRow, PaymentView, PayView } from './view.js';

const REFRESH_SECONDS = 30;
/**
 * When the script first polls. The customer is watching a pending order; an expired one may still turn out paid (D36).
 */
const FIRST_POLL_MS: Readonly<Partial<Record<Status, number>>> = { pending: 3_000, expired: 30_000 };

/** `query` is what a link to the page in another language must keep. */
export function renderPayPage(view: PayView, basePath: string, query = ''): string {
  const texts = PAY_TEXTS[view.language];
  const path = `${basePath}/pay/${view.id}`;
  return renderDocument(
    {
      language: view.language,
      title: `${texts.status[view.status]} · $${view.amount} MXN · ${view.merchantName}`,
      width: view.payment === null ? 'narrow' : 'wide',
      basePath,
      refreshSeconds: view.status === 'pending' ? REFRESH_SECONDS : null,
      languageBy: { query },
      header: (
        <p class="merchant">
          <span>{texts.payTo}</span> <strong>{view.merchantName}</strong>
        </p>
      ),
      footer: (
        <>
          <p>{texts.doubts(view.merchantName, view.folio)}</p>
          {view.payment !== null && <p>{texts.privacy}</p>}
        </>
      ),
    },
    <main
      data-id={view.id}
      data-status={view.status}
      data-status-url={`${path}/status.json`}
      data-first-poll={FIRST_POLL_MS[view.status]}
    >
      {view.mode === 'test' && (
        <p class="test" role="note">
          <strong>{texts.testMode}</strong> {texts.testModeNote}
        </p>
      )}
      <div class="columns">
        <Summary view={view} texts={texts} />
        {view.payment !== null && <Payment payment={view.payment} texts={texts} path={path} />}
      </div>
    </main>,
  );
}

function Summary({ view, texts }: { readonly view: PayView; readonly texts: PayTexts }) {
  return (
    <section class={`card summary ${view.status}`} aria-labelledby="amount">
      <p id="status" class="status">
        <StatusIcon status={view.status} />
        {texts.status[view.status]}
      </p>
      <h1 id="amount">
        <span class="label">{texts.amountLabel[view.status]}</span>
        <span class="unseen">: </span>
        <span class="amount">
          ${view.amount} <small>MXN</small>
        </span>
      </h1>
      {view.received !== null && <p class="live-note">{texts.partlyPaid(view.received)}</p>}
      {view.status !== 'pending' && (
        <div class="verdict">
          {texts.statusNotes[view.status](view.merchantName).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {view.returnUrl !== null && (
            <p>
              {/* A shop that shows the page in a frame does not want itself in there. */}
              <a class="button" href={view.returnUrl} target="_top" rel="noreferrer nofollow">
                {texts.backToShop}
              </a>
            </p>
          )}
        </div>
      )}
      <dl class="facts">
        <Fact name={texts.product} kind="wide">
          {view.productName}
        </Fact>
        <Fact name={texts.point}>{view.pointName}</Fact>
        <Fact name={texts.folio}>{view.folio}</Fact>
        <Deadline view={view} texts={texts} />
      </dl>
      {view.status === 'pending' && <p class="live-note">{texts.liveNote}</p>}
    </section>
  );
}

function Deadline({ view, texts }: { readonly view: PayView; readonly texts: PayTexts }) {
  if (view.status === 'paid' || view.status === 'canceled') return null;
  const time = <time dateTime={new Date(view.expiresAt).toISOString()}>{view.expiresAtText}</time>;
  if (view.status === 'expired') {
    return (
      <Fact name={texts.wasPayableUntil} kind="wide">
        {time}
      </Fact>
    );
  }
  return (
    <>
      <Fact name={texts.payBefore} kind="wide">
        {time}
      </Fact>
      <Fact name={texts.timeLeft} kind="wide left">
        <span id="left" data-left-ms={view.leftMs}>
          {formatTimeLeft(view.leftMs, view.language)}
        </span>
      </Fact>
    </>
  );
}

function Fact(props: { readonly name: string; readonly kind?: string; readonly children: ComponentChildren }) {
  return (
    <div class={props.kind}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Payment(props: { readonly payment: PaymentView; readonly texts: PayTexts; readonly path: string }) {
  const { payment, texts, path } = props;
  const { destination } = payment;
  const bars = encodeBars(destination.value);
  return (
    <div class="payment">
      <section class="card" aria-labelledby="data-heading">
        <h2 id="data-heading">{texts.dataHeading}</h2>
        <p>{payment.introduction}</p>
        <dl class="rows">
          <Row row={destination} texts={texts} kind="destination" />
          {payment.rows.map((row) => (
            <Row key={row.label} row={row} texts={texts} />
          ))}
        </dl>
        {bars !== null && (
          <figure>
            <div class="barcode">
              <Barcode bars={bars} label={texts.barcodeOf(`${destination.label} ${destination.value}`)} />
            </div>
            <figcaption>
              {payment.isAtTill ? texts.showAtTill : texts.barcodeOf(destination.label)}{' '}
              {payment.isAtTill && (
                <a href={`${path}/barcode.png`} download={`${destination.value}.png`}>
                  {texts.saveImage}
                </a>
              )}
            </figcaption>
          </figure>
        )}
      </section>
      <section class="card" aria-labelledby="steps-heading">
        <h2 id="steps-heading">{texts.stepsHeading}</h2>
        <ol class="steps">
          {payment.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {payment.notes.length > 0 && (
          <>
            <h3>{texts.notesHeading}</h3>
            <ul class="notes">
              {payment.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        )}
        <button type="button" id="print" class="button" hidden>
          {texts.print}
        </button>
      </section>
    </div>
  );
}

function Row({ row, texts, kind }: { readonly row: PaymentRow; readonly texts: PayTexts; readonly kind?: string }) {
  return (
    <div class={kind ?? (row.copy === null ? undefined : 'copyable')}>
      <dt>{row.label}</dt>
      <dd>
        <span class="value">
          {groups(row.value).map((group, index) => (
            <span key={index}>{group}</span>
          ))}
        </span>
        {row.copy !== null && (
          <button type="button" class="button copy" data-copy={row.copy} data-done={texts.copied} hidden>
            <span>{texts.copy}</span>
            <span class="unseen"> {row.label}</span>
          </button>
        )}
      </dd>
    </div>
  );
}

/**
 * Splits long numbers into readable groups; a CLABE into its parts (bank, city, account, control digit). The stylesheet
 * draws the gaps, so that copying by hand gives only the digits.
 */
export function groups(value: string): readonly string[] {
  if (/^\d{18}$/.test(value)) return value.match(/^(...)(...)(....)(....)(...)(.)$/)?.slice(1) ?? [];
  if (/^\d{8,}$/.test(value)) return value.match(/.{1,4}/g) ?? [];
  return [value];
}

const ICONS: Readonly<Record<Status, string>> = {
  pending: 'M10 5v5l3.500 2',
  paid: 'M6 10.500l2.700 2.700L14 7.500',
  expired: 'M10 5.500v5.500M10 14v.1',
  canceled: 'M7 7l6 6M13 7l-6 6',
};

function StatusIcon({ status }: { readonly status: Status }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.500" />
      <path d={ICONS[status]} />
    </svg>
  );
}
