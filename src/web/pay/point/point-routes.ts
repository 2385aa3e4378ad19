// GET and POST /pay/{id}/point: a customer chooses another store to pay at. The id of the order is the only credential,
// as for its page. Nobody may frame this page, because its button acts (D67).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changePoint, listOtherPoints } from '../../../actions/orders/change-point.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { formatAmount } from '../../../domain/base/money.js';
import type { Order } from '../../../domain/orders/order.js';
import { AppError, type ErrorCode } from '../../../errors/errors.js';
import { readBody } from '../../../http/body.js';
import { queryOf } from '../../../http/request.js';
import { OPEN } from '../../ui/open.js';
import { toWay } from '../about-way.js';
import { type CustomerPages, fitsTill } from '../customer-pages.js';
import { renderMessage } from '../layout.js';
import { readLanguage, UNFRAMED_FORM_HEADERS } from '../page-reply.js';
import { PAY_TEXTS } from '../texts.js';
import { renderPointPage } from './point-page.js';
import { POINT_TEXTS } from './texts.js';

type PointRequest = FastifyRequest<{ Params: { id: string } }>;

const FIELD = 'point';

export function pointRoutes(app: FastifyInstance, deps: Deps, pages: CustomerPages): void {
  app.get('/:id/point', OPEN, async (request: PointRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    return sendChoices(request, reply, order, queryOf(request)['missing'] === undefined ? undefined : 'missing');
  });

  app.post('/:id/point', OPEN, async (request: PointRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    const code = readBody(request, deps.settings.serviceName)[FIELD];
    try {
      if (code !== order.point?.code) await changePoint(deps, order, typeof code === 'string' ? code : '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.refusal = error.code;
      const query = POINT_REFUSALS[error.code];
      if (query === undefined) throw error;
      return goTo(reply, `${pathOf(order, request, '/point')}${query}`);
    }
    return goTo(reply, pathOf(order, request));
  });

  async function sendChoices(request: PointRequest, reply: FastifyReply, order: Order, fault?: 'missing') {
    const face = await pages.faceOf(order.scope.accountId);
    const points = (await listOtherPoints(deps, order)).filter((point) => fitsTill(point, order.amount, face));
    if (points.length === 0 || order.point === null) return sendRefusal(request, reply);
    const language = readLanguage(request);
    const texts = POINT_TEXTS[language];
    const wayOf = (point: Parameters<typeof toWay>[0]) =>
      toWay(point, { ...order, language, basePath: pages.basePath });
    const { availability = '' } = (await deps.points.byCode()).get(order.point.code) ?? {};
    const now = wayOf({ ...order.point, availability });
    const page = renderPointPage({
      ...face,
      language,
      basePath: pages.basePath,
      mode: order.scope.mode,
      isMissing: fault === 'missing',
      about: [order.product.name, `${PAY_TEXTS[language].folio}\u00a0${order.folio}`],
      folio: order.folio,
      amount: formatAmount(order.amount),
      orderPath: pathOf(order, request),
      choices: [{ ...now, notes: [texts.now, ...now.notes] }, ...points.map(wayOf)],
    });
    return reply.headers(UNFRAMED_FORM_HEADERS).send(page);
  }

  function sendRefusal(request: PointRequest, reply: FastifyReply) {
    const language = readLanguage(request);
    const page = renderMessage(POINT_TEXTS[language].refused, language, pages.basePath);
    return reply.code(409).headers(UNFRAMED_FORM_HEADERS).send(page);
  }

  function pathOf(order: Order, request: PointRequest, page = ''): string {
    return `${pages.basePath}/pay/${formatOrderId(order.uuid)}${page}?lang=${readLanguage(request)}`;
  }
}

/** What the page is told of a choice that was refused; it finds out itself when nothing can be changed any more. */
const POINT_REFUSALS: Partial<Readonly<Record<ErrorCode, string>>> = {
  point_not_changeable: '',
  payment_point_not_found: '&missing=yes',
};

/** A page that was reached by GET can be reloaded and gone back to. */
function goTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).headers(UNFRAMED_FORM_HEADERS).header('location', location).send();
}
