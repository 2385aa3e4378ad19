// GET and POST /pay/{id}/link: a customer whose refund waits has the link sent again where they name their account. It goes to the
// address of the order alone (D85), so whoever else presses the button gets nothing. No site may frame it (D67).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendLink } from '../../../actions/transfers/customer-link.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Order } from '../../../domain/orders/order.js';
import { maskEmail } from '../../../domain/orders/public-view.js';
import { formatTransferId } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { OPEN } from '../../ui/open.js';
import { type CustomerPages, OF_ANY } from '../customer-pages.js';
import { asksForDestination } from '../money-view.js';
import { readLanguage, UNFRAMED_FORM_HEADERS } from '../page-reply.js';
import { renderAgainPage } from './refund-page.js';

type LinkRequest = FastifyRequest<{ Params: { id: string } }>;

/** What is left of an order's e-mails is for its shop to ask for. */
const MOST_BY_CUSTOMER = 4;

export function linkRoutes(app: FastifyInstance, deps: Deps, pages: CustomerPages): void {
  app.get('/:id/link', OPEN, async (request: LinkRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    return send(request, reply, order, (await waiting(order)) === null ? 'notSent' : 'ask');
  });

  app.post('/:id/link', OPEN, async (request: LinkRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    const transfer = await waiting(order);
    if (transfer === null) return send(request, reply, order, 'notSent');
    const call = { transferId: formatTransferId(transfer.id), scope: order.scope, most: MOST_BY_CUSTOMER };
    try {
      await sendLink(deps, { ...call, actor: `customer@${request.address}` });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.refusal = error.code;
      return send(request, reply, order, 'notSent');
    }
    return send(request, reply, order, 'sent');
  });

  async function waiting({ scope, uuid }: Order) {
    return (await listTransfers(deps.db, scope, { ...OF_ANY, orderId: uuid })).find(asksForDestination) ?? null;
  }

  async function send(
    request: LinkRequest,
    reply: FastifyReply,
    { scope, uuid, folio, customer }: Order,
    which: 'ask' | 'sent' | 'notSent',
  ): Promise<FastifyReply> {
    const [language, face] = [readLanguage(request), await pages.faceOf(scope.accountId)];
    const { basePath } = pages;
    const orderPath = `${basePath}/pay/${formatOrderId(uuid)}?lang=${language}`;
    const mail = maskEmail(customer.email);
    const page = renderAgainPage({ ...face, language, basePath, folio, mail, mode: scope.mode }, which, orderPath);
    return reply
      .code(which === 'notSent' && request.method === 'POST' ? 409 : 200)
      .headers(UNFRAMED_FORM_HEADERS)
      .send(page);
  }
}
