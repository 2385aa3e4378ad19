// The customer page (D59): on the first screen of a phone shop, amount, what to show or copy, and the deadline; below it
// the steps and the order. It works without JavaScript; the script adds copying, printing, the time left and the live
// status, and keeps the page for when there is no signal.
import { HOUR_MS } from '../../domain/base/duration.js';
import { formatDeadline } from '../../domain/base/mexico-time.js';
import { deadlineLabel } from '../../domain/orders/deadlines.js';
import type { Status } from '../../domain/orders/order.js';
import { StatusIcon } from './icons.js';
import { renderDocument } from './layout.js';
import { Contacts, Merchant } from './merchant.js';
import { Money, Receipt } from './money.js';
import { PayTo } from './pay-to.js';
import type { PaymentView } from './payment-view.js';
import { Fact, Time, Told } from './row.js';
import { MONEY_TEXTS, PAY_TEXTS, type PayTexts } from './texts.js';
import { formatNearDay, formatTimeLeft } from './time-left.js';
import { headlineOf, type PayView } from './view.js';

const REFRESH_SECONDS = 30;
/** In the last hours the time left says more than the date. */
const SHOWN_LEFT_MS = 12 * HOUR_MS;
/** When the script first asks. The customer is watching a pending order; an expired one may still turn out paid (D36). */
const FIRST_POLL_MS: Readonly<Partial<Record<Status, number>>> = { pending: 3_000, expired: 30_000 };

type PartProps = { readonly view: PayView; readonly texts: PayTexts };

/** `query` is what a link to the page in another language must keep; null for a sample, which stays as it is. */
export function renderPayPage(view: PayView, basePath: string, query: string | null = ''): string {
  const texts = PAY_TEXTS[view.language];
  const path = `${basePath}/pay/${view.id}`;
  const isWide = view.payment !== null || view.payments.length + view.returns.length > 0;
  return renderDocument(
    {
      language: view.language,
      title: `${view.statusText} · $${view.amount} MXN · ${view.merchantName}`,
      width: isWide ? 'wide' : 'narrow',
      basePath,
      colour: view.brand.colour,
      isSample: query === null,
      refreshSeconds: view.status === 'pending' && query !== null ? REFRESH_SECONDS : null,
      languageBy: query === null ? null : { query },
      header: <Merchant {...{ view, basePath, label: texts.payTo }} />,
      footer: (
        <>
          <p>{texts.doubts(view.merchantName, view.folio)}</p>
          <Contacts contacts={view.contacts} />
          {view.payment !== null && <p>{texts.privacy}</p>}
        </>
      ),
    },
    <main
      data-id={view.id}
      data-version={view.version}
      data-offline={texts.offline(view.madeAtText)}
      data-over={texts.over}
      data-pay-url={path}
      data-first-poll={FIRST_POLL_MS[view.status] ?? 0}
      data-expires-at={view.payment === null ? undefined : view.expiresAt}
      data-left-ms={view.payment === null ? undefined : view.leftMs}
    >
      {view.mode === 'test' && (
        <p class="test" role="note">
          <strong>{texts.testMode}</strong> {texts.testModeNote}
        </p>
      )}
      {/* Filled by the script, when there is no signal. */}
      <p id="note" class="offline" role="status" hidden />
      <div class="columns">
        <Summary view={view} texts={texts} basePath={basePath} />
        <div class="payment">
          {view.payment !== null && <HowToPay view={view} payment={view.payment} texts={texts} path={path} />}
          <Money view={view} />
          <OrderFacts view={view} texts={texts} />
        </div>
      </div>
    </main>,
  );
}

