// The books at the desk: what all balances add up to, and whose they are.
import type { Mode } from '../../../domain/base/mode.js';
import {
  type Balances,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  leavingOf,
  undecidedOf,
} from '../../../domain/money/ledger.js';
import type { MerchantBalances } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ItemTable, type ListColumn } from '../ui/columns.js';
import { type MerchantName, ModeTabs } from '../ui/desk-parts.js';
import { listPath } from '../ui/list-query.js';
import { Card, pesos } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { ByHandCards } from './by-hand.js';
import { CheckCard, type ChecksView, LastVerdict } from './check-card.js';
import { ReportsCard } from './reports.js';
import { LEDGER_TEXTS } from './texts.js';

export type LedgerView = ChecksView & {
  readonly mode: Mode;
  readonly all: Balances;
  readonly merchants: readonly MerchantBalances[];
  readonly house: Balances;
  /** Merchants to choose from, and the last month that was closed. */
  readonly names: readonly MerchantName[];
  readonly closed: string | null;
};

export function renderLedgerPage(frame: Frame, view: LedgerView): string {
  const texts = LEDGER_TEXTS[frame.language];
  const { mode } = view;
  return renderPage(
    frame,
    { title: texts.title, aside: <LastVerdict frame={frame} checks={view.checks} /> },
    <>
      <ModeTabs frame={frame} path={`${frame.path}/ledger`} mode={mode} />
      <Card title={texts.sum}>
        <BalanceList frame={frame} balances={view.all} sums />
        <p class="soft">{texts.intro}</p>
      </Card>
      <Card title={texts.merchants}>
        <BooksTable frame={frame} view={view} />
      </Card>
      <ReportsCard frame={frame} mode={mode} now={view.now} />
      <ByHandCards frame={frame} mode={mode} merchants={view.names} closed={view.closed} now={view.now} />
      <CheckCard frame={frame} view={view} title={texts.checkTitle} text={texts.checkText} action="/ledger/check" />
    </>,
  );
}

type Book = { readonly name: string; readonly id: string | null; readonly aside?: string; readonly balances: Balances };

/** Whose money it is: the house’s, each merchant’s, and all of it. */
function BooksTable({ frame, view }: { readonly frame: Frame; readonly view: LedgerView }) {
  const texts = LEDGER_TEXTS[frame.language];
  const { all, house, merchants } = view;
  const books: readonly Book[] = [
    { name: texts.house, id: 'house', aside: texts.houseText, balances: house },
    ...merchants.map((merchant) => ({ name: merchant.name, id: merchant.id, balances: merchant })),
    { name: texts.total, id: null, balances: all },
  ];
  const path = (id: string) => listPath(`${frame.path}/ledger/${id}`, { mode: view.mode === 'test' ? 'test' : null });
  const sum = (name: string, of: (balances: Balances) => bigint): ListColumn<Book> => ({
    name,
    isNumber: true,
    cell: ({ balances }) => pesos(of(balances)),
  });
  return (
    <ItemTable
      frame={frame}
      items={books}
      columns={() => [
        {
          name: DESK_TEXTS[frame.language].merchant,
          cell: ({ id, name, aside }) => (
            <>
              {id === null ? <strong>{name}</strong> : <a href={path(id)}>{name}</a>}
              {aside !== undefined && <small>{aside}</small>}
            </>
          ),
        },
        sum(texts.account.available, ({ available }) => available),
        sum(texts.account.pending, ({ pending }) => pending),
        sum(texts.undecided, undecidedOf),
        sum(texts.account.to_pay_out, leavingOf),
        sum(texts.own, ({ fees, iva }) => fees + iva),
      ]}
    />
  );
}

/** Where money comes from and where it lies: their balances are debits, which people read without a sign. */
const DEBITS: readonly LedgerAccount[] = ['rail', 'bank', 'written_off'];

/** `sums`: with the proof that all of them are zero. */
export function BalanceList(props: { readonly frame: Frame; readonly balances: Balances; readonly sums?: boolean }) {
  const { frame, balances, sums = false } = props;
  const texts = LEDGER_TEXTS[frame.language];
  const shown = (account: LedgerAccount, sum: bigint) =>
    sum < 0n && DEBITS.includes(account) ? texts.debit(pesos(-sum)) : pesos(sum);
  return (
    <dl class="facts balances">
      {LEDGER_ACCOUNTS.filter((account) => balances[account] !== 0n).map((account) => (
        <div key={account}>
          <dt>{texts.account[account]}</dt>
          <dd>{shown(account, balances[account])}</dd>
        </div>
      ))}
      {sums && (
        <div>
          <dt>{texts.sumOfAll}</dt>
          <dd>
            <strong>{pesos(LEDGER_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0n))}</strong>
          </dd>
        </div>
      )}
    </dl>
  );
}
