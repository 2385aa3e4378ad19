// Receives visits to the dashboard: who comes, in which frame they see their pages, and how often they may come.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countUnread, type NewsReader, readUntil } from '../../actions/people/news/own-news.js';
import { noteLanguage } from '../../actions/people/own-profile.js';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/base/language.js';
import { MODES, type Mode } from '../../domain/base/mode.js';
import { credentialOf, type Visitor } from '../../domain/people/person.js';
import { AppError, errorEntry } from '../../errors/errors.js';
import type { ServerState } from '../../http/server.js';
import { createCache } from '../../memory/cache.js';
import { sumOdd } from '../../store/money/odd-payments.js';
import { countOpenProposals } from '../../store/people/proposals.js';
import { errorMessage, renderError } from '../../wire/error.js';
import { createFrames, type DoneText, type FrameOf, type Known, NEWS, type Root } from './frame/frame.js';
import { renderMessage } from './frame/layout.js';
import type { MenuTarget } from './frame/menu.js';
import { FRAME_TEXTS } from './frame/texts.js';
import { createLimits } from './limits.js';
import { type DashboardRequest, sendPage } from './request-type.js';
import { createSection, type SectionOptions } from './section.js';
import { createSessions, type Sessions } from './session.js';
import { signInRoutes } from './sign-in/sign-in-routes.js';
import type { MerchantVisit, OperatorVisit, Visits } from './visit.js';

export function receiveVisits(pages: FastifyInstance, deps: Deps, state: ServerState, menus: Known['menus']): Visits {
  const basePath = new URL(deps.settings.baseUrl).pathname.replace(/\/$/, '');
  const base: Root = { basePath, root: `${basePath}/dashboard` };
  const sessions = createSessions(deps, base.root);
  const targets: Record<Visitor['kind'], MenuTarget[]> = { merchant: [], operator: [] };
  const doneTexts = new Map<string, DoneText>();
  const frameOf = createFrames({ base, clock: deps.clock, menus, targets, doneTexts });
  const limits = createLimits(deps, state.strangers);
  answerWithErrorPages(state, { sessions, frameOf });
  signInRoutes(pages, deps, { base, sessions, frameOf, limits, state, admit });

  const onLanguage = ({ person }: Visitor, language: Language) => noteLanguage(deps, person, language);
  const shown = { pages, settings: deps.settings, clock: deps.clock, base, frameOf, doneTexts };
  const shared = { ...shown, onLanguage, admit, waitForTurn: limits.waitForTurn };
  return {
    sessions,
    merchant: createSection<MerchantVisit>({
      ...shared,
      kind: 'merchant',
      areas: MODES,
      badgesOf: bellBadges(deps),
      targets: targets.merchant,
      toVisit(visit, area) {
        const { visitor, request } = visit;
        if (visitor.kind !== 'merchant') throw new AppError('not_found');
        const merchant = credentialOf(visitor, modeIn(area));
        request.credential = merchant; // for the log
        return { ...visit, visitor, merchant };
      },
    }),
    operator: createSection<OperatorVisit>({
      ...shared,
      kind: 'operator',
      areas: ['desk'],
      badgesOf: deskBadges(deps),
      targets: targets.operator,
      toVisit(visit) {
        const { visitor } = visit;
        if (visitor.kind !== 'operator') throw new AppError('not_found');
        return { ...visit, visitor };
      },
    }),
  };

  /** Identifies the visitor, for the page and for the log. Answers 429 if they send too many requests. */
  async function admit(request: DashboardRequest): Promise<Visitor | null> {
    const isKnown = sessions.isKnown(request);
    const visitor = await state.strangers.check(request, { isKnown, find: () => sessions.visitorOf(request) });
    if (visitor !== null && !limits.maySeePage(visitor)) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
    return visitor;
  }
}

/** A payment rings the bell so much later at most. */
const RUNG_MS = 10_000;

/** The lists behind a bell are read anew when somebody has read them, and else once in a while: most looks at a page cost none. */
function bellBadges(deps: Deps): SectionOptions<MerchantVisit>['badgesOf'] {
  const unread = createCache<string, number>({
    load: (key) => countUnread(deps, ...(JSON.parse(key) as [NewsReader, number])),
    now: deps.clock.now,
    maxEntries: 10_000,
    freshMs: RUNG_MS,
    maxAgeMs: RUNG_MS,
  });
  return async (visitor, area) => {
    // People of the operator's have no news, only approvals.
    if (visitor.kind === 'operator') return {};
    const reader = {
      scope: credentialOf(visitor, modeIn(area)).scope,
      personId: visitor.person.id,
      role: visitor.role,
    };
    return { [NEWS]: await unread.find(JSON.stringify([reader, await readUntil(deps, reader, deps.clock.now())])) };
  };
}

const COUNTED_MS = 30_000;

/**
 * What waits at the desk. Payments to decide are counted anew after a form, and else twice a minute: a look at a page costs no
 * query for them.
 */
function deskBadges({ db, clock }: Deps): SectionOptions<OperatorVisit>['badgesOf'] {
  let forms = 0;
  const toDecide = createCache<number, number>({
    load: async () => (await sumOdd(db, 'live', 'operator')).count,
    now: clock.now,
    maxEntries: 2,
    freshMs: COUNTED_MS,
    maxAgeMs: COUNTED_MS,
  });
  return async (_visitor, _area, does) => {
    const inbox = await toDecide.find(forms);
    if (does === 'acts') forms += 1;
    return { inbox, approvals: (await countOpenProposals(db, clock.now())).count };
  };
}

function modeIn(area: string): Mode {
  return area === 'live' ? 'live' : 'test';
}

type ErrorPages = { readonly sessions: Sessions; readonly frameOf: FrameOf };

/** Also for what no page of the dashboard sees: an unknown path, another method, a path that cannot be read. */
function answerWithErrorPages(state: Pick<ServerState, 'showProblemsBelow'>, trouble: ErrorPages): void {
  state.showProblemsBelow('/dashboard', (problem, request, reply) => sendErrorPage(trouble, problem, request, reply));
}

async function sendErrorPage(
  { sessions, frameOf }: ErrorPages,
  problem: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = errorEntry(problem.code);
  // The menu stays, except after a 5xx, when the database may be down, and for those who ask too often.
  const mayLook = status < 500 && status !== 429;
  const visitor = mayLook ? await sessions.visitorOf(request).catch(() => null) : null;
  const frame = frameOf(request, reply, visitor);
  const texts = FRAME_TEXTS[frame.language];
  const message =
    status === 404 ? texts.notFound : status < 500 ? errorMessage(problem, frame.language) : texts.trouble;
  const { headers } = renderError(problem, frame.language, request.id);
  return sendPage(reply.headers(headers), renderMessage({ ...frame, here: frame.path }, message), status);
}
