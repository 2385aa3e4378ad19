// Outgoing transfers of all merchants at the desk: the work that is open, and what has ended.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatMexicoTime } from '../../../domain/base/mexico-time.js';
import { toPage } from '../../../domain/base/paging.js';
import { formatTransferId, type Transfer, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { findOpenRestore } from '../../../store/keeping/restores.js';
import type { FileSummary } from '../../../store/transfers/bank-files.js';
import { countWork, listWorkPage } from '../../../store/transfers/transfer-work-lists.js';
import { type Frame, may } from '../frame/frame.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { columnsOf, ItemTable, type ListColumn } from '../ui/columns.js';
import { MerchantLink, modeTabs, NoteField } from '../ui/desk-parts.js';
import { Form, Hidden } from '../ui/form.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Callout, Card, Code, Empty, LinkButton, pesos, Time } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { listBatches } from './transfers-view.js';

/** What can be sent now is shown first. */
const TABS = [
  'to_send',
  'bounced',
  'needs_destination',
  'to_fund',
  'sent',
  'confirmed',
] as const satisfies readonly TransferStatus[];

export function transfersList({ operator }: Visits, { db }: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/transfers',
    duty: 'see',
    texts: TRANSFERS_TEXTS,
    async read({ query, ask }) {
      const filter = { mode: query.tab('mode', DESK_MODES), status: query.tab('status', TABS) };
      const page = toPage(await listWorkPage(db, filter, ask), ask, ({ id }) => id);
      const accounts = page.rows.map(({ scope }) => scope.accountId);
      return { ...filter, page, names: await findAccountNames(db, accounts) };
    },
    columns: ({ frame, found }) => transferColumns(frame, found.names),
    async page({ frame, texts, found: { mode, status } }) {
      const { sendable, coins, ...counts } = await countWork(db, mode);
      const moment = await findOpenRestore(db);
      const countOf = (one: TransferStatus) =>
        one === 'confirmed' || one === 'bounced' || counts[one] === 0 ? {} : { count: String(counts[one]) };
      return {
        actions: may(frame, 'decide') && (
          <>
            <LinkButton href={`${frame.path}/transfers/import`} text={texts.importTitle} />
            {sendable.count > 0 && moment === null && (
              <Form frame={frame} action="/transfers/export" class="part-of-row">
                <Hidden name="mode" value={mode} />
                <Submit look="main">{texts.exportButton(sendable.count, pesos(sendable.amount))}</Submit>
              </Form>
            )}
            {moment === null &&
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
        above: moment !== null && <AfterRestore frame={frame} moment={moment} />,
        none: <Empty icon="send" title={texts.none[status]} />,
        below: <Batches frame={frame} batches={await listBatches({ db }, mode)} />,
      };
    },
  });
}

/** After a restore somebody says that what is still to be sent was not paid (D84). */
function AfterRestore({ frame, moment }: { readonly frame: Frame; readonly moment: number }) {
  const texts = TRANSFERS_TEXTS[frame.language].resume;
  const action = '/transfers/resume';
  return (
    <Card title={texts.title}>
      <Callout tone="bad">{texts.text(formatMexicoTime(moment, frame.language))}</Callout>
      {may(frame, 'decide') && (
        <AskForm frame={frame} action={action} label={texts.button}>
          <p>{texts.sure}</p>
          <Hidden name="seen" value={new Date(moment).toISOString()} />
          <NoteField frame={frame} />
          <Submit>{texts.button}</Submit>
        </AskForm>
      )}
    </Card>
  );
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
  readonly transfer: Transfer;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { accountId } = props.transfer.scope;
  const id = accountId === HOUSE_ACCOUNT ? null : accountId;
  return <MerchantLink frame={props.frame} id={id} name={props.names.get(accountId) ?? null} />;
}

/** `names` are those of the merchants. */
export function transferColumns(frame: Frame, names: ReadonlyMap<string, string>): readonly ListColumn<Transfer>[] {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const column = columnsOf<Transfer>(frame);
  return [
    {
      name: texts.to,
      corner: 'top-left',
      cell: (transfer) => <PayeeLink frame={frame} transfer={transfer} />,
    },
    {
      name: texts.clabe,
      corner: 'bottom-left',
      cell: ({ destination }) =>
        destination === null ? (
          <span class="soft">–</span>
        ) : (
          <>
            <Code>{destination.clabe}</Code>
            <small>{destination.bank}</small>
          </>
        ),
    },
    {
      name: desk.merchant,
      corner: 'left-out',
      cell: (transfer) => <OwnerLink frame={frame} transfer={transfer} names={names} />,
    },
    column.shown(texts.why, 'bottom-right', ({ reason, batchId }) => (
      <>
        {texts.reason[reason]}
        {batchId !== null && (
          <small>
            <a href={`${frame.path}/transfers/files/${batchId}`}>{texts.steps.exported}</a>
          </small>
        )}
      </>
    )),
    column.time(texts.created, 'left-out', ({ createdAt }) => createdAt),
    {
      name: desk.amount,
      isNumber: true,
      corner: 'top-right',
      cell: ({ amount }) => <strong>{pesos(amount)}</strong>,
    },
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
