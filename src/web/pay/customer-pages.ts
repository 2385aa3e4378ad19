// What all customer pages share: the page of an order, the names and brands of merchants, and how a page says that
// something is not there or goes wrong.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { coinsOnTheirWay } from '../../actions/money/coins/coins-on-their-way.js';
import { listOtherPoints } from '../../actions/orders/change-point.js';
import { orderTime } from '../../actions/orders/order-time.js';
import type { Deps } from '../../deps.js';
import type { Brand } from '../../domain/accounts/brand.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { parseOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { formatLinkId, isCountDue, parseLinkId, statusOfLink } from '../../domain/links/payment-link.js';
import type { Order } from '../../domain/orders/order.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import type { AppError } from '../../errors/errors.js';
import { createCache } from '../../memory/cache.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { findBrand } from '../../store/accounts/brands.js';
import { findPolicies } from '../../store/accounts/policies.js';
import { findLink } from '../../store/links/payment-links.js';
import { listPaymentsOf } from '../../store/money/payments.js';
import { listTransfers } from '../../store/transfers/transfers.js';
import { renderError } from '../../wire/error.js';
import { renderMessage } from './layout.js';
import { renderPayPage } from './page.js';
import { KEPT_PAGE_HEADERS, PAGE_HEADERS, readLanguage } from './page-reply.js';
import { toldState } from './pay-state.js';
import { PAY_TEXTS } from './texts.js';
import { type PayView, toPayView } from './view.js';

export type MerchantFace = {
  readonly merchantName: string;
  readonly brand: Brand;
  /** Whether a payment of less than the whole counts; if not, nobody may be told to pay in parts (D43). */
  readonly takesParts: boolean;
};

export type CustomerPages = {
  /** The path of COBRO_BASE_URL: "", or "/something" if the service runs below another site. */
  readonly basePath: string;
  merchantName(accountId: string): Promise<string>;
  /** The name and brand of a merchant. */
  faceOf(accountId: string): Promise<MerchantFace>;
  findOrder(id: string): Promise<Order | null>;
  /** All that the page of an order shows; null if there is no such order. */
  viewOrder(id: string, language: Language): Promise<PayView | null>;
  /** Sends the page of an order. `query` is what a link to it in another language must keep. */
  sendOrder(request: FastifyRequest, reply: FastifyReply, id: string, query?: string): Promise<FastifyReply>;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendTrouble(problem: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type PagesDeps = Pick<Deps, 'db' | 'settings' | 'orders' | 'payWatch' | 'clock' | 'points'>;

/** More than a page shows. */
const MOST_TRANSFERS = 50;

export function createCustomerPages(deps: PagesDeps): CustomerPages {
  const basePath = new URL(deps.settings.baseUrl).pathname.replace(/\/$/, '');
  const faceOf = createFaces(deps);
  const findOrder: CustomerPages['findOrder'] = async (id) => {
    const uuid = parseOrderId(id);
    return uuid === null ? null : deps.orders.findForCustomer(uuid);
  };
  const sendNotFound: CustomerPages['sendNotFound'] = (request, reply) => {
    request.refusal = 'order_not_found';
    const language = readLanguage(request);
    const page = renderMessage(PAY_TEXTS[language].notFound, language, basePath);
    return reply.code(404).headers(PAGE_HEADERS).send(page);
  };
  const viewOrder: CustomerPages['viewOrder'] = async (id, language) => {
    const uuid = parseOrderId(id);
    // Read before the order: if it changes in between, the page notices and is loaded again.
    const state = uuid === null ? null : await deps.payWatch.find(uuid);
    const order = state === null ? null : await deps.orders.findForCustomer(state.uuid);
    if (state === null || order === null) return null;
    const [face, payments, transfers, onTheirWay, choices, points] = await Promise.all([
      faceOf(order.scope.accountId),
      listPaymentsOf(deps.db, order.scope, order.uuid),
      listTransfers(deps.db, order.scope, { ...OF_ANY, orderId: order.uuid }),
      order.method === 'crypto' ? coinsOnTheirWay(deps, order) : [],
      listOtherPoints(deps, order),
      deps.points.byCode(),
    ]);
    return toPayView(order, {
      ...face,
      language,
      payments,
      transfers,
      onTheirWay,
      lockMs: deps.settings.coinLockMinutes * MINUTE_MS,
      now: await orderTime(deps, deps.db, order),
      version: toldState(state, deps.clock.now()).version,
      beneficiary: deps.settings.speiBeneficiary,
      hours: points.get(order.point?.code ?? '')?.availability ?? '',
      newOrderUrl: await newOrderUrl(order),
      canChangePoint: choices.some((point) => fitsTill(point, order.amount, face)),
    });
  };

  /** An order of a payment link can be made again while the link is open. */
  async function newOrderUrl({ extras, scope, status }: Order): Promise<string | null> {
    const { payment_link: id } = extras;
    const uuid = status !== 'paid' && typeof id === 'string' ? parseLinkId(id) : null;
    const link = uuid === null ? null : await findLink(deps.db, scope, uuid);
    if (link === null) return null;
    const now = deps.clock.now();
    const isOpen = statusOfLink(link, now) === 'active' || isCountDue(link, now);
    return isOpen ? `${basePath}/checkout/${formatLinkId(link.id)}` : null;
  }

  return {
    basePath,
    faceOf,
    findOrder,
    viewOrder,
    sendNotFound,
    merchantName: async (accountId) => (await faceOf(accountId)).merchantName,
    async sendOrder(request, reply, id, query) {
      const view = await viewOrder(id, readLanguage(request));
      if (view === null) return sendNotFound(request, reply);
      return reply.headers(KEPT_PAGE_HEADERS).send(renderPayPage(view, basePath, query));
    },
    sendTrouble(problem, request, reply) {
      const language = readLanguage(request);
      const { status, headers } = renderError(problem, language, request.id);
      const page = renderMessage(PAY_TEXTS[language].trouble, language, basePath);
      return reply
        .code(status)
        .headers({ ...headers, ...PAGE_HEADERS })
        .send(page);
    },
  };
}

/** Whether a customer can pay the amount there: at once, or in parts if the merchant takes parts. */
export function fitsTill(
  { tillLimit }: Pick<PaymentPoint, 'tillLimit'>,
  amount: bigint,
  { takesParts }: Pick<MerchantFace, 'takesParts'>,
): boolean {
  return takesParts || tillLimit <= 0n || amount <= tillLimit;
}

export const OF_ANY = { status: null, reason: null, before: null, limit: MOST_TRANSFERS } as const;

/** Names, brands and policies of merchants, kept for some seconds. */
function createFaces({ db }: Pick<Deps, 'db'>): CustomerPages['faceOf'] {
  const faces = createCache({
    async load(accountId: string): Promise<MerchantFace | null> {
      const [account, brand, policies] = await Promise.all([
        findAccount(db, accountId),
        findBrand(db, accountId),
        findPolicies(db, accountId),
      ]);
      const takesParts = policies.short === 'accept';
      return account === null ? null : { merchantName: account.name, brand, takesParts };
    },
    now: () => performance.now(),
    freshMs: 5_000,
    maxAgeMs: 60_000,
    maxEntries: 10_000,
  });
  return async (accountId) => {
    const face = await faces.find(accountId);
    if (face === null) throw new Error(`there is no account ${accountId}`);
    return face;
  };
}
