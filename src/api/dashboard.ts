// The dashboard: a merchant sees his orders and acts on them, the operator tends payment points (D2, D55, D56). Pages show
// what the API shows and every form calls the action that the API calls; there is no script and no second way.
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerInTransaction } from '../actions/answer-in-transaction.js';
import { cancelOrder, refundOrder } from '../actions/change-order.js';
import { editProvider } from '../actions/edit-provider.js';
import { changeEndpoint, deactivateEndpoint, pingEndpoint } from '../actions/manage-endpoint.js';
import { makeTestPayment, SCENARIOS } from '../actions/test-payment.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { formatOrderId, parseOrderId } from '../domain/identity.js';
import { toDecimal } from '../domain/money.js';
import { isUsable, type Provider } from '../domain/provider.js';
import { AppError, errorEntry } from '../errors.js';
import { OperatorError } from '../operator-error.js';
import { type Frame, renderMessage } from '../pages/dashboard/layout.js';
import { renderMessagesPage } from '../pages/dashboard/messages-page.js';
import { renderNoticesPage } from '../pages/dashboard/notices-page.js';
import { renderOrderPage } from '../pages/dashboard/order-page.js';
import { renderOrdersPage } from '../pages/dashboard/orders-page.js';
import { renderPointPage, renderPointsPage } from '../pages/dashboard/points-page.js';
import { renderSignIn } from '../pages/dashboard/sign-in-page.js';
import { DASHBOARD_TEXTS, type Done, POINT_FIELDS, SECTIONS } from '../pages/dashboard/texts.js';
import { findAccount } from '../store/accounts.js';
import { findEvent, redeliver } from '../store/events.js';
import { listProviders } from '../store/providers.js';
import { listSms } from '../store/sms.js';
import { listEndpoints } from '../store/webhooks.js';
import { errorMessage } from '../wire/error.js';
import { type JsonObject, readFields } from '../wire/fields.js';
import { readBody } from './body.js';
import { cookieOf, createDoor, isFromOurPage, type Visitor } from './dashboard-door.js';
import { showOrder, showOrders } from './dashboard-orders.js';
import { toAppError } from './problems.js';
import { languageOf } from './request.js';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;
const LANGUAGE_COOKIE = 'cobro_language';
const MESSAGES_SHOWN = 100;

const HIDDEN = { schema: { hide: true } } as const;

type Call = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;
type Visit = { readonly request: Call; readonly visitor: Visitor; readonly frame: Frame };
type Page = (visit: Visit) => Promise<string>;

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async (pages) => pageRoutes(pages, deps), { prefix: '/dashboard' });
}

