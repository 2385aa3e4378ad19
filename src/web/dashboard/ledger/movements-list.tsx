// The movements of one account of the books: a merchant's, or the house's own.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatOrderId, isUuid } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import { type BookedEntry, LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findBalances } from '../../../store/money/balances.js';
import { listMovements } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { modeTabs } from '../ui/desk-parts.js';
import { AnySelect } from '../ui/filters.js';
import { DESK_MODES, listPath } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Card, Code, Copyable, OrderLink, pesos, shortId } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { BalanceList } from './ledger-page.js';
import { LEDGER_TEXTS } from './texts.js';

export function movementsList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/ledger/:id',
    duty: 'see',
    texts: LEDGER_TEXTS,
    async read({ visit, query, ask }) {
      const { id = '' } = visit.request.params;
      const merchant = isUuid(id) ? await findAccount(db, id) : null;
      if (id !== 'house' && merchant === null) throw new AppError('not_found');
      const scope = { accountId: merchant?.id ?? HOUSE_ACCOUNT, mode: query.tab('mode', DESK_MODES) };
      const account = query.choice('account', LEDGER_ACCOUNTS);
      const found = await listMovements(db, scope, { account, ask });
      return { scope, merchant, page: toPage(found, ask, (entry) => entry.id) };
    },
    columns: ({ frame, column, texts }) => [
      {
        name: texts.what,
        corner: 'top-left',
        cell: (entry) => (
          <>
            {texts.kind[entry.kind]}
            <small>
              <Source frame={frame} entry={entry} />
            </small>
          </>
        ),
      },
      column.time(DESK_TEXTS[frame.language].time, 'bottom-left', ({ createdAt }) => createdAt),
      {
        name: texts.movements,
        isNumber: true,
        corner: 'top-right',
        cell: (entry) => <Postings frame={frame} entry={entry} />,
      },
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
        <AnySelect
          frame={frame}
          name="account"
          label={texts.accountName}
          any={texts.anyAccount}
          names={texts.account}
        />
      ),
      caption: texts.movements,
      none: texts.noMovements,
    }),
  });
}

function Source({ frame, entry }: { readonly frame: Frame; readonly entry: BookedEntry }) {
  if (entry.orderId !== null)
    return (
      <Copyable frame={frame} text={formatOrderId(entry.orderId)}>
        <OrderLink frame={frame} id={entry.orderId} folio={shortId(entry.orderId)} />
      </Copyable>
    );
  if (entry.paymentId === null) return null;
  return (
    <Copyable frame={frame} text={entry.paymentId}>
      <a href={`${frame.path}/payments/${entry.paymentId}`}>
        <Code>{shortId(entry.paymentId)}</Code>
      </a>
    </Copyable>
  );
}

function Postings({ frame, entry }: { readonly frame: Frame; readonly entry: BookedEntry }) {
  const texts = LEDGER_TEXTS[frame.language];
  return (
    <>
      {LEDGER_ACCOUNTS.filter((account) => entry[account] !== 0n).map((account) => (
        <div key={account}>
          <span class="soft">{texts.account[account]}</span> {pesos(entry[account])}
        </div>
      ))}
    </>
  );
}
