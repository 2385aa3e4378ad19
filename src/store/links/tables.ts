// The tables of links: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { declareTables } from '../table.js';
import { purgeLinks } from './payment-links.js';

export const linksTables = declareTables({
  payment_links: {
    key: 'account_id, livemode, id',
    owner: 'links/payment-links.ts',
    holds: 'what merchants sell by a link, and how often it was used',
    placement: 'by-account',
    kept: { days: ({ linkDays }) => linkDays, purge: purgeLinks },
    personal: 'nothing',
  },
  payment_link_uses: {
    key: 'account_id, livemode, link_id, order_id',
    owner: 'links/payment-links.ts',
    holds: 'orders made with a link that has a limit',
    placement: 'by-account',
    kept: 'until it ends',
    personal: 'nothing',
  },
});
