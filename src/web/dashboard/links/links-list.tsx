// A merchant's payment links, newest first.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { formatLinkId } from '../../../domain/links/payment-link.js';
import { listLinks } from '../../../store/links/payment-links.js';
import { may } from '../frame/frame.js';
import { listSection } from '../ui/list-section.js';
import { Copyable, Empty, LinkButton } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { checkoutUrl, LinkState, sumOf, usesOf } from './links-pages.js';
import { LINKS_TEXTS } from './texts.js';

export function linksList({ merchant }: Visits, { db, settings }: Deps): void {
  listSection(merchant, {
    url: '/links',
    duty: 'see',
    texts: LINKS_TEXTS,
    read: async ({ visit, ask }) => ({
      page: toPage(await listLinks(db, visit.merchant.scope, ask), ask, ({ id }) => id),
    }),
    columns: ({ visit, frame, column, texts: { columns } }) => [
      column.shown(columns.name, 'top-left', ({ id, product }) => (
        <Copyable frame={frame} text={checkoutUrl(settings, id)}>
          <a class="cut" href={`${frame.path}/links/${formatLinkId(id)}`}>
            {product.name}
          </a>
        </Copyable>
      )),
      { ...column.word(columns.uses, 'bottom-left', (link) => usesOf(frame, link)), isCalled: true },
      column.time(columns.created, 'left-out', ({ createdAt }) => createdAt),
      column.shown(columns.state, 'bottom-right', (link) => <LinkState frame={frame} link={link} now={visit.now} />),
      { name: columns.price, corner: 'top-right', isNumber: true, cell: ({ price }) => sumOf(price) },
    ],
    page({ frame, texts }) {
      const make = may(frame, 'serve') && (
        <LinkButton href={`${frame.path}/links/new`} look="main" icon="plus" text={texts.newLink} />
      );
      return {
        actions: make,
        none: (
          <Empty icon="link" title={texts.none} text={texts.noneText}>
            {make}
          </Empty>
        ),
      };
    },
  });
}
