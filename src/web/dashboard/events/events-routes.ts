// The events of a merchant, what endpoints got of them, and sending one again (D54).
import { redeliverEvent } from '../../../actions/webhooks/redeliver-event.js';
import type { Deps } from '../../../deps.js';
import { merchantMay } from '../../../domain/people/role.js';
import { parseEventId } from '../../../wire/webhooks/webhook-body.js';
import { Refusal } from '../refusal.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { renderAttemptPage, renderEventPage } from './event-page.js';
import { eventsList } from './events-list.js';
import { showAttempt, showEvent } from './events-view.js';
import { EVENTS_DONE, EVENTS_TEXTS } from './texts.js';

export function eventsRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  const eventPage: Page<MerchantVisit> = async (visit) =>
    renderEventPage(visit.frame, {
      ...(await showEvent(deps, visit.merchant, paramOf(visit, 'id'))),
      mayAct: merchantMay(visit.visitor.role, 'develop'),
    });
  eventsList(visits, deps);
  show('/events/:id', 'develop', eventPage);
  show('/events/:id/attempts/:endpoint/:number', 'develop', async (visit) => {
    const place = {
      id: paramOf(visit, 'id'),
      endpointId: paramOf(visit, 'endpoint'),
      number: paramOf(visit, 'number'),
    };
    return renderAttemptPage(visit.frame, await showAttempt(deps, visit.merchant.scope, place));
  });

  const form = { page: eventPage, backTo: '/events/:id', done: EVENTS_DONE.redelivered };
  act('/events/:id/redeliver', 'develop', form, async (visit) => {
    const endpoints = await redeliverEvent(deps, visit.merchant.scope, parseEventId(paramOf(visit, 'id')));
    if (endpoints === 0) throw new Refusal(EVENTS_TEXTS[visit.frame.language].redeliverNone);
  });
}

function paramOf({ request }: MerchantVisit, name: string): string {
  return request.params[name] ?? '';
}