function Summary({ view, texts, basePath }: PartProps & { readonly basePath: string }) {
  const { payment } = view;
  const isTall = payment !== null && payment.qr !== null;
  const { label, sum, unit, lines } = headlineOf(view);
  return (
    <section class={`card summary ${view.look} ${view.status}`} aria-labelledby="amount">
      <p id="status" class="status">
        <StatusIcon situation={view.look} />
        {view.statusText}
      </p>
      {payment !== null && view.pointCode !== null && (
        <img
          class="mark"
          src={`${basePath}/assets/providers/${encodeURIComponent(view.pointCode)}-medium.png`}
          alt=""
          width="48"
          height="48"
        />
      )}
      <h1 id="amount">
        <span class="label">{label}</span>
        <span class="unseen">: </span>
        <span class="amount">
          {sum} <small>{unit}</small>
        </span>
      </h1>
      {[...lines, ...(view.exchange === null ? [] : [view.exchange])].map((line) => (
        <p key={line} class="made-of">
          {line}
        </p>
      ))}
      {view.receipt.map((rows) => (
        <Receipt key={rows[0]?.name} rows={rows} />
      ))}
      {view.verdict.length > 0 && (
        <div class="verdict">
          {view.verdict.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {/* A code to scan and its address fill the first screen of a phone, so the deadline stands above them. */}
      {isTall && <Deadline view={view} texts={texts} />}
      {payment !== null && <PayTo payment={payment} texts={texts} />}
      {!isTall && <Deadline view={view} texts={texts} />}
      {payment !== null && view.rule !== null && <p class="hours closed">{view.rule}</p>}
      {payment !== null && view.hours !== null && <p class="hours">{view.hours}</p>}
      {payment !== null && view.shut !== null && <p class="hours closed">{view.shut}</p>}
      {payment !== null && view.payee !== null && <p class="payee">{view.payee}</p>}
      {view.next !== null && (
        <p class="back">
          {/* A shop that shows the page in a frame does not want itself in there. */}
          <a class="button strong" href={view.next.url} target="_top" rel="noreferrer nofollow">
            {view.next.label}
          </a>
        </p>
      )}
    </section>
  );
}

function Deadline({ view, texts }: PartProps) {
  if (view.status === 'paid' || view.status === 'canceled') return null;
  // All of it is on its way.
  if (view.status === 'pending' && view.payment === null) return null;
  if (view.status === 'expired')
    return (
      <dl class="deadline">
        <Fact name={texts.wasPayableUntil}>
          <When at={view.expiresAt} text={view.expiresAtText} />
        </Fact>
      </dl>
    );
  const { language, leftMs, expiresAt, deadlines } = view;
  const now = expiresAt - leftMs;
  const left = deadlines[0].at - now;
  return (
    <dl class="deadline">
      {deadlines.map((deadline) => (
        <Fact key={deadline.place} name={deadlineLabel(deadline, language)}>
          <span class="near" data-at={deadline.at}>
            {formatNearDay(deadline.at, now, language)}
          </span>
          <When at={deadline.at} text={formatDeadline(deadline.at, language)} />
        </Fact>
      ))}
      <Fact name={texts.timeLeft} kind="left" isHidden={left > SHOWN_LEFT_MS}>
        <span id="left" data-until={deadlines[0].at} data-shown-ms={SHOWN_LEFT_MS}>
          {formatTimeLeft(left, language)}
        </span>
      </Fact>
    </dl>
  );
}

function When({ at, text }: { readonly at: number; readonly text: string }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <Time text={text} />
    </time>
  );
}

function HowToPay({
  view,
  payment,
  texts,
  path,
}: PartProps & { readonly payment: PaymentView; readonly path: string }) {
  return (
    <section class="card" aria-labelledby="steps-heading">
      <h2 id="steps-heading">{texts.stepsHeading}</h2>
      <p>{payment.introduction}</p>
      <ol class="steps">
        {payment.steps.map((step) => (
          <li key={step}>
            <Told text={step} />
          </li>
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
      <h3 class="screen-only">{texts.saveHeading}</h3>
      <p class="actions">
        <a class="button" href={`${path}/voucher.png?lang=${view.language}`} download={`${view.folio}.png`}>
          {texts.savePicture}
        </a>
        <a class="button" href={`${path}/voucher.pdf?lang=${view.language}`} download={`${view.folio}.pdf`}>
          {texts.savePdf}
        </a>
        <button type="button" class="button print" hidden>
          {texts.print}
        </button>
      </p>
      {view.canChangePoint && (
        <p class="actions">
          <a class="button" href={`${path}/point?lang=${view.language}`} target="_top">
            {texts.changePoint}
          </a>
        </p>
      )}
      <p class="live-note">{texts.liveNote}</p>
    </section>
  );
}

function OrderFacts({ view, texts }: PartProps) {
  return (
    <section class="card" aria-labelledby="order-heading">
      <h2 id="order-heading">{texts.orderHeading}</h2>
      <dl class="facts">
        <Fact name={texts.product} kind="wide">
          {view.productName}
        </Fact>
        <Fact name={texts.folio}>
          <span class="number">{view.folio}</span>
        </Fact>
        <Fact name={texts.point}>{view.pointName}</Fact>
      </dl>
      {view.payment === null && view.payments.length > 0 && (
        <p class="actions">
          <button type="button" class="button print" hidden>
            {MONEY_TEXTS[view.language].printReceipt}
          </button>
          <button type="button" class="button share" hidden>
            {texts.share}
          </button>
        </p>
      )}
    </section>
  );
}
