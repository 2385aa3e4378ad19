// The webhook endpoints of a merchant: test them, switch them off and on.
import type { FastifyInstance } from 'fastify';
import { changeEndpoint, deactivateEndpoint, pingEndpoint } from '../../actions/manage-endpoint.js';
import type { Deps } from '../../deps.js';
import { listEndpoints } from '../../store/webhooks/endpoints.js';
import { writePingBody } from '../../wire/ping.js';
import { OPEN } from './call.js';
import { Refusal } from './refusal.js';
import { actorOf, merchantOf } from './section.js';
import type { Page, Visit, Visits } from './visit.js';
import { renderWebhooksPage } from './webhooks-page.js';

export function webhooksRoutes({ show, act }: Visits, deps: Deps): void {
  const webhooksPage: Page = async (visit) =>
    renderWebhooksPage(visit.frame, await listEndpoints(deps.db, merchantOf(visit).scope));
  show('/webhooks', webhooksPage);

  const onWebhooks = { page: webhooksPage, backTo: '/webhooks' };
  act('/webhooks/:id/ping', { ...onWebhooks, done: 'pinged' }, async (visit) => {
    const body = writePingBody(deps.settings.serviceName);
    const result = await pingEndpoint(deps, merchantOf(visit).scope, idOf(visit), body);
    if (!result.accepted) throw new Refusal(result.reason ?? '');
  });
  act('/webhooks/:id/on', { ...onWebhooks, done: 'switchedOn' }, (visit) =>
    changeEndpoint(deps, merchantOf(visit).scope, idOf(visit), { activate: true }, actorOf(visit)),
  );
  act('/webhooks/:id/off', { ...onWebhooks, done: 'switchedOff' }, (visit) =>
    deactivateEndpoint(deps, merchantOf(visit).scope, idOf(visit), actorOf(visit)),
  );
}

/** These pages used to be at /dashboard/notices; old bookmarks still work. */
export function redirectOldAddresses(pages: FastifyInstance, { settings }: Pick<Deps, 'settings'>): void {
  const target = `${new URL(settings.baseUrl).pathname.replace(/\/$/, '')}/dashboard/webhooks`;
  for (const url of ['/notices', '/notices/*']) {
    pages.get(url, OPEN, (_request, reply) => reply.redirect(target, 301));
  }
}

function idOf({ request }: Visit): string {
  return request.params['id'] ?? '';
}
