// One outgoing transfer: where it goes, what happened to it, and what to do next.
import { COINS } from '../../../domain/points/coins.js';
import { formatTransferId, statusOf } from '../../../domain/transfers/transfer.js';
import { PastActs } from '../audit/past-acts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { AskFirst, AskForm, Submit } from '../ui/buttons.js';
import { MerchantLink, ModeMark, NoteField } from '../ui/desk-parts.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { Card, Code, Copyable, CopyFact, CopyShort, Fact, Facts, OrderLink, pesos, Time } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { StatusBadge } from './transfers-list.js';
import type { TransferView } from './transfers-view.js';

export function renderTransferPage(frame: Frame, view: TransferView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { transfer } = view;
  const status = statusOf(transfer);
  return renderPage(
    frame,
    {
      title: texts.transfer,
      heading: `${pesos(transfer.amount)} · ${texts.reason[transfer.reason]}`,
      back: { href: `${frame.path}/transfers?status=${status}`, name: texts.title },
      aside: (
        <>
          <StatusBadge frame={frame} status={status} />
          <ModeMark frame={frame} mode={transfer.scope.mode} />
        </>
      ),
    },
    <div class="two">
      <div class="stack">
        <FactsCard frame={frame} view={view} />
        {may(frame, 'decide') && <Steps frame={frame} view={view} />}
      </div>
      <History frame={frame} view={view} />
    </div>,
  );
}

type Props = { readonly frame: Frame; readonly view: TransferView };

function FactsCard({ frame, view: { transfer, merchant, actors, file } }: Props) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { destination } = transfer;
  return (
    <Card>
      <Facts>
        <Fact name={DESK_TEXTS[frame.language].merchant}>
          <MerchantLink frame={frame} id={merchant === null ? null : transfer.scope.accountId} name={merchant} />
        </Fact>
        {destination !== null && (
          <>
            <Fact name={texts.holder}>{destination.holder}</Fact>
            <CopyFact frame={frame} name={texts.clabe} text={destination.clabe} />
            <Fact name={texts.bank}>{destination.bank}</Fact>
          </>
        )}
        {transfer.trackingKey !== null && (
          <CopyFact frame={frame} name={texts.trackingKey} text={transfer.trackingKey} />
        )}
        {transfer.orderId !== null && (
          <Fact name={texts.order}>
            <OrderLink frame={frame} id={transfer.orderId} folio={`${transfer.orderId.slice(0, 8)}…`} />
          </Fact>
        )}
        {transfer.reason === 'return' && (
          <Fact name={texts.payment}>
            <a href={`${frame.path}/payments/${transfer.sourceId}`}>
              <Code>{transfer.sourceId.slice(0, 8)}…</Code>
            </a>
          </Fact>
        )}
        {transfer.batchId !== null && (
          <Fact name={texts.file}>
            <a href={`${frame.path}/transfers/files/${transfer.batchId}`}>{`${texts.batch} ${file?.number ?? ''}`}</a>
          </Fact>
        )}
        <Fact name={texts.decidedBy}>{actors.get(transfer.decidedBy) ?? transfer.decidedBy}</Fact>
        {transfer.note !== null && <Fact name={texts.bounceWhy}>{transfer.note}</Fact>}
        <Fact name="Id">
          <CopyShort frame={frame} id={formatTransferId(transfer.id)} />
        </Fact>
      </Facts>
    </Card>
  );
}

/** What may be done to a transfer in its state. */
function Steps({ frame, view }: Props) {
  const { transfer } = view;
  const texts = TRANSFERS_TEXTS[frame.language];
  const status = statusOf(transfer);
  // What the bank has said can be corrected (D84), but not of what it was never told.
  if (status === 'bounced' && transfer.trackingKey === null) return null;
  const path = `/transfers/${formatTransferId(transfer.id)}`;
  const holder = transfer.destination?.holder ?? '';
  const payer = transfer.reason === 'payout' ? view.merchant : null;
  const bounceLabel = status === 'to_fund' ? texts.drop : texts.bounce;
  return (
    <Card title={status === 'confirmed' || status === 'bounced' ? texts.correct : texts.next}>
      {status === 'to_fund' && (
        <AskForm frame={frame} action={`${path}/lend`} label={texts.lend(pesos(transfer.amount), view.merchant ?? '')}>
          <p>{texts.lendText}</p>
          <NoteField frame={frame} />
          <Submit>{texts.lend(pesos(transfer.amount), view.merchant ?? '')}</Submit>
        </AskForm>
      )}
      {(transfer.state === 'to_fund' || transfer.state === 'to_send') && transfer.batchId === null && (
        <DestinationForm frame={frame} view={view} />
      )}
      {status === 'to_send' && (
        <Form frame={frame} action={`${path}/sent`}>
          <p class="soft">{texts.markSentText}</p>
          <Field
            name="tracking_key"
            label={transfer.coin === null ? texts.trackingKey : texts.transaction}
            required
            maxLength={72}
          />
          <Submit look="main">{texts.markSent}</Submit>
        </Form>
      )}
      {(status === 'sent' || status === 'bounced') && (
        <Form frame={frame} action={`${path}/confirm`}>
          <p class="soft">{texts.confirmText}</p>
          <Hidden name="seen" value={transfer.state} />
          <NoteField frame={frame} />
          <Submit look="main">{texts.confirm(pesos(transfer.amount), holder)}</Submit>
        </Form>
      )}
      {status !== 'bounced' && (
        <>
          <p class="soft">{status === 'to_fund' ? texts.dropText : texts.bounceText(pesos(transfer.amount), payer)}</p>
          <AskForm frame={frame} action={`${path}/bounce`} label={bounceLabel} kind="danger">
            <Hidden name="seen" value={transfer.state} />
            <Field name="note" label={status === 'to_fund' ? texts.why : texts.bounceWhy} required maxLength={255} />
            <Submit look="danger">{bounceLabel}</Submit>
          </AskForm>
        </>
      )}
    </Card>
  );
}

