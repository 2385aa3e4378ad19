// Signs users in to the dashboard and out of it.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.js';
import type { Visitor } from '../../../domain/person.js';
import { readBody } from '../../../http/body.js';
import { isFromOurPage } from '../../../http/page-origin.js';
import type { ServerState } from '../../../http/server.js';
import { type Call, OPEN, SIGNED_IN, SIGNING_IN, sendPage } from '../call.js';
import { type FrameOf, lastMode, type Place } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import type { Limits } from '../limits.js';
import type { Sessions } from '../session.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { renderSignIn } from './sign-in-page.js';

type SignIn = {
  readonly place: Place;
  readonly sessions: Sessions;
  readonly frameOf: FrameOf;
  readonly limits: Limits;
  readonly state: Pick<ServerState, 'strangers'>;
  admit(request: Call): Promise<Visitor | null>;
};

export function signInRoutes(
  pages: FastifyInstance,
  { settings }: Pick<Deps, 'settings'>,
  { place, sessions, frameOf, limits, state, admit }: SignIn,
): void {
  const startOf = (request: Call, visitor: Visitor) =>
    `${place.root}/${visitor.kind === 'operator' ? 'desk/today' : `${lastMode(request)}/orders`}`;

  pages.get('/', SIGNED_IN, async (request: Call, reply) => {
    const visitor = await admit(request);
    if (visitor === null) return sendPage(reply, renderSignIn(frameOf(request, reply, null)));
    return reply.redirect(startOf(request, visitor), 303);
  });
  pages.post('/sign-in', SIGNING_IN, async (request: Call, reply) => {
    const frame = frameOf(request, reply, null);
    const texts = DASHBOARD_TEXTS[frame.language];
    const refuse = (problem: string, status: number) => sendPage(reply, renderSignIn({ ...frame, problem }), status);
    if (!isFromOurPage(request, settings.baseUrl)) return refuse(FRAME_TEXTS[frame.language].foreign, 403);
    const { key } = readBody(request, settings.serviceName);
    const secret = typeof key === 'string' ? key.trim() : '';
    const isTooOften = limits.countTry(request, secret);
    if (isTooOften) await state.strangers.wait();
    const visitor = secret === '' ? null : await sessions.open(request, reply, secret);
    if (visitor !== null) {
      if (!isTooOften) limits.forgetTry(request, secret);
      return reply.redirect(startOf(request, visitor), 303);
    }
    request.refusal = isTooOften ? 'address_limited' : 'invalid_api_key';
    if (!isTooOften) return refuse(texts.signIn.refused, 401);
    reply.header('retry-after', '1');
    return refuse(FRAME_TEXTS[frame.language].tooOften, 429);
  });
  pages.post('/sign-out', SIGNED_IN, async (request: Call, reply) => {
    if (!sessions.isKnown(request)) await state.strangers.admit(request);
    if (isFromOurPage(request, settings.baseUrl)) await sessions.close(request, reply);
    return reply.redirect(place.root, 303);
  });
  // Reloading or bookmarking the reply to a form makes the browser request the form's address.
  for (const url of ['/sign-in', '/sign-out']) {
    pages.get(url, OPEN, (_request, reply) => reply.redirect(place.root, 303));
  }
}
