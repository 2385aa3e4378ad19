// The customer page and its files (D59). It needs no key: anyone with an order id may see how to pay that order, and
// nothing else about it. Everything below /pay is HTML, including errors.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { orderTime } from '../../actions/orders/order-time.js';
import type { Deps } from '../../deps.js';
import { parseOrderId } from '../../domain/base/identity.js';
import { statusAt } from '../../domain/orders/shown-status.js';
import type { GuessLimit } from '../../http/guess-limit.js';
import { sendJson } from '../../http/request.js';
import type { ServerState } from '../../http/server.js';
import { readAsset } from '../ui/asset.js';
import { OPEN } from '../ui/open.js';
import { createStaticFile, hasTag, type StaticFile, sendStaticFile } from '../ui/static-file.js';
import type { CustomerPages } from './customer-pages.js';
import { eventRoutes } from './events.js';
import { toldState } from './pay-state.js';
import { pointRoutes } from './point/point-routes.js';
import { linkRoutes } from './refund/link-routes.js';
import { refundRoutes } from './refund/refund-routes.js';
import { barcodeSchema, PAGE, STATUS } from './schemas.js';
import { scannedAt } from './view.js';
import { barcodeSvg, encodeBars } from './voucher/barcode.js';
import { createBarcodePictures } from './voucher/barcode-pictures.js';
import type { ScanCode } from './voucher/scan-code.js';
import { voucherRoutes } from './voucher/voucher-routes.js';

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
type PayState = ServerState & { readonly pages: CustomerPages };

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function payRoutes(app: FastifyInstance, deps: Deps, state: PayState): void {
  app.register(async (inner) => customerRoutes(inner, deps, state), { prefix: '/pay' });
}

function customerRoutes(app: FastifyInstance, deps: Deps, state: PayState): void {
  const { strangers, showProblemsBelow, pages } = state;
  const pngs = createBarcodePictures();
  const findState = async (id: string) => {
    const uuid = parseOrderId(id);
    return uuid === null ? null : deps.payWatch.find(uuid);
  };

  showProblemsBelow('/pay', (problem, request, reply) =>
    problem.code === 'not_found' ? pages.sendNotFound(request, reply) : pages.sendTrouble(problem, request, reply),
  );

  app.get('/:id', { config: ANYONE, schema: PAGE }, (request: PayRequest, reply) =>
    pages.sendOrder(request, reply, request.params.id),
  );

  app.get('/:id/status.json', { config: ANYONE, schema: STATUS }, async (request: PayRequest, reply) => {
    const order = await findState(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    reply.headers({ ...PART_HEADERS, 'cache-control': 'no-store' });
    return sendJson(reply, JSON.stringify(toldState(order, deps.clock.now())));
  });

  eventRoutes(app, deps, { ...state, find: findState, sendNotFound: pages.sendNotFound });
  pointRoutes(app, deps, pages);
  voucherRoutes(app, deps, state);
  workerRoute(app, strangers);
  refundRoutes(app, deps, pages);
  linkRoutes(app, deps, pages);

  addBarcode('svg', 'image/svg+xml', (_request, text, bars) => barcodeSvg(text, bars));
  addBarcode('png', 'image/png', async (request, text) => {
    if (!pngs.isDrawn(text)) await strangers.admit(request, DRAWING_COST);
    return pngs.draw(text);
  });

  /** Only while the order can be paid, because a visible barcode may be scanned. */
  function addBarcode(extension: string, type: string, draw: Draw) {
    app.get(
      `/:id/barcode.${extension}`,
      { config: ANYONE, schema: barcodeSchema(type) },
      async (request: PayRequest, reply) => {
        const order = await pages.findOrder(request.params.id);
        const now = order === null ? 0 : await orderTime(deps, deps.db, order);
        const text = order !== null && statusAt(order, now) === 'pending' ? scannedAt(order) : '';
        const bars = encodeBars(text);
        if (order === null || bars === null) return pages.sendNotFound(request, reply);
        const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
        const maxAge = Math.min(BARCODE_MAX_AGE_SECONDS, Math.floor((order.expiry.at - now) / 1000));
        reply.headers({ ...PART_HEADERS, etag, 'cache-control': `private, max-age=${maxAge}` });
        if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.header('content-type', type).send(await draw(request, text, bars));
      },
    );
  }
}

type Draw = (request: PayRequest, text: string, bars: ScanCode) => string | Promise<Buffer>;

// GET /pay/worker.js: the service worker of the customer page. Its path decides which pages it serves, so it has no digest
// in its name; browsers ask for it again at every visit.
const SCRIPT = readAsset('pay/files/worker.js');

function workerRoute(app: FastifyInstance, strangers: GuessLimit): void {
  let file: Promise<StaticFile> | undefined;
  app.get('/worker.js', OPEN, async (request, reply) => {
    file ??= createStaticFile(SCRIPT, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
    return sendStaticFile(strangers, request, reply, await file);
  });
}
