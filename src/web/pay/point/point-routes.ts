// GET and POST /pay/{id}/point: a customer chooses another store to pay at. The id of the order is the only credential,
// as for its page. Nobody may frame this page, because its button acts (D67).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changePoint, listOtherPoints } from '../../../actions/orders/change-point.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { formatSum } from '../../../domain/orders/instructions.js';
import type { Order } from '../../../domain/orders/order.js';
import { splitPayment } from '../../../domain/orders/split-payment.js';
import { type PaymentPoint, snapshotPoint } from '../../../domain/points/payment-point.js';
import { AppError } from '../../../errors/errors.js';
import { readBody } from '../../../http/body.js';
import { type CustomerPages, fitsTill } from '../customer-pages.js';
import { readLanguage, UNFRAMED_FORM_HEADERS } from '../page-reply.js';
import { totalOf } from '../payment-view.js';
import { renderRefundMessage } from '../refund/refund-page.js';
import { POINT_PAGE } from '../schemas.js';
import { hoursText } from '../view.js';
import { type PointChoice, renderPointPage } from './point-page.js';
import { POINT_TEXTS } from './texts.js';

type PointRequest = FastifyRequest<{ Params: { id: string } }>;

const OPTIONS = { config: { access: 'anyone' }, schema: POINT_PAGE } as const;
const FIELD = 'point';

export function pointRoutes(app: FastifyInstance, deps: Deps, pages: CustomerPages): void {
  app.get('/:id/point', OPTIONS, async (request: PointRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    return order === null ? pages.sendNotFound(request, reply) : sendChoices(request, reply, order);
  });

  app.post('/:id/point', OPTIONS, async (request: PointRequest, reply) => {
    const order = await pages.findOrder(request.params.id);
    if (order === null) return pages.sendNotFound(request, reply);
    const code = readBody(request, deps.settings.serviceName)[FIELD];
    try {
      await changePoint(deps, order, typeof code === 'string' ? code : '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.refusal = error.code;
      if (error.code === 'point_not_changeable') return sendRefusal(request, reply);
      if (error.code === 'payment_point_not_found') return sendChoices(request, reply.code(400), order, 'missing');
      throw error;
    }
    return reply.code(303).headers(UNFRAMED_FORM_HEADERS).header('location', pathOf(order, request)).send();
  });

  async function sendChoices(request: PointRequest, reply: FastifyReply, order: Order, fault?: 'missing') {
    const face = await pages.faceOf(order.scope.accountId);
    const points = (await listOtherPoints(deps, order)).filter((point) => fitsTill(point, order.amount, face));
    if (points.length === 0) return sendRefusal(request, reply);
    const language = readLanguage(request);
    const page = renderPointPage({
      ...face,
      language,
      basePath: pages.basePath,
      mode: order.scope.mode,
      isMissing: fault === 'missing',
      pointName: order.point?.name ?? '',
      orderPath: pathOf(order, request),
      choices: points.map((point) => toChoice(point, order, language, pages.basePath)),
    });
    return reply.headers(UNFRAMED_FORM_HEADERS).send(page);
  }

  function sendRefusal(request: PointRequest, reply: FastifyReply) {
    const language = readLanguage(request);
    const page = renderRefundMessage(POINT_TEXTS[language].refused, language, pages.basePath);
    return reply.code(409).headers(UNFRAMED_FORM_HEADERS).send(page);
  }

  function pathOf(order: Order, request: PointRequest): string {
    return `${pages.basePath}/pay/${formatOrderId(order.uuid)}?lang=${readLanguage(request)}`;
  }
}

function toChoice(point: PaymentPoint, order: Order, language: Language, basePath: string): PointChoice {
  const texts = POINT_TEXTS[language];
  const { code, name, commission, availability } = point;
  const { total } = totalOf(order.amount, snapshotPoint(point, order.scope.mode), language);
  const times = splitPayment(order.amount, point.tillLimit).length;
  const charged =
    commission === null ? [] : [commission === 0n ? texts.noCommission : texts.commission(formatSum(commission))];
  const parts = times > 1 ? [texts.inParts(times)] : [];
  const hours = hoursText(availability, language);
  return {
    code,
    name,
    notes: [texts.bring(formatSum(total)), ...charged, ...parts, ...(hours === null ? [] : [hours])],
    image: `${basePath}/assets/providers/${encodeURIComponent(code)}-small.png`,
  };
}
