// The movements of one account of the books: a merchant's, or the house's own.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatOrderId, isUuid } from '../../../domain/base/identity.js';
import { toDecimal } from '../../../domain/base/money.js';
import { toPage } from '../../../domain/base/paging.js';
import { type BookedEntry, LEDGER_ACCOUNTS, type Movement } from '../../../domain/money/ledger.js';
import { formatTransferId } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findBalances } from '../../../store/money/balances.js';
import { walkMovements } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { foliosFor } from '../money/money-view.js';
import { modeTabs } from '../ui/desk-parts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { DESK_MODES, listPath } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Card, CopyShort, pesos } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { BalanceList } from './ledger-page.js';
import { LEDGER_TEXTS } from './texts.js';

export function movementsList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/ledger/:id',
    duty: 'see',
    texts: LEDGER_TEXTS,
    file: 'movements',
    async read({ visit, query, ask }) {
      const { id = '' } = visit.request.params;
      const merchant = isUuid(id) ? await findAccount(db, id) : null;
      if (id !== 'house' && merchant === null) throw new AppError('not_found');
      const scope = { accountId: merchant?.id ?? HOUSE_ACCOUNT, mode: query.tab('mode', DESK_MODES) };
      const account = query.choice('account', LEDGER_ACCOUNTS);
      const span = { from: query.firstDay('from'), before: query.lastDay('to') };
      const { rows, end } = await walkMovements(db, scope, { account, ...span, ask });
      const page = toPage(rows, ask, ({ id }) => id, end);
      return { scope, merchant, page, folios: await foliosFor(db, scope, page.rows) };
    },
    columns: ({ frame, column, texts, found: { folios } }) => [
      {
        name: texts.what,
        corner: 'top-left',
        cell(entry) {
          const [page, id] = subjectOf(entry);
          const name = texts.kind[entry.kind];
          return id === null ? name : <a href={`${frame.path}/${page}/${id}`}>{name}</a>;
        },
        text: ({ kind }) => texts.kind[kind],
      },
      column.time(DESK_TEXTS[frame.language].time, 'top-right', ({ createdAt }) => createdAt),
      column.shown(texts.reference, 'bottom-left', (entry) => {
        const [folio, [, id]] = [folios.get(entry.orderId ?? ''), subjectOf(entry)];
        return folio === undefined ? id !== null && <CopyShort frame={frame} id={id} /> : `${texts.order} ${folio}`;
      }),
      { name: texts.accountName, corner: 'below', cell: (entry) => <Postings frame={frame} entry={entry} /> },
      { ...column.shown(texts.debit, 'left-out', (entry) => <Side entry={entry} sign={-1n} />), isNumber: true },
      { ...column.shown(texts.credit, 'left-out', (entry) => <Side entry={entry} sign={1n} />), isNumber: true },
      { name: texts.order, text: ({ orderId }) => (orderId === null ? '' : formatOrderId(orderId)) },
      { name: texts.payment, text: ({ paymentId }) => paymentId ?? '' },
      ...LEDGER_ACCOUNTS.map((account) => ({
        name: texts.account[account],
        text: (entry: BookedEntry) => toDecimal(entry[account]),
      })),
    ],
    page: async ({ frame, texts, query, found: { scope, merchant } }) => ({
      title: merchant?.name ?? texts.house,
      back: { href: listPath(`${frame.path}/ledger`, query.tabs), name: texts.title },
      tabs: [modeTabs(frame)],
      above: (
        <Card title={texts.sum}>
          <BalanceList frame={frame} balances={await findBalances(db, scope)} />
        </Card>
      ),
      fields: (
        <>
          <AnySelect
            frame={frame}
            name="account"
            label={texts.accountName}
            any={texts.anyAccount}
            names={texts.account}
          />
          <DayFields frame={frame} />
        </>
      ),
      caption: texts.movements,
      none: texts.noMovements,
    }),
  });
}

/** The page of what was booked, and its id. */
function subjectOf({ orderId, paymentId, transferId }: Movement): readonly [string, string | null] {
  if (transferId !== null) return ['transfers', formatTransferId(transferId)];
  return orderId !== null ? ['orders', formatOrderId(orderId)] : ['payments', paymentId];
}

type EntryProps = { readonly frame: Frame; readonly entry: Movement };

/** On a desk the two sides have columns of their own; on a phone the amount stands beside its account. */
function Postings({ frame, entry }: EntryProps) {
  const texts = LEDGER_TEXTS[frame.language];
  return (
    <dl class="sums postings">
      {touchedBy(entry).map((account) => (
        <div key={account}>
          <dt>{texts.account[account]}</dt>
          <dd>
            {entry[account] < 0n ? texts.debit : texts.credit} {pesos(absolute(entry[account]))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ entry, sign }: Pick<EntryProps, 'entry'> & { readonly sign: 1n | -1n }) {
  return touchedBy(entry).map((account) => (
    <div key={account}>{entry[account] * sign > 0n ? pesos(absolute(entry[account])) : '\u00a0'}</div>
  ));
}

const touchedBy = (entry: BookedEntry) => LEDGER_ACCOUNTS.filter((account) => entry[account] !== 0n);
const absolute = (sum: bigint) => (sum < 0n ? -sum : sum);
