// Outgoing transfers of all merchants at the desk: the work that is open, and what has ended.

import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import { formatTransferId, type Transfer, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { findOpenRestore } from '../../../store/keeping/restores.js';
import { type FileSummary, listBankFiles } from '../../../store/transfers/bank-files.js';
import { findBounces } from '../../../store/transfers/bounced-payees.js';
import { countWork, listWorkPage, sumBounced } from '../../../store/transfers/transfer-work-lists.js';
import { type Frame, may } from '../frame/frame.js';
import { LOOKED_AT_MS } from '../rails/notices-list.js';
import { Submit } from '../ui/buttons.js';
import { columnsOf, ItemTable, type ListColumn } from '../ui/columns.js';
import { MerchantLink, modeTabs } from '../ui/desk-parts.js';
import { Form, Hidden } from '../ui/form.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Card, Code, Empty, LinkButton, pesos, State, Time, type Tone } from '../ui/parts.js';
import { ShortTime } from '../ui/short-time.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { AfterRestore, readRestored } from './after-restore.js';
import { TRANSFERS_TEXTS } from './texts.js';

/** The last bank files of the mode. */
const BATCHES_SHOWN = 5;

/** What can be sent now is shown first. */
const TABS = [
  'to_send',
  'bounced',
  'needs_destination',
  'to_fund',
  'sent',
  'confirmed',
] as const satisfies readonly TransferStatus[];

export const STATUS_TONES: Readonly<Record<TransferStatus, Tone>> = {
  to_fund: 'bad',
  needs_destination: 'wait',
  to_send: 'wait',
  sent: 'info',
  confirmed: 'good',
  bounced: 'bad',
};

export function StatusBadge({ frame, status }: { readonly frame: Frame; readonly status: TransferStatus }) {
  return <State tone={STATUS_TONES[status]}>{TRANSFERS_TEXTS[frame.language].state[status]}</State>;
}

export function transfersList({ operator }: Visits, { db }: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/transfers',
    duty: 'see',
    texts: TRANSFERS_TEXTS,
    async read({ query, ask }) {
      const filter = { mode: query.tab('mode', DESK_MODES), status: query.tab('status', TABS) };
      const page = toPage(await listWorkPage(db, filter, ask), ask, ({ id }) => id);
      const accounts = page.rows.map(({ scope }) => scope.accountId);
      const names = await findAccountNames(db, accounts);
      return { ...filter, page, names, bounces: await findBounces(db, filter.mode, page.rows) };
    },
    columns: ({ frame, found: { status, names, bounces } }) =>
      status === 'bounced' ? bouncedColumns(frame, names) : Object.values(transferColumns(frame, names, bounces)),
    async page({ visit, frame, texts, found: { mode, status } }) {
      const { sendable, coins, ...work } = await countWork(db, mode);
      const bounced = await sumBounced(db, mode, visit.now - LOOKED_AT_MS);
      const counts = { ...work, bounced: bounced.count, confirmed: 0 };
      const moment = await findOpenRestore(db);
      const restored = moment === null ? null : await readRestored({ db }, moment);
      const countOf = (one: TransferStatus) =>
        counts[one] === 0 ? {} : { count: String(counts[one]), ...(one !== 'sent' && { tone: STATUS_TONES[one] }) };
      const makesFiles = status === 'to_send' && moment === null;
      return {
        actions: may(frame, 'decide') && (
          <>
            <LinkButton href={`${frame.path}/transfers/import`} text={texts.importTitle} />
            {sendable.count > 0 && makesFiles && (
              <Form frame={frame} action="/transfers/export" class="part-of-row">
                <Hidden name="mode" value={mode} />
                <Submit look="main">{texts.exportButton(sendable.count, pesos(sendable.amount))}</Submit>
              </Form>
            )}
            {makesFiles &&
              coins.map((coin) => (
                <Form key={coin} frame={frame} action="/transfers/export" class="part-of-row">
                  <Hidden name="mode" value={mode} />
                  <Hidden name="coin" value={coin} />
                  <Submit>{texts.exportCoins(coin)}</Submit>
                </Form>
              ))}
          </>
        ),
        tabs: [
          modeTabs(frame),
          {
            name: 'status',
            label: DESK_TEXTS[frame.language].state,
            tabs: TABS.map((one) => ({ value: one, name: texts.status[one], ...countOf(one) })),
          },
        ],
        above: (
          <>
            {restored !== null && <AfterRestore frame={frame} restored={restored} />}
            {status === 'bounced' && <p class="soft">{texts.afterBounce}</p>}
          </>
        ),
        none: <Empty icon="send" title={texts.none[status]} />,
        below: <Batches frame={frame} batches={await listBankFiles(db, mode, BATCHES_SHOWN)} />,
      };
    },
  });
}

