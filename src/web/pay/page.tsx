// The customer page (D59): on the first screen of a phone shop, amount, what to show or copy, and the deadline; below it
// the steps and the order. It works without JavaScript; the script adds copying, printing, the time left and the live
// status, and keeps the page for when there is no signal.
import { HOUR_MS } from '../../domain/base/duration.js';
import { formatDeadline, splitZone } from '../../domain/base/mexico-time.js';
import { deadlineLabel } from '../../domain/orders/deadlines.js';
import type { Status } from '../../domain/orders/order.js';
import { Destination } from './destination.js';
import { StatusIcon } from './icons.js';
import { renderDocument } from './layout.js';
import { AskShop, Merchant, TestNote } from './merchant.js';
import { Money, Receipt } from './money.js';
import type { PaymentView } from './payment-view.js';
import { Fact, Time } from './row.js';
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
  return renderDocument(
    {
      language: view.language,
      title: `${view.statusText} · $${view.amount} MXN · ${view.merchantName}`,
      width: view.payment === null ? 'narrow' : 'wide',
      basePath,
      colour: view.brand.colour,
      isSample: query === null,
      refreshSeconds: view.status === 'pending' && query !== null ? REFRESH_SECONDS : null,
      languageBy: query === null ? null : { query },
      header: (
        <Merchant
          view={view}
          basePath={basePath}
          label={texts.payTo}
          about={[view.productName, `${texts.folio}\u00a0${view.folio}`]}
        />
      ),
      footer: view.needsShop ? null : <AskShop view={view} folio={view.folio} />,
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
      <TestNote view={view} note={view.payment === null ? texts.testMoneyNote : texts.testModeNote} />
      {/* Filled by the script, when there is no signal. */}
      <p id="note" class="offline" role="status" hidden />
      <div class="columns">
        <Summary view={view} texts={texts} basePath={basePath} />
        {view.payment === null ? (
          <Money view={view} />
        ) : (
          <div class="payment">
            <HowToPay payment={view.payment} texts={texts} />
            <Money view={view} />
          </div>
        )}
      </div>
    </main>,
  );
}

function Summary({ view, texts, basePath }: PartProps & { readonly basePath: string }) {
  const { payment, language } = view;
  const path = `${basePath}/pay/${view.id}`;
  const { label, sum, unit, lines } = headlineOf(view);
  return (
    <section class={`card summary ${view.status} ${view.look}`} aria-labelledby="amount">
      <p id="status" class="status">
        {/* What waits after it was paid waits for its customer. */}
        <StatusIcon status={view.look === 'waiting' && view.status !== 'pending' ? 'ended' : view.look} />
        {view.statusText}
      </p>
      <h1 id="amount">
        <span class="label">{label}</span>
        <span class="unseen">: </span>
        <span class="amount">
          {sum} <small>{unit}</small>
        </span>
      </h1>
      {payment !== null && view.rule !== null && <p class="callout">{view.rule}</p>}
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
      {view.canAskForLink && (
        <p class="back">
          <a class="button" href={`${path}/link?lang=${language}`} target="_top">
            {MONEY_TEXTS[language].sendLink}
          </a>
        </p>
      )}
      <Deadline view={view} texts={texts} />
      {payment !== null && (
        <>
          <Destination payment={payment} texts={texts} />
          <Keep view={view} payment={payment} texts={texts} path={path} />
          {[view.shut, view.hours, view.payee].map((line) => line !== null && <p class="hours">{line}</p>)}
          {view.canChangePoint && (
            <p class="hours screen-only">
              <a href={`${path}/point?lang=${language}`} target="_top">
                {texts.changePoint}
              </a>
            </p>
          )}
        </>
      )}
      {view.next !== null && (
        <p class="back">
          {/* A shop that shows the page in a frame does not want itself in there. */}
          <a class="button strong" href={view.next.url} target="_top" rel="noreferrer nofollow">
            {view.next.label}
          </a>
        </p>
      )}
      {view.needsShop && (
        <div class="ask">
          <AskShop view={view} folio={view.folio} />
        </div>
      )}
    </section>
  );
}

function Deadline({ view, texts }: PartProps) {
  if (view.payment === null) return null;
  const { language, leftMs, expiresAt, deadlines } = view;
  const now = expiresAt - leftMs;
  const left = deadlines[0].at - now;
  return (
    <dl class="deadline">
      {deadlines.map((deadline, index) => (
        <Fact key={deadline.place} name={deadlineLabel(deadline, language)}>
          <span class="near" data-at={deadline.at}>
            {formatNearDay(deadline.at, now, language)}
          </span>
          {/* The last says of which clock they all are. */}
          <time dateTime={new Date(deadline.at).toISOString()}>
            <Time
              text={splitZone(formatDeadline(deadline.at, language))
                .slice(0, deadlines.length - 1 === index ? 2 : 1)
                .join(' ')}
            />
          </time>
        </Fact>
      ))}
      <Fact
        name={texts.timeLeft[deadlines[0].place === 'branch' ? 'branch' : 'anywhere']}
        kind="left"
        isHidden={left > SHOWN_LEFT_MS}
      >
        <span id="left" data-until={deadlines[0].at} data-shown-ms={SHOWN_LEFT_MS}>
          {formatTimeLeft(left, language)}
        </span>
      </Fact>
    </dl>
  );
}

type KeepProps = PartProps & { readonly payment: PaymentView; readonly path: string };

/** To have the code without a signal, or to hand it to whoever pays. A phone shows it large; a desk prints it. */
function Keep({ view, payment, texts, path }: KeepProps) {
  const { language, folio } = view;
  const { caption, barcode } = payment;
  return (
    <p class={`actions keep${caption === null ? '' : ' shown'}`}>
      <a class="button picture" href={`${path}/voucher.png?lang=${language}`} download={`${folio}.png`}>
        {texts.savePicture}
      </a>
      {caption !== null && (
        <button
          type="button"
          class="button enlarge"
          data-close={texts.close}
          data-caption={caption}
          data-turn={texts.turn}
          hidden
        >
          {barcode === null ? texts.enlargeNumber : texts.enlargeCode}
        </button>
      )}
      <button type="button" class="button share" hidden>
        {texts.share}
      </button>
      <a class="button" href={`${path}/voucher.pdf?lang=${language}`} download={`${folio}.pdf`}>
        {texts.savePdf}
      </a>
      <button type="button" class="button print" hidden>
        {texts.print}
      </button>
    </p>
  );
}

function HowToPay({ payment, texts }: { readonly payment: PaymentView; readonly texts: PayTexts }) {
  const last = payment.steps.length - 1;
  return (
    <section class="card" aria-labelledby="steps-heading">
      <h2 id="steps-heading">{texts.stepsHeading}</h2>
      <ol class="steps">
        {payment.steps.map((step, index) => (
          <li key={step}>
            {step} {index === last && <span class="screen-only">{texts.liveNote}</span>}
          </li>
        ))}
      </ol>
      {payment.notes.map((note) => (
        <p key={note} class="hours">
          {note}
        </p>
      ))}
    </section>
  );
}
