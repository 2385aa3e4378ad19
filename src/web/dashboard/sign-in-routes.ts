// Signs users in to the dashboard and out of it.
import type { FastifyInstance } from 'fastify';
import type { Visitor } from '../../actions/find-visitor.js';
import type { Deps } from '../../deps.js';
import { readBody } from '../../http/body.js';
import { type Call, OPEN, sendPage } from './call.js';
import { isFromOurPage } from './form-origin.js';
import type { FrameOf, Place } from './frame.js';
import type { Limits } from './limits.js';
import type { Sessions } from './session.js';
import { renderSignIn } from './sign-in-page.js';
import { DASHBOARD_TEXTS } from './texts.js';

type SignIn = {
  readonly place: Place;
  readonly sessions: Sessions;
  readonly frameOf: FrameOf;
  readonly limits: Limits;
};

export function signInRoutes(
  pages: FastifyInstance,
  { settings }: Pick<Deps, 'settings'>,
  { place, sessions, frameOf, limits }: SignIn,
): void {
  const startOf = (visitor: Visitor) => `${place.path}/${visitor.kind === 'operator' ? 'money' : 'orders'}`;

  pages.get('/', OPEN, async (request: Call, reply) => {
    const visitor = await sessions.visitorOf(request);
    if (visitor === null) return sendPage(reply, renderSignIn(await frameOf(request, reply, null)));
    return reply.redirect(startOf(visitor), 303);
  });
  pages.post('/sign-in', OPEN, async (request: Call, reply) => {
    const frame = await frameOf(request, reply, null);
    const texts = DASHBOARD_TEXTS[frame.language];
    const refuse = (problem: string, status: number) => sendPage(reply, renderSignIn({ ...frame, problem }), status);
    if (!isFromOurPage(request, settings.baseUrl)) return refuse(texts.foreign, 403);
    if (!limits.mayTryKey(request.ip)) return refuse(texts.tooOften, 429);
    const { key } = readBody(request, settings.serviceName);
    const visitor = typeof key === 'string' ? await sessions.open(request, reply, key.trim()) : null;
    if (visitor !== null) return reply.redirect(startOf(visitor), 303);
    request.refusal = 'invalid_api_key';
    return refuse(texts.signIn.refused, 401);
  });
  pages.post('/sign-out', OPEN, async (request: Call, reply) => {
    if (isFromOurPage(request, settings.baseUrl)) await sessions.close(request, reply);
    return reply.redirect(place.path, 303);
  });
  // Reloading or bookmarking the reply to a form makes the browser request the form's address.
  for (const url of ['/sign-in', '/sign-out']) {
    pages.get(url, OPEN, (_request, reply) => reply.redirect(place.path, 303));
  }
}
