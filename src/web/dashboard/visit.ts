// Serves dashboard pages to signed-in users. A form returns to the page that contains it.
import type { FastifyInstance } from 'fastify';
import type { Visitor } from '../../actions/find-visitor.js';
import type { Deps } from '../../deps.js';
import { AppError, errorEntry } from '../../errors.js';
import { isFromOurPage } from '../../http/page-origin.js';
import type { ServerState } from '../../http/server.js';
import { errorMessage } from '../../wire/error.js';
import { type Call, OPEN, SIGNED_IN, sendPage } from './call.js';
import { createFrames } from './frame.js';
import type { Frame } from './layout.js';
import { createLimits } from './limits.js';
import { Refusal } from './refusal.js';
import { createSessions } from './session.js';
import { renderSignIn } from './sign-in-page.js';
import { signInRoutes } from './sign-in-routes.js';
import type { Done } from './text-types.js';
import { DASHBOARD_TEXTS } from './texts.js';
import { answerTrouble } from './trouble.js';

export type Visit = { readonly request: Call; readonly visitor: Visitor; readonly frame: Frame };
export type Page = (visit: Visit) => Promise<string>;
export type Form = {
  readonly page: Page;
  /** The path of that page. */
  readonly backTo: string;
  readonly done: Done;
};

export type Visits = {
  show(url: string, page: Page): void;
  act(url: string, form: Form, work: (visit: Visit) => Promise<unknown>): void;
};

export function receiveVisits(pages: FastifyInstance, deps: Deps, state: ServerState): Visits {
  const { baseUrl } = deps.settings;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = `${basePath}/dashboard`;
  const sessions = createSessions(deps, path);
  const frameOf = createFrames(deps, { basePath, path });
  const limits = createLimits(deps, state.strangers);
  answerTrouble(state, { sessions, frameOf });
  signInRoutes(pages, deps, { place: { basePath, path }, sessions, frameOf, limits, state, admit });

  return {
    show(url, page) {
      pages.get(url, SIGNED_IN, async (request: Call, reply) => {
        const visitor = await admit(request);
        const frame = await frameOf(request, reply, visitor);
        if (visitor === null) return sendPage(reply, renderSignIn(frame), 401);
        return sendPage(reply, await page({ request, visitor, frame }));
      });
    },

    act(url, { page, backTo, done }, work) {
      pages.post(url, SIGNED_IN, async (request: Call, reply) => {
        const visitor = await admit(request);
        const frame = { ...(await frameOf(request, reply, visitor)), here: path + fillIn(backTo, request.params) };
        if (visitor === null) return sendPage(reply, renderSignIn({ ...frame, here: path }), 401);
        const visit = { request, visitor, frame };
        const refusal = isFromOurPage(request, baseUrl)
          ? await refusalOf(visit, work)
          : { problem: DASHBOARD_TEXTS[frame.language].foreign, status: 403 };
        if (refusal === null) return reply.redirect(`${frame.here}?done=${done}`, 303);
        const { problem, status } = refusal;
        return sendPage(reply, await page({ ...visit, frame: { ...frame, problem } }), status);
      });
      // Reloading or bookmarking the reply to a form makes the browser request the form's address.
      if (url === backTo) return;
      pages.get(url, OPEN, (request: Call, reply) => reply.redirect(path + fillIn(backTo, request.params), 303));
    },
  };

  /** Identifies the visitor, for the page and for the log. Answers 429 if they send too many requests. */
  async function admit(request: Call): Promise<Visitor | null> {
    const isKnown = sessions.isKnown(request);
    const visitor = await state.strangers.check(request, { isKnown, find: () => sessions.visitorOf(request) });
    if (visitor === null) return null;
    if (visitor.kind === 'merchant') request.credential = visitor.credential;
    if (!limits.maySeePage(visitor)) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
    return visitor;
  }
}

/** Runs the work of a form. A refusal is shown on the page of the form; other failures get their own page. */
async function refusalOf(visit: Visit, work: (visit: Visit) => Promise<unknown>) {
  try {
    await work(visit);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message, status: 400 };
    const status = error instanceof AppError ? errorEntry(error.code).status : 500;
    if (!(error instanceof AppError) || status === 404 || status >= 500) throw error;
    visit.request.refusal = error.code;
    return { problem: errorMessage(error, visit.frame.language), status };
  }
}

/** A path with the parameters of this request filled in. */
function fillIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
