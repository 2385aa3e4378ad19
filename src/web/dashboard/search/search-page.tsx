// The search at the top of every page of the desk: orders, payments and outgoing transfers of all merchants, matched or not, by anything that
// somebody tells of them.
import { type FoundMoney, findMoney } from '../../../actions/money/search/find-money.js';
import type { Deps } from '../../../deps.js';
import type { Mode } from '../../../domain/base/mode.js';
import { statusOf } from '../../../domain/transfers/transfer.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { anyOrderColumns } from '../all-orders/all-orders-list.js';
import { paymentColumns } from '../all-payments/all-payments-list.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { STATUS_TONES, transferColumns } from '../transfers/transfers-list.js';
import { ItemTable } from '../ui/columns.js';
import { ModeTabs } from '../ui/desk-parts.js';
import { Filters } from '../ui/filters.js';
import { Field } from '../ui/form.js';
import { filterIn, modeIn } from '../ui/list-query.js';
import { Callout, Card, Empty } from '../ui/parts.js';
import { DESK_TEXTS, LIST_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { SEARCH_TEXTS } from './texts.js';

export function searchRoutes({ operator: { show } }: Visits, deps: Deps): void {
  show('/search', 'see', async ({ frame, request: { query } }) => {
    const [search, mode] = [filterIn(query, 'q'), modeIn(query)];
    const found = await findMoney(deps, { mode, search });
    const accounts = [
      ...found.orders.map(({ scope }) => scope.accountId),
      ...found.payments.flatMap(({ accountId }) => accountId ?? []),
      ...found.transfers.map(({ scope }) => scope.accountId),
    ];
    return renderSearchPage(frame, { search, mode, found, names: await findAccountNames(deps.db, accounts) });
  });
}

type SearchView = {
  readonly search: string;
  readonly mode: Mode;
  readonly found: FoundMoney;
  /** Of the merchants, by their ids. */
  readonly names: ReadonlyMap<string, string>;
};

function renderSearchPage(frame: Frame, view: SearchView): string {
  const texts = SEARCH_TEXTS[frame.language];
  const { search, mode } = view;
  const path = `${frame.path}/search`;
  const kept = { mode: mode === 'test' ? mode : null };
  return renderPage(
    frame,
    {
      title: search === '' ? texts.title : search,
      heading: texts.title,
      children: <ModeTabs frame={frame} path={path} mode={mode} kept={{ q: search }} />,
    },
    <>
      <Card class="list find">
        <Filters
          action={path}
          typed={search === '' ? {} : { q: search }}
          faults={{}}
          kept={kept}
          clear={null}
          words={{ ...LIST_TEXTS[frame.language], show: texts.search }}
          search={<Field name="q" label={texts.what} hint={texts.hint} class="grow" maxLength={255} />}
        />
        <Nothing frame={frame} view={view} />
      </Card>
      <Results frame={frame} view={view} />
    </>,
  );
}

type Props = { readonly frame: Frame; readonly view: SearchView };

function Nothing({ frame, view: { search, found } }: Props) {
  const texts = SEARCH_TEXTS[frame.language];
  if (search === '') return <Empty icon="search" title={texts.empty} text={texts.emptyText} />;
  if (countOf(found) > 0) return null;
  return <Empty icon="search" title={texts.none} text={texts.noneText} />;
}

function Results({ frame, view: { names, found } }: Props) {
  const texts = SEARCH_TEXTS[frame.language];
  const { orders, payments, transfers, isCut } = found;
  if (countOf(found) === 0) return null;
  return (
    <>
      {isCut && <Callout tone="info">{texts.cut}</Callout>}
      {payments.length > 0 && (
        <Card title={texts.payments(payments.length)}>
          <ItemTable
            frame={frame}
            items={payments}
            columns={() => paymentColumns(frame, names, new Map(orders.map(({ uuid, folio }) => [uuid, folio])))}
          />
        </Card>
      )}
      {orders.length > 0 && (
        <Card title={texts.orders(orders.length)}>
          <ItemTable frame={frame} items={orders} columns={() => anyOrderColumns(frame, names)} />
        </Card>
      )}
      {transfers.length > 0 && (
        <Card title={texts.transfers(transfers.length)}>
          <ItemTable
            frame={frame}
            items={transfers}
            columns={(column) => [
              ...Object.values(transferColumns(frame, names)),
              column.state(DESK_TEXTS[frame.language].state, 'left-out', {
                of: statusOf,
                tones: STATUS_TONES,
                names: TRANSFERS_TEXTS[frame.language].state,
              }),
            ]}
          />
        </Card>
      )}
    </>
  );
}

const countOf = ({ orders, payments, transfers }: FoundMoney) => orders.length + payments.length + transfers.length;
