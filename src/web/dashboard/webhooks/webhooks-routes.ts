// The webhook endpoints of a merchant: test them, switch them off and on.
import { changeEndpoint, deactivateEndpoint, pingEndpoint } from '../../../actions/manage-endpoint.js';
import type { Deps } from '../../../deps.js';
import { listEndpoints } from '../../../store/webhooks/endpoints.js';
import { writePingBody } from '../../../wire/ping.js';
import { Refusal } from '../refusal.js';
import type { Done } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { renderWebhooksPage } from './webhooks-page.js';

export function webhooksRoutes({ merchant: { show, act } }: Visits, deps: Deps): void {
  const { es, en } = DASHBOARD_TEXTS;
  const said = (word: Done) => ({ es: es.done[word], en: en.done[word] });
  const webhooksPage: Page<MerchantVisit> = async (visit) =>
    renderWebhooksPage(visit.frame, await listEndpoints(deps.db, visit.merchant.scope));
  show('/webhooks', 'see', webhooksPage);

  const onWebhooks = { page: webhooksPage, backTo: '/webhooks' };
  act('/webhooks/:id/ping', 'develop', { ...onWebhooks, done: said('pinged') }, async (visit) => {
    const body = writePingBody(deps.settings.serviceName);
    const result = await pingEndpoint(deps, visit.merchant.scope, idOf(visit), body);
    if (!result.accepted) throw new Refusal(result.reason ?? '');
  });
  act('/webhooks/:id/on', 'develop', { ...onWebhooks, done: said('switchedOn') }, (visit) =>
    changeEndpoint(deps, visit.merchant.scope, idOf(visit), { activate: true }, visit.actor),
  );
  act('/webhooks/:id/off', 'develop', { ...onWebhooks, done: said('switchedOff') }, (visit) =>
    deactivateEndpoint(deps, visit.merchant.scope, idOf(visit), visit.actor),
  );
}

function idOf({ request }: MerchantVisit): string {
  return request.params['id'] ?? '';
}
