// The customer page and its files (D59). It needs no key: anyone with an order id may see how to pay that order, and
// nothing else about it. Everything below /pay is HTML, including errors.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import { parseOrderId } from '../../domain/identity.js';
import type { Order } from '../../domain/order.js';
import type { AppError } from '../../errors.js';
import { sendJson } from '../../http/request.js';
import type { ServerState } from '../../http/server.js';
import { createCache } from '../../memory/cache.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { renderError } from '../../wire/error.js';
import { hasTag } from '../ui/static-file.js';
import { type Bars, barcodeSvg, encodeBars } from './barcode.js';
import { createBarcodePictures } from './barcode-pictures.js';
import { renderMessagePage } from './message-page.js';
import { renderPayPage } from './page.js';
import { PAGE_HEADERS, readLanguage } from './page-reply.js';
import { refundRoutes } from './refund-routes.js';
import { barcodeSchema, PAGE, STATUS } from './schemas.js';
import { payTo, shownStatus, toPayView } from './view.js';

const PART_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;
const ANYONE = { access: 'anyone' } as const;
/** A barcode never changes, but it must not be shown long after its order is paid or has ended. */
const BARCODE_MAX_AGE_SECONDS = 600;
/** Drawing a PNG weighs as much as this many other requests of an address. */
const DRAWING_COST = 10;

type PayRequest = FastifyRequest<{ Params: { id: string } }>;

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function payRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  app.register(async (pages) => customerRoutes(pages, deps, state), { prefix: '/pay' });
}

function customerRoutes(pages: FastifyInstance, deps: Deps, { strangers, showProblemsBelow }: ServerState): void {
  const basePath = new URL(deps.settings.baseUrl).pathname.replace(/\/$/, '');
  const merchants = createCache({
    load: (accountId: string) => findAccount(deps.db, accountId),
    now: () => performance.now(),
    freshMs: 10_000,
    maxAgeMs: 60_000,
    maxEntries: 10_000,
  });
  const merchantNameOf = async (accountId: string) => {
    const merchant = await merchants(accountId);
    if (merchant === null) throw new Error(`there is no account ${accountId}`);
    return merchant.name;
  };
  const pngs = createBarcodePictures();

  showProblemsBelow('/pay', (problem, request, reply) =>
    problem.code === 'not_found'
      ? sendNotFound(request, reply, basePath)
      : sendTrouble(problem, request, reply, basePath),
  );

  pages.get('/:id', { config: ANYONE, schema: PAGE }, async (request: PayRequest, reply) => {
    const order = await findOrder(deps, request);
    if (order === null) return sendNotFound(request, reply, basePath);
    const merchantName = await merchantNameOf(order.scope.accountId);
    const context = { merchantName, language: readLanguage(request), now: deps.clock.now() };
    return reply.headers(PAGE_HEADERS).send(renderPayPage(toPayView(order, context), basePath));
  });

  pages.get('/:id/status.json', { config: ANYONE, schema: STATUS }, async (request: PayRequest, reply) => {
    const order = await findOrder(deps, request);
    if (order === null) return sendNotFound(request, reply, basePath);
    const now = deps.clock.now();
    reply.headers({ ...PART_HEADERS, 'cache-control': 'no-store' });
    return sendJson(reply, JSON.stringify({ status: shownStatus(order, now), expired: now >= order.expiry.at }));
  });

  refundRoutes(pages, deps, { basePath, merchantName: merchantNameOf });

  addBarcode('svg', 'image/svg+xml', (_request, text, bars) => barcodeSvg(text, bars));
  addBarcode('png', 'image/png', async (request, text) => {
    if (!pngs.isDrawn(text)) await strangers.admit(request, DRAWING_COST);
    return pngs.draw(text);
  });

  /** Only while the order can be paid, because a visible barcode may be scanned. */
  function addBarcode(extension: string, type: string, draw: Draw) {
    pages.get(
      `/:id/barcode.${extension}`,
      { config: ANYONE, schema: barcodeSchema(type) },
      async (request: PayRequest, reply) => {
        const order = await findOrder(deps, request);
        const now = deps.clock.now();
        const text = order !== null && shownStatus(order, now) === 'pending' ? payTo(order) : '';
        const bars = encodeBars(text);
        if (order === null || bars === null) return sendNotFound(request, reply, basePath);
        const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
        const maxAge = Math.min(BARCODE_MAX_AGE_SECONDS, Math.floor((order.expiry.at - now) / 1000));
        reply.headers({ ...PART_HEADERS, etag, 'cache-control': `private, max-age=${maxAge}` });
        if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.header('content-type', type).send(await draw(request, text, bars));
      },
    );
  }
}

type Draw = (request: PayRequest, text: string, bars: Bars) => string | Promise<Buffer>;

async function findOrder(deps: Pick<Deps, 'orders'>, request: PayRequest): Promise<Order | null> {
  const uuid = parseOrderId(request.params.id);
  return uuid === null ? null : deps.orders.findForCustomer(uuid);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply, basePath: string): FastifyReply {
  request.refusal = 'order_not_found';
  const page = renderMessagePage('notFound', readLanguage(request), basePath);
  return reply.code(404).headers(PAGE_HEADERS).send(page);
}

function sendTrouble(problem: AppError, request: FastifyRequest, reply: FastifyReply, basePath: string): FastifyReply {
  const language = readLanguage(request);
  const { status, headers } = renderError(problem, language, request.id);
  const page = renderMessagePage('trouble', language, basePath);
  return reply
    .code(status)
    .headers({ ...headers, ...PAGE_HEADERS })
    .send(page);
}
