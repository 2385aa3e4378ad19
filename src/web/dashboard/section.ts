// Serves the pages and forms of one kind of visitor. Every route states the duty that it asks for (domain/people/role.ts); a form
// returns to the page that contains it, with what was typed if it is refused.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.js';
import { personActor } from '../../domain/accounts/actor.js';
import type { Language } from '../../domain/base/language.js';
import type { ActKind } from '../../domain/people/act.js';
import type { Visitor } from '../../domain/people/person.js';
import { type MerchantDuty, type OperatorDuty, operatorActs } from '../../domain/people/role.js';
import { AppError } from '../../errors/errors.js';
import { BODY_LIMIT_BYTES, rawBody, readBody } from '../../http/body.js';
import { type MultipartForm, readMultipart } from '../../http/multipart.js';
import { isFromOurPage } from '../../http/page-origin.js';
import type { Settings } from '../../settings/settings.js';
import { OPEN } from '../ui/open.js';
import { type Badges, type DoneText, type FrameOf, mayOf, noteDone, type Root } from './frame/frame.js';
import type { MenuTarget } from './frame/menu.js';
import { FRAME_TEXTS } from './frame/texts.js';
import { fillIn, type Refused, refusalOf, sentOf } from './refusal.js';
import { type DashboardRequest, SIGNED_IN, sendPage } from './request-type.js';
import { renderSignIn } from './sign-in/sign-in-page.js';
import type { Page, Section, Visit } from './visit.js';

export type SectionOptions<V extends Visit> = {
  readonly pages: FastifyInstance;
  readonly settings: Pick<Settings, 'baseUrl' | 'serviceName' | 'deskSecondFactor'>;
  readonly clock: Deps['clock'];
  readonly base: Root;
  readonly frameOf: FrameOf;
  readonly kind: Visitor['kind'];
  /** The first word of each path: a mode of a merchant, or the operator's desk. */
  readonly areas: readonly [string, ...string[]];
  readonly targets: MenuTarget[];
  readonly doneTexts: Map<string, DoneText>;
  admit(request: DashboardRequest): Promise<Visitor | null>;
  waitForTurn(visitor: Visitor, reply: FastifyReply): Promise<void>;
  /** What waits for a visitor, by the path of its section in the menu. A form may change it. */
  badgesOf(visitor: Visitor, area: string, does: 'looks' | 'acts'): Promise<Badges>;
  /** They see the dashboard in another language than the last time. */
  onLanguage(visitor: Visitor, language: Language): Promise<void>;
  /** Refuses visitors of the other kind as if the page did not exist. */
  toVisit(visit: Visit, area: string): V;
};

type Duty = MerchantDuty | OperatorDuty;

const PROFILE = '/profile';

export function createSection<V extends Visit>(options: SectionOptions<V>): Section<V, Duty> {
  const { pages, settings, base, kind, areas, targets, doneTexts } = options;
  const area = areas.length === 1 ? areas[0] : ':area';

  /** The reply to a form: its page again if it is refused, else where it leads to. */
  async function answerForm(visit: V, reply: FastifyReply, form: Answer<V>): Promise<FastifyReply> {
    const here = visit.frame.path + fillIn(form.backTo, visit.request.params);
    const isOurs = isFromOurPage(visit.request, settings.baseUrl);
    const result = isOurs ? await refusalOf(visit, form.work) : { refusal: foreign(visit) };
    if ('refusal' in result) {
      const { status, ...shown } = result.refusal;
      return sendPage(reply, await form.page({ ...visit, frame: { ...visit.frame, here, ...shown } }), status);
    }
    if (has(result.outcome, 'page')) return sendPage(reply, result.outcome.page);
    const other = has(result.outcome, 'done') ? `:${result.outcome.done}` : '';
    noteDone(reply, base, form.name + other);
    return reply.redirect(has(result.outcome, 'to') ? visit.frame.path + result.outcome.to : here, 303);
  }

  const get = (url: string, duty: Duty, answer: (visit: V, reply: FastifyReply) => Promise<unknown>) =>
    pages.get(`/${area}${url}`, guarded(kind, duty), async (request: DashboardRequest, reply) => {
      const visit = await enter(options, request, reply, duty);
      return visit === null ? reply : answer(visit, reply);
    });

  return {
    show(url, duty, page) {
      targets.push({ url, duty });
      get(url, duty, async (visit, reply) => sendPage(reply, await page(visit)));
    },

    act(url, duty, { page, backTo, done, also = {}, largest, act: ofTable }, work) {
      const name = `/${kind}${url}`;
      if (done !== undefined) doneTexts.set(name, done);
      for (const [other, texts] of Object.entries(also)) doneTexts.set(`${name}:${other}`, texts);
      const taken = largest === undefined ? {} : { bodyLimit: largest, onRequest: onlyKnown(options) };
      pages.post(
        `/${area}${url}`,
        { ...guarded(kind, duty, ofTable), ...taken },
        async (request: DashboardRequest, reply) => {
          const visit = await enter(options, request, reply, duty);
          return visit === null ? reply : answerForm(visit, reply, { name, page, backTo, work });
        },
      );
      // Reloading or bookmarking the reply to a form makes the browser request the form's address.
      if (url === backTo || targets.some((target) => target.url === url)) return;
      pages.get(`/${area}${url}`, { ...OPEN, exposeHeadRoute: false }, (request: DashboardRequest, reply) =>
        reply.redirect(`${base.root}/${areaOf(request, areas)}${fillIn(backTo, request.params)}`, 303),
      );
    },

    send(url, duty, answer) {
      get(url, duty, answer);
    },
  };
}

