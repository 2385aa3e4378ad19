// A merchant's payment links (D67): the list, new ones, and one of them.

import { changeLink, createLink, deactivateLink, requireLink } from '../../../actions/links/manage-link.js';
import { answerOnce } from '../../../actions/orders/answer-once.js';
import type { Deps } from '../../../deps.js';
import { endOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { formatLinkId, type PaymentLink, type WantedLink } from '../../../domain/links/payment-link.js';
import { takingsOfNumber } from '../../../store/orders/order-pages.js';
import { CreatePaymentLink, LINK_PRICE, wantedLink } from '../../../wire/links/payment-link.js';
import { formRepeat } from '../form-key.js';
import { amountIn, textIn } from '../refusal.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { linksList } from './links-list.js';
import { checkoutUrl, renderEditLinkPage, renderLinkPage, renderNewLinkPage } from './links-pages.js';
import { LINKS_DONE } from './texts.js';

export function linksRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  linksList(visits, deps);

  const newPage: Page<MerchantVisit> = async ({ frame }) =>
    renderNewLinkPage(frame, deps.random.uuid(deps.clock.now()));
  show('/links/new', 'serve', newPage);
  act('/links/new', 'serve', { page: newPage, backTo: '/links/new', done: LINKS_DONE.made }, async (visit) => ({
    to: `/links/${await makeLink(deps, visit)}`,
  }));

  const linkPage: Page<MerchantVisit> = async (visit) => {
    const link = await requireLink(deps, linkCall(visit));
    const url = checkoutUrl(deps.settings, link.id);
    const takings = await takingsOfNumber(deps.db, link.scope, link.product.id);
    return renderLinkPage(visit.frame, { link, url, now: deps.clock.now(), takings });
  };
  show('/links/:id', 'see', linkPage);
  const editPage: Page<MerchantVisit> = async (visit) =>
    renderEditLinkPage(visit.frame, await requireLink(deps, linkCall(visit)));
  show('/links/:id/edit', 'serve', editPage);
  act(
    '/links/:id/edit',
    'serve',
    { page: editPage, backTo: '/links/:id/edit', done: LINKS_DONE.changed },
    async (visit) => {
      const { merchant, actor } = visit;
      const link = await changeLink(deps, {
        merchant,
        actor,
        wanted: linkIn(deps, visit),
        priceParam: LINK_PRICE,
        ...linkCall(visit),
      });
      return { to: `/links/${formatLinkId(link.id)}` };
    },
  );

  const form = { page: linkPage, backTo: '/links/:id', done: LINKS_DONE.deactivated };
  act('/links/:id/deactivate', 'serve', form, (visit) =>
    deactivateLink(deps, { ...linkCall(visit), actor: visit.actor }),
  );
}

/** Returns the id of the link. A form that is sent twice makes one. */
async function makeLink(deps: Deps, visit: MerchantVisit): Promise<string> {
  const { merchant, actor } = visit;
  const wanted = linkIn(deps, visit);
  const repeat = formRepeat<PaymentLink>(visit, ({ id }) => formatLinkId(id));
  const made = await answerOnce(deps, repeat, () =>
    createLink(deps, { merchant, wanted, actor, priceParam: LINK_PRICE }, repeat),
  );
  return made.is === 'first' ? formatLinkId(made.value.id) : made.answer.body;
}

/** What the form says about a link. */
function linkIn({ clock }: Deps, visit: MerchantVisit): WantedLink {
  const day = textIn(visit, 'expires_at');
  const body = { ...visit.form, order_price: amountIn(visit, 'order_price'), expires_at: lastSecondOf(day) };
  return wantedLink(CreatePaymentLink.read(body, { now: clock.now() }));
}

/** In epoch seconds. What is no day stays as it is, and is refused at its field. */
function lastSecondOf(day: string): string | number {
  const end = endOfMexicoDay(day);
  return end === null ? day : Math.floor(end / 1000) - 1;
}

function linkCall({ request, merchant }: MerchantVisit) {
  return { scope: merchant.scope, linkId: request.params['id'] ?? '' };
}
