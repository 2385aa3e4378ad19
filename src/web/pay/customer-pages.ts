// What all customer pages share: the page of an order, the names of merchants, and how a page says that something is not
// there or goes wrong.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import { parseOrderId } from '../../domain/identity.js';
import type { Order } from '../../domain/order.js';
import type { AppError } from '../../errors.js';
import { createCache } from '../../memory/cache.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { renderError } from '../../wire/error.js';
import { renderMessagePage } from './message-page.js';
import { renderPayPage } from './page.js';
import { PAGE_HEADERS, readLanguage } from './page-reply.js';
import { toPayView } from './view.js';

export type CustomerPages = {
  /** The path of COBRO_BASE_URL: "", or "/something" if the service runs below another site. */
  readonly basePath: string;
  merchantName(accountId: string): Promise<string>;
  findOrder(id: string): Promise<Order | null>;
  /** Sends the page of an order. `query` is what a link to it in another language must keep. */
  sendOrder(request: FastifyRequest, reply: FastifyReply, id: string, query?: string): Promise<FastifyReply>;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendTrouble(problem: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

export function createCustomerPages(deps: Pick<Deps, 'db' | 'settings' | 'orders' | 'clock'>): CustomerPages {
  const basePath = new URL(deps.settings.baseUrl).pathname.replace(/\/$/, '');
  const merchants = createCache({
    load: (accountId: string) => findAccount(deps.db, accountId),
    now: () => performance.now(),
    freshMs: 10_000,
    maxAgeMs: 60_000,
    maxEntries: 10_000,
  });

  const merchantName: CustomerPages['merchantName'] = async (accountId) => {
    const merchant = await merchants(accountId);
    if (merchant === null) throw new Error(`there is no account ${accountId}`);
    return merchant.name;
  };
  const findOrder: CustomerPages['findOrder'] = async (id) => {
    const uuid = parseOrderId(id);
    return uuid === null ? null : deps.orders.findForCustomer(uuid);
  };
  const sendNotFound: CustomerPages['sendNotFound'] = (request, reply) => {
    request.refusal = 'order_not_found';
    const page = renderMessagePage('notFound', readLanguage(request), basePath);
    return reply.code(404).headers(PAGE_HEADERS).send(page);
  };

  return {
    ...{ basePath, merchantName, findOrder, sendNotFound },
    async sendOrder(request, reply, id, query) {
      const order = await findOrder(id);
      if (order === null) return sendNotFound(request, reply);
      const context = {
        merchantName: await merchantName(order.scope.accountId),
        language: readLanguage(request),
        now: deps.clock.now(),
      };
      return reply.headers(PAGE_HEADERS).send(renderPayPage(toPayView(order, context), basePath, query));
    },
    sendTrouble(problem, request, reply) {
      const language = readLanguage(request);
      const { status, headers } = renderError(problem, language, request.id);
      const page = renderMessagePage('trouble', language, basePath);
      return reply
        .code(status)
        .headers({ ...headers, ...PAGE_HEADERS })
        .send(page);
    },
  };
}
