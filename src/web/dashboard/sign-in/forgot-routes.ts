// The page for somebody who forgot their password, and its form. Its answer is one and the same, and goes out before anything
// is looked up, so that neither its words nor its time tell whether an address is known.

import type { FastifyInstance } from 'fastify';
import { sendForgottenPassword } from '../../../actions/people/make-person-link.js';
import type { Deps } from '../../../deps.js';
import { readEmail } from '../../../domain/people/person.js';
import { readBody } from '../../../http/body.js';
import { isFromOurPage } from '../../../http/page-origin.js';
import type { ServerState } from '../../../http/server.js';
import { OPEN } from '../../ui/open.js';
import type { FrameOf } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import type { Limits } from '../limits.js';
import { textIn } from '../refusal.js';
import { type DashboardRequest, SIGNING_IN, sendPage } from '../request-type.js';
import { renderForgotPage } from './sign-in-page.js';

type Forgot = {
  readonly frameOf: FrameOf;
  readonly limits: Limits;
  readonly state: Pick<ServerState, 'strangers'>;
};

export function forgotRoutes(pages: FastifyInstance, deps: Deps, { frameOf, limits, state }: Forgot): void {
  const canMail = deps.mailer !== null;

  pages.get('/forgot', OPEN, (request: DashboardRequest, reply) =>
    sendPage(reply, renderForgotPage(frameOf(request, reply, null), canMail ? 'form' : 'no server')),
  );
  pages.post('/forgot', SIGNING_IN, async (request: DashboardRequest, reply) => {
    const form = readBody(request, deps.settings.serviceName);
    const email = textIn({ form }, 'email');
    const frame = frameOf(request, reply, null);
    const refuse = (problem: string, status: number) =>
      sendPage(reply, renderForgotPage({ ...frame, problem }, canMail ? 'form' : 'no server'), status);
    const texts = FRAME_TEXTS[frame.language];
    if (!isFromOurPage(request, deps.settings.baseUrl)) return refuse(texts.foreign, 403);
    // Each one counts, also for an address that is known: nobody asks for many.
    if (limits.countTry(request, `forgot ${readEmail(email) ?? ''}`)) {
      await state.strangers.wait();
      return refuse(texts.tooOften, 429);
    }
    sendPage(reply, renderForgotPage(frame, canMail ? 'sent' : 'no server'));
    await sendForgottenPassword(deps, { email, language: frame.language, address: request.address }).catch(
      (error: unknown) => deps.log.warn({ error }, 'a link for a forgotten password was not sent'),
    );
    return reply;
  });
}