function pageRoutes(pages: FastifyInstance, deps: Deps): void {
  const { baseUrl, serviceName } = deps.settings;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = `${basePath}/dashboard`;
  const door = createDoor(deps, path);

  pages.setNotFoundHandler(async (request: Call, reply) => {
    const frame = await frameOf(request, reply, null);
    return send(reply, renderMessage(frame, DASHBOARD_TEXTS[frame.language].notFound), 404);
  });
  pages.setErrorHandler(async (error: FastifyError | AppError, request: Call, reply) => {
    const problem = toAppError(error);
    request.refusal = problem.code;
    if (problem.cause !== undefined) deps.log.error({ request: request.id, err: problem.cause }, problem.code);
    const frame = await frameOf(request, reply, null);
    const { status } = errorEntry(problem.code);
    const texts = DASHBOARD_TEXTS[frame.language];
    return send(reply, renderMessage(frame, status === 404 ? texts.notFound : texts.trouble), status);
  });

  pages.get('/', HIDDEN, async (request: Call, reply) => {
    const visitor = await door.visitorOf(request);
    if (visitor === null) return send(reply, renderSignIn(await frameOf(request, reply, null)));
    return reply.redirect(startOf(visitor), 303);
  });
  pages.post('/sign-in', HIDDEN, async (request: Call, reply) => {
    const frame = await frameOf(request, reply, null);
    const texts = DASHBOARD_TEXTS[frame.language];
    const refuse = (problem: string, status: number) => send(reply, renderSignIn({ ...frame, problem }), status);
    if (!isFromOurPage(request, baseUrl)) return refuse(texts.foreign, 403);
    const { key } = readBody(request, serviceName);
    const visitor = typeof key === 'string' ? await door.enter(reply, key.trim()) : null;
    return visitor === null ? refuse(texts.signIn.refused, 401) : reply.redirect(startOf(visitor), 303);
  });
  pages.post('/sign-out', HIDDEN, async (request: Call, reply) => {
    if (isFromOurPage(request, baseUrl)) await door.leave(request, reply);
    return reply.redirect(path, 303);
  });

  const ordersPage: Page = async (visit) =>
    renderOrdersPage(visit.frame, await showOrders(deps, merchantOf(visit).scope, visit.request.query));
  const orderPage: Page = async (visit) => renderOrderPage(visit.frame, await showOrder(deps, orderNameOf(visit)));
  const noticesPage: Page = async (visit) =>
    renderNoticesPage(visit.frame, await listEndpoints(deps.db, merchantOf(visit).scope));
  const messagesPage: Page = async ({ visitor, frame }) => {
    const scope = visitor.kind === 'merchant' ? visitor.credential.scope : null;
    return renderMessagesPage(frame, await listSms(deps.db, scope, MESSAGES_SHOWN));
  };
  const pointsPage: Page = async ({ visitor, frame }) => {
    const all = await listProviders(deps.db);
    const seen =
      visitor.kind === 'operator' ? all : all.filter((one) => isUsable(one, visitor.credential.scope.livemode));
    return renderPointsPage(frame, seen);
  };
  const pointPage: Page = async (visit) => renderPointPage(visit.frame, await pointOf(visit));

  show('/orders', ordersPage);
  show('/orders/:id', orderPage);
  show('/notices', noticesPage);
  show('/messages', messagesPage);
  show('/points', pointsPage);
  show('/points/:code', pointPage);

  const onOrder = { page: orderPage, backTo: '/orders/:id' };
  const onNotices = { page: noticesPage, backTo: '/notices' };
  act('/orders/:id/cancel', { ...onOrder, done: 'canceled' }, (visit) =>
    deps.db.transaction((tx) => cancelOrder(deps, tx, orderNameOf(visit))),
  );
  act('/orders/:id/refund', { ...onOrder, done: 'refunded' }, async (visit) => {
    const fields = readFields(readBody(visit.request, serviceName));
    const refund = { amount: fields.price('amount'), reason: null };
    const refundedBefore = fields.text('refunded');
    fields.finish();
    // A form that is sent twice refunds once: what was refunded before and how much now is its Idempotency-Key.
    const key = `dashboard refund ${visit.request.params['id']} ${refundedBefore} + ${toDecimal(refund.amount)}`;
    const answer = await answerInTransaction(deps, {
      merchant: merchantOf(visit),
      replay: { key, requestDigest: createHash('sha256').update(key).digest() },
      renderRefusal: (error) => ({
        status: errorEntry(error.code).status,
        body: errorMessage(error, visit.frame.language),
      }),
      work: async (tx) => formatOrderId((await refundOrder(deps, tx, orderNameOf(visit), refund)).uuid),
    });
    if (answer.status !== 200) throw new OperatorError(answer.body);
  });
  act('/orders/:id/pay', { ...onOrder, done: 'paid' }, (visit) => {
    const fields = readFields(readBody(visit.request, serviceName));
    const scenario = fields.choiceAsIs('scenario', SCENARIOS);
    fields.finish();
    const { uuid } = orderNameOf(visit);
    return makeTestPayment(deps, { merchant: merchantOf(visit), uuid, scenario, amount: null, at: null });
  });
  act('/orders/:id/events/:sequence/resend', { ...onOrder, done: 'resent' }, async (visit) => {
    const { scope, uuid } = orderNameOf(visit);
    const { sequence = '' } = visit.request.params;
    const event = /^\d{1,6}$/.test(sequence) ? await findEvent(deps.db, scope, uuid ?? '', Number(sequence)) : null;
    if (event === null) throw new AppError('event_not_found');
    await redeliver(deps.db, scope, event.order.uuid, event.event.sequence);
  });
  act('/notices/:id/ping', { ...onNotices, done: 'pinged' }, async (visit) => {
    const result = await pingEndpoint(deps, merchantOf(visit).scope, visit.request.params['id'] ?? '');
    if (!result.accepted) throw new OperatorError(result.reason ?? '');
  });
  act('/notices/:id/on', { ...onNotices, done: 'switchedOn' }, (visit) =>
    changeEndpoint(deps, merchantOf(visit).scope, visit.request.params['id'] ?? '', { activate: true }),
  );
  act('/notices/:id/off', { ...onNotices, done: 'switchedOff' }, (visit) =>
    deactivateEndpoint(deps, merchantOf(visit).scope, visit.request.params['id'] ?? ''),
  );
  act('/points/:code', { page: pointPage, backTo: '/points/:code', done: 'saved' }, async (visit) => {
    const { code } = await pointOf(visit);
    await editProvider(deps, code, pointChange(readBody(visit.request, serviceName)), 'dashboard');
  });

  async function pointOf({ visitor, request }: Visit): Promise<Provider> {
    const point = (await listProviders(deps.db)).find(({ code }) => code === request.params['code']);
    if (visitor.kind !== 'operator' || point === undefined) throw new AppError('not_found');
    return point;
  }

  /** A page for whoever is signed in. */
  function show(url: string, page: Page): void {
    pages.get(url, HIDDEN, async (request: Call, reply) => {
      const visitor = await door.visitorOf(request);
      const frame = await frameOf(request, reply, visitor);
      if (visitor === null) return send(reply, renderSignIn(frame), 401);
      return send(reply, await page({ request, visitor, frame }));
    });
  }

  /** A form. It ends on the page that it stood on, which says what was done, or what is in the way. */
  function act(
    url: string,
    { page, backTo, done }: { readonly page: Page; readonly backTo: string; readonly done: Done },
    work: (visit: Visit) => Promise<unknown>,
  ): void {
    pages.post(url, HIDDEN, async (request: Call, reply) => {
      const visitor = await door.visitorOf(request);
      const frame = await frameOf(request, reply, visitor);
      if (visitor === null) return send(reply, renderSignIn(frame), 401);
      const refuse = async (problem: string, status: number) =>
        send(reply, await page({ request, visitor, frame: { ...frame, problem } }), status);
      if (!isFromOurPage(request, baseUrl)) return refuse(DASHBOARD_TEXTS[frame.language].foreign, 403);
      try {
        await work({ request, visitor, frame });
      } catch (error) {
        if (error instanceof OperatorError) return refuse(error.message, 400);
        const status = error instanceof AppError ? errorEntry(error.code).status : 500;
        if (!(error instanceof AppError) || status === 404 || status >= 500) throw error;
        return refuse(errorMessage(error, frame.language), status);
      }
      const target = backTo.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''));
      return reply.redirect(`${path}${target}?done=${done}`, 303);
    });
  }

  async function frameOf(request: Call, reply: FastifyReply, visitor: Visitor | null): Promise<Frame> {
    const { lang, done } = request.query;
    if (lang === 'es' || lang === 'en') {
      reply.header('set-cookie', `${LANGUAGE_COOKIE}=${lang}; Max-Age=31536000; Path=${path}; SameSite=Lax`);
    }
    const chosen = lang === 'es' || lang === 'en' ? lang : cookieOf(request, LANGUAGE_COOKIE, /^(es|en)$/);
    const language = chosen === 'es' || chosen === 'en' ? chosen : languageOf(request);
    return {
      language,
      path,
      basePath,
      viewer: visitor === null ? null : await viewerOf(visitor),
      section: SECTIONS.find((section) => request.routeOptions.url?.startsWith(`/dashboard/${section}`)) ?? null,
      done: isDone(done) ? done : null,
      problem: null,
    };
  }

  async function viewerOf(visitor: Visitor): Promise<Frame['viewer']> {
    if (visitor.kind === 'operator') return visitor;
    const { scope } = visitor.credential;
    const account = await findAccount(deps.db, scope.accountId);
    return { kind: 'merchant', name: account?.name ?? '', livemode: scope.livemode };
  }

  function startOf(visitor: Visitor): string {
    return `${path}/${visitor.kind === 'operator' ? 'points' : 'orders'}`;
  }
}

function send(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(HEADERS).send(page);
}

function isDone(word: unknown): word is Done {
  return typeof word === 'string' && Object.hasOwn(DASHBOARD_TEXTS.es.done, word);
}

/** Pages of orders are a merchant's: to the operator they do not exist. */
function merchantOf({ visitor }: Visit): Credential {
  if (visitor.kind !== 'merchant') throw new AppError('not_found');
  return visitor.credential;
}

function orderNameOf(visit: Visit) {
  return { scope: merchantOf(visit).scope, uuid: parseOrderId(visit.request.params['id'] ?? '') };
}

/** The fields of the form, as the catalogue names them. */
function pointChange(form: JsonObject): Record<string, unknown> {
  const given = Object.fromEntries(POINT_FIELDS.map((field) => [field, form[field] ?? '']));
  const { rank, commission } = given;
  const isFree = typeof commission === 'string' && /^0+(\.0+)?$/.test(commission);
  return {
    ...given,
    rank: Number(rank),
    commission: commission === '' ? null : isFree ? 0 : commission,
    is_active: form['is_active'] === 'yes',
  };
}
