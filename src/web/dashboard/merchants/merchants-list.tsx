// The list of merchants at the desk.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { listMerchants } from '../../../store/accounts/merchant-lists.js';
import { may } from '../frame/may.js';
import { Field } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { listSection } from '../ui/list-section.js';
import { Empty } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { AccountStatus } from './merchants-page.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function merchantsList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/merchants',
    duty: 'see',
    texts: MERCHANTS_TEXTS,
    perPage: 50,
    read: async ({ query, ask }) => ({
      page: toPage(await listMerchants(db, query.text('search') ?? '', ask), ask, ({ id }) => id),
    }),
    columns: ({ frame, column, texts }) => [
      {
        name: texts.name,
        corner: 'top-left',
        cell: ({ id, name }) => <a href={`${frame.path}/merchants/${id}`}>{name}</a>,
      },
      {
        name: DESK_TEXTS[frame.language].state,
        corner: 'top-right',
        cell: ({ suspendedAt }) => <AccountStatus frame={frame} suspendedAt={suspendedAt} />,
      },
      column.time(texts.created, 'left-out', ({ createdAt }) => createdAt),
      column.money(texts.waiting, 'left-out', ({ waiting }) => waiting),
      column.money(texts.available, 'bottom-left', ({ available }) => available),
    ],
    page: ({ frame, texts }) => ({
      actions: may(frame, 'manage') && (
        <a class="button main" href={`${frame.path}/merchants/new`}>
          <Icon name="plus" />
          {texts.add}
        </a>
      ),
      fields: <Field name="search" label={texts.search} hint={texts.searchHint} maxLength={255} />,
      none: <Empty icon="shop" title={texts.none} />,
    }),
  });
}