function DestinationForm({ frame, view }: Props) {
  const { transfer, mayLink } = view;
  const texts = TRANSFERS_TEXTS[frame.language];
  const path = `/transfers/${formatTransferId(transfer.id)}`;
  const { destination } = transfer;
  const form = (
    <Form frame={frame} action={`${path}/destination`}>
      <Hidden name="seen" value={destination?.clabe ?? ''} />
      {transfer.coin === null ? (
        <>
          <Field
            name="clabe"
            label={texts.clabe}
            value={destination?.clabe ?? ''}
            inputMode="numeric"
            required
            maxLength={24}
          />
          <Field name="holder" label={texts.holder} value={destination?.holder ?? ''} required maxLength={120} />
          <Field name="bank" label={texts.bank} hint={texts.bankHint} maxLength={60} />
        </>
      ) : (
        <Field
          name="clabe"
          label={texts.address}
          hint={texts.addressHint(transfer.coin, COINS[transfer.coin].network)}
          value={destination?.clabe ?? ''}
          required
          maxLength={100}
        />
      )}
      <Submit>{texts.setDestination}</Submit>
    </Form>
  );
  if (destination !== null)
    return (
      <AskFirst label={texts.setDestination} of={{ frame, action: `${path}/destination` }}>
        {form}
      </AskFirst>
    );
  return (
    <>
      {form}
      {transfer.orderId !== null && (
        <Form frame={frame} action={`${path}/link/email`}>
          <p class="soft">{texts.sendLinkText}</p>
          <Submit>{texts.sendLink}</Submit>
        </Form>
      )}
      {mayLink && (
        <Form frame={frame} action={`${path}/link`}>
          <p class="soft">{texts.linkText}</p>
          <Submit>{texts.link}</Submit>
        </Form>
      )}
    </>
  );
}

function History({ frame, view }: Props) {
  const { transfer, pastActs, file, actors } = view;
  const texts = TRANSFERS_TEXTS[frame.language];
  const doneBy = (action: string) => pastActs.find((act) => act.action === action)?.by;
  const steps = [
    ['created', transfer.createdAt, transfer.decidedBy],
    ['destination', transfer.destinationAt, transfer.destinationBy],
    ['exported', transfer.exportedAt, file?.madeBy],
    ['sent', transfer.sentAt, doneBy('transfer.sent')],
    ['confirmed', transfer.confirmedAt, doneBy('transfer.confirm')],
    ['bounced', transfer.bouncedAt, doneBy('transfer.bounce')],
  ] as const;
  return (
    <Card title={texts.history}>
      <ol class="timeline">
        {steps.map(
          ([step, at, by]) =>
            at !== null && (
              <li key={step}>
                <strong>{texts.steps[step]}</strong>
                <br />
                <span class="soft">
                  <Time at={at} language={frame.language} />
                  {by && `, ${actors.get(by) ?? by}`}
                </span>
              </li>
            ),
        )}
      </ol>
      <PastActs frame={frame} acts={pastActs} />
    </Card>
  );
}

/** The customer's link, shown once. */
export function renderLinkPage(frame: Frame, { transfer }: TransferView, link: string): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  return renderPage(
    frame,
    {
      title: texts.link,
      back: { href: `${frame.path}/transfers/${formatTransferId(transfer.id)}`, name: texts.transfer },
    },
    <Card>
      <p>{texts.linkShown}</p>
      <Copyable frame={frame} text={link} />
    </Card>,
  );
}