type Answer<V extends Visit> = {
  readonly name: string;
  readonly page: Page<V>;
  readonly backTo: string;
  work(visit: V): Promise<unknown>;
};

/** Who visits, with the right to do so. null after the page to sign in on, which leads back here. */
async function enter<V extends Visit>(
  { settings, clock, frameOf, admit, waitForTurn, badgesOf, onLanguage, toVisit, areas }: SectionOptions<V>,
  request: DashboardRequest,
  reply: FastifyReply,
  duty: Duty,
): Promise<V | null> {
  const area = areaOf(request, areas);
  const visitor = await admit(request);
  if (visitor === null) {
    sendPage(reply, renderSignIn(frameOf(request, reply, null)), 401);
    return null;
  }
  await waitForTurn(visitor, reply);
  const does = request.method === 'POST' ? 'acts' : 'looks';
  const frame = { ...frameOf(request, reply, visitor), badges: await badgesOf(visitor, area, does) };
  if (frame.language !== visitor.person.language) await onLanguage(visitor, frame.language);
  const { fields, files } = readForm(request, settings.serviceName);
  const actor = personActor(visitor.person, request.address);
  const visit = toVisit({ request, reply, visitor, frame, actor, now: clock.now(), form: fields, files }, area);
  if (!mayOf(visitor)(duty)) throw new AppError('role_forbids');
  // People of a suspended account see everything and change only what is their own (D69).
  const isSuspended = visitor.kind === 'merchant' && visitor.account.isSuspended;
  const isChange = request.method === 'POST' && duty !== 'see';
  if (isSuspended && isChange) throw new AppError('account_suspended');
  if (settings.deskSecondFactor && lacksSecondFactor(visitor)) {
    if (isChange) throw new AppError('second_factor_needed');
    if (frame.here !== `${frame.path}${PROFILE}` && request.method !== 'POST') {
      reply.redirect(frame.path + PROFILE, 303);
      return null;
    }
  }
  return visit;
}

/** Whoever does more than look at the desk needs one; without it they are led to where it is switched on (D82). */
export function lacksSecondFactor(visitor: Visitor): boolean {
  return visitor.kind === 'operator' && operatorActs(visitor.role) && !visitor.person.hasSecondFactor;
}

/** Refuses the path of no area as if there were no route. */
function areaOf({ params }: DashboardRequest, areas: SectionOptions<Visit>['areas']): string {
  const [only] = areas;
  const area = params['area'] ?? only;
  if (!areas.includes(area)) throw new AppError('not_found');
  return area;
}

/** Nobody sends us a large file who is not signed in. */
function onlyKnown<V extends Visit>({ admit, frameOf }: SectionOptions<V>) {
  return async (request: DashboardRequest, reply: FastifyReply) => {
    if ((await admit(request)) === null) return sendPage(reply, renderSignIn(frameOf(request, reply, null)), 401);
    return undefined;
  };
}

/** A route that takes no file refuses a form with one. */
function readForm(request: DashboardRequest, serviceName: string): MultipartForm {
  if (request.method !== 'POST') return { fields: {}, files: {} };
  const takesFiles = request.routeOptions.bodyLimit > BODY_LIMIT_BYTES;
  const type = request.headers['content-type'];
  return takesFiles && type?.startsWith('multipart/') === true
    ? readMultipart(rawBody(request), type)
    : { fields: readBody(request, serviceName), files: {} };
}

/** The route's options say who may use it and what it does, for the tests that go through all routes. */
function guarded(kind: Visitor['kind'], duty: Duty, act?: ActKind) {
  return { ...SIGNED_IN, config: { ...SIGNED_IN.config, visitor: kind, duty, ...(act !== undefined && { act }) } };
}

function foreign(visit: Visit): Refused {
  return { problem: FRAME_TEXTS[visit.frame.language].foreign, status: 403, sent: sentOf(visit, {}) };
}

function has<Name extends string>(outcome: unknown, name: Name): outcome is Readonly<Record<Name, string>> {
  return typeof outcome === 'object' && outcome !== null && name in outcome;
}