export function PayeeLink({ frame, transfer }: { readonly frame: Frame; readonly transfer: Transfer }) {
  const { needs_destination } = TRANSFERS_TEXTS[frame.language].state;
  return (
    <a href={`${frame.path}/transfers/${formatTransferId(transfer.id)}`}>
      {transfer.destination?.holder ?? needs_destination}
    </a>
  );
}

/** The merchant whose money it is; `names` are those of merchants. */
export function OwnerLink(props: {
  readonly frame: Frame;
  readonly transfer: Pick<Transfer, 'scope'>;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { accountId } = props.transfer.scope;
  const id = accountId === HOUSE_ACCOUNT ? null : accountId;
  return <MerchantLink frame={props.frame} id={id} name={props.names.get(accountId) ?? null} />;
}

/** `names` are those of the merchants; `bounces` when money last bounced where a transfer is to be sent, by its id. */
export function transferColumns(
  frame: Frame,
  names: ReadonlyMap<string, string>,
  bounces: ReadonlyMap<string, number> = new Map(),
) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const column = columnsOf<Transfer>(frame);
  return {
    to: column.shown(texts.to, 'top-left', (transfer) => <PayeeLink frame={frame} transfer={transfer} />),
    clabe: column.shown(texts.clabe, 'bottom-left', ({ id, destination }) =>
      destination === null ? (
        <span class="soft">–</span>
      ) : (
        <>
          <Code>{destination.clabe}</Code> <span class="soft">{destination.bank}</span>{' '}
          <BouncedBefore frame={frame} at={bounces.get(id)} />
        </>
      ),
    ),
    merchant: column.shown(desk.merchant, 'left-out', (transfer) => (
      <OwnerLink frame={frame} transfer={transfer} names={names} />
    )),
    kind: column.shown(texts.kind, 'bottom-right', ({ reason, batchId }) => (
      <>
        {texts.reason[reason]}
        {batchId !== null && (
          <small>
            <a href={`${frame.path}/transfers/files/${batchId}`}>{texts.steps.exported}</a>
          </small>
        )}
      </>
    )),
    created: column.time(texts.created, 'left-out', ({ createdAt }) => createdAt),
    amount: {
      ...column.shown(desk.amount, 'top-right', ({ amount }) => <strong>{pesos(amount)}</strong>),
      isNumber: true,
    },
  };
}

/** What goes to where money has bounced will bounce again, unless somebody looks at the account first. */
export function BouncedBefore({ frame, at }: { readonly frame: Frame; readonly at: number | undefined }) {
  if (at === undefined) return null;
  return (
    <State tone="wait">
      {TRANSFERS_TEXTS[frame.language].bouncedAt} <ShortTime at={at} frame={frame} />
    </State>
  );
}

/** What the bank said of those that it refused or sent back, and where they are paid again. */
function bouncedColumns(frame: Frame, names: ReadonlyMap<string, string>): readonly ListColumn<Transfer>[] {
  const texts = TRANSFERS_TEXTS[frame.language];
  const column = columnsOf<Transfer>(frame);
  const { to, clabe, merchant, amount } = transferColumns(frame, names);
  const again = ({ reason, scope, sourceId, orderId }: Transfer) =>
    reason === 'payout'
      ? `/merchants/${scope.accountId}`
      : reason === 'return'
        ? `/inbox/${sourceId}`
        : `/orders/${formatOrderId(orderId ?? sourceId)}`;
  return [
    to,
    { ...merchant, corner: 'below', isCalled: true },
    { ...column.time(texts.state.bounced, 'below', ({ bouncedAt }) => bouncedAt), isCalled: true },
    { ...column.word(texts.bounceWhy, 'below', ({ note }) => note ?? texts.noReason), isCalled: true },
    { ...clabe, corner: 'below' },
    {
      ...column.shown(texts.trackingKey, 'below', ({ trackingKey: key }) => key !== null && <Code>{key}</Code>),
      isCalled: true,
    },
    amount,
    column.shown('', 'act', (transfer) => (
      <LinkButton href={frame.path + again(transfer)} look="small" text={texts.again[transfer.reason]} />
    )),
  ];
}

function Batches({ frame, batches }: { readonly frame: Frame; readonly batches: readonly FileSummary[] }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  if (batches.length === 0) return null;
  return (
    <Card title={texts.batches}>
      <ItemTable
        frame={frame}
        items={batches}
        columns={(column) => [
          column.shown(texts.exported, 'top-left', ({ id, number, at }) => (
            <a href={`${frame.path}/transfers/files/${id}`}>
              {number} · <Time at={at} language={frame.language} />
            </a>
          )),
          column.word(texts.title, 'bottom-left', ({ count }) => String(count)),
          column.money(desk.amount, 'top-right', ({ total }) => total),
        ]}
      />
    </Card>
  );
}
