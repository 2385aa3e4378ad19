// The webhook endpoints of a merchant: add, change, test, switch, rotate, replay and delete them (D49, D54).
import { changeEndpoint } from '../../../actions/webhooks/change-endpoint.js';
import { type PingResult, pingEndpoint } from '../../../actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../../../actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../../../actions/webhooks/remove-endpoint.js';
import { replayEvents } from '../../../actions/webhooks/replay-events.js';
import { requireEndpoint } from '../../../actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../../../actions/webhooks/rotate-secret.js';
import { deactivateEndpoint } from '../../../actions/webhooks/switch-endpoint.js';
import type { Deps } from '../../../deps.js';
import { EVENT_TYPES } from '../../../domain/orders/event-types.js';
import type { Sent } from '../../../wire/shape/request.js';
import { CHANGES } from '../../../wire/versions/versions.js';
import { writePingBody } from '../../../wire/versions/write-webhook.js';
import {
  ChangeEndpoint,
  endpointChange,
  newEndpoint,
  RegisterEndpoint,
} from '../../../wire/webhooks/endpoint-request.js';
import { readEventCursor } from '../../../wire/webhooks/event.js';
import { Refusal, requireSure, textIn, timeIn } from '../refusal.js';
import { type MerchantVisit, type Page, paramIn, type Visits } from '../visit.js';
import { renderEndpointForm, seenOf } from './endpoint-form.js';
import { renderEndpointPage } from './endpoint-page.js';
import { WEBHOOKS_DONE, WEBHOOKS_TEXTS } from './texts.js';
import { renderSecretPage, renderWebhooksPage } from './webhooks-page.js';
import { showEndpoint, showEndpoints } from './webhooks-view.js';

const VERSIONS = [...new Set(CHANGES.map(({ date }) => date))].sort().reverse();

export function webhooksRoutes({ merchant: { show, act } }: Visits, deps: Deps): void {
  const webhooksPage: Page<MerchantVisit> = async ({ frame, merchant: { scope } }) =>
    renderWebhooksPage(frame, await showEndpoints(deps, scope));
  const newPage: Page<MerchantVisit> = async ({ frame, merchant }) =>
    renderEndpointForm(frame, { endpoint: null, versions: VERSIONS, version: merchant.interfaceVersion });
  const editPage: Page<MerchantVisit> = async (visit) => {
    const endpoint = await requireEndpoint(deps, visit.merchant.scope, paramIn(visit));
    return renderEndpointForm(visit.frame, { endpoint, versions: VERSIONS, version: visit.merchant.interfaceVersion });
  };
  const endpointPage = async (visit: MerchantVisit, ping: PingResult | null = null) =>
    renderEndpointPage(visit.frame, {
      ...(await showEndpoint(deps, visit.merchant.scope, paramIn(visit), visit.request.query)),
      ping,
    });
  show('/webhooks', 'develop', webhooksPage);
  show('/webhooks/new', 'develop', newPage);
  show('/webhooks/:id', 'develop', (visit) => endpointPage(visit));
  show('/webhooks/:id/edit', 'develop', editPage);

  act('/webhooks', 'develop', { page: newPage, backTo: '/webhooks/new' }, async (visit) => {
    const wanted = newEndpoint(RegisterEndpoint.read(wantedIn(visit)));
    const { endpoint, secret } = await registerEndpoint(deps, visit.merchant, wanted, visit.actor);
    return { page: renderSecretPage(visit.frame, { secret, endpointId: endpoint.id, isRotated: false }) };
  });
  act(
    '/webhooks/:id/edit',
    'develop',
    { page: editPage, backTo: '/webhooks/:id', done: WEBHOOKS_DONE.saved },
    (visit) => edit(deps, visit),
  );
  endpointActs(act, deps, endpointPage);
}

type Act = Visits['merchant']['act'];
type EndpointPage = (visit: MerchantVisit, ping?: PingResult | null) => Promise<string>;

function endpointActs(act: Act, deps: Deps, endpointPage: EndpointPage): void {
  const form = { page: (visit: MerchantVisit) => endpointPage(visit), backTo: '/webhooks/:id' };
  act('/webhooks/:id/ping', 'develop', form, async (visit) => {
    const body = writePingBody(deps.settings.serviceName);
    return { page: await endpointPage(visit, await pingEndpoint(deps, visit.merchant.scope, paramIn(visit), body)) };
  });
  act('/webhooks/:id/on', 'develop', { ...form, done: WEBHOOKS_DONE.switchedOn }, (visit) =>
    changeEndpoint(deps, visit.merchant.scope, paramIn(visit), { activate: true }, visit.actor),
  );
  act('/webhooks/:id/off', 'develop', { ...form, done: WEBHOOKS_DONE.switchedOff }, (visit) =>
    deactivateEndpoint(deps, visit.merchant.scope, paramIn(visit), visit.actor),
  );
  act('/webhooks/:id/rotate', 'develop', form, async (visit) => {
    const { endpoint, secret } = await rotateSecret(deps, visit.merchant.scope, paramIn(visit), visit.actor);
    return { page: renderSecretPage(visit.frame, { secret, endpointId: endpoint.id, isRotated: true }) };
  });
  act('/webhooks/:id/replay', 'develop', { ...form, done: WEBHOOKS_DONE.replayed }, (visit) => replay(deps, visit));
  act('/webhooks/:id/delete', 'develop', { ...form, done: WEBHOOKS_DONE.removed }, async (visit) => {
    requireSure(visit);
    await requireEndpoint(deps, visit.merchant.scope, paramIn(visit));
    await removeEndpoint(deps, visit.merchant.scope, paramIn(visit), visit.actor);
    return { to: '/webhooks' };
  });
}

/** Refuses a form that shows an endpoint as it was before somebody else's change. */
async function edit(deps: Deps, visit: MerchantVisit): Promise<unknown> {
  const { scope } = visit.merchant;
  const change = endpointChange(ChangeEndpoint.read(wantedIn(visit)));
  const known = await requireEndpoint(deps, scope, paramIn(visit));
  if (textIn(visit, 'seen') !== seenOf(known)) throw new Refusal(WEBHOOKS_TEXTS[visit.frame.language].stale);
  return changeEndpoint(deps, scope, known.id, change, visit.actor);
}

async function replay(deps: Deps, visit: MerchantVisit): Promise<unknown> {
  const texts = WEBHOOKS_TEXTS[visit.frame.language];
  const endpoint = await requireEndpoint(deps, visit.merchant.scope, paramIn(visit));
  const after = textIn(visit, 'after');
  const [from, to] = [timeIn(visit, 'from'), timeIn(visit, 'to')];
  if (Number.isNaN(from) || Number.isNaN(to))
    throw new Refusal(texts.badTime, { [Number.isNaN(from) ? 'from' : 'to']: texts.badTime });
  if (after === '' && from === null) throw new Refusal(texts.replayEmpty, { from: texts.replayEmpty });
  // The browser names a minute, and all of that minute is meant.
  const end = to === null ? null : to + 59_999;
  return replayEvents(deps, endpoint, { after: after === '' ? null : readEventCursor(after), from, to: end });
}

/** The form as the request of the API that it stands for. */
function wantedIn(visit: MerchantVisit): Sent<typeof ChangeEndpoint> {
  return {
    url: textIn(visit, 'url'),
    webhookType: textIn(visit, 'webhookType'),
    interface_version: textIn(visit, 'interface_version'),
    events: EVENT_TYPES.filter((type) => textIn(visit, `event_${type}`) === 'yes'),
  };
}
