// GET and POST /pay/refund/{token}: the customer's link of a transfer that needs a destination (D75). The token in the
// path is the only credential. It works once, and the page must never be kept or told to another site.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findLinked, useLink } from '../../../actions/transfers/set-payee-account.js';
import type { Deps } from '../../../deps.js';
import { formatAmount } from '../../../domain/base/money.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError, faultText } from '../../../errors/errors.js';
import { readBody } from '../../../http/body.js';
import type { CustomerPages } from '../customer-pages.js';
import { readLanguage, UNFRAMED_FORM_HEADERS } from '../page-reply.js';
import { REFUND_LINK } from '../schemas.js';
import { type RefundView, renderRefundMessage, renderRefundPage } from './refund-page.js';
import { REFUND_TEXTS } from './texts.js';

const ANYONE = { access: 'anyone' } as const;

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;
type Context = Pick<CustomerPages, 'basePath' | 'faceOf'>;

export function refundRoutes(pages: FastifyInstance, deps: Deps, context: Context): void {
  const { basePath } = context;

  pages.get('/refund/:token', { config: ANYONE, schema: REFUND_LINK }, async (request: LinkRequest, reply) => {
    const transfer = await findLinked(deps, request.params.token);
    if (transfer === null) return sendGone(request, reply);
    return reply.headers(UNFRAMED_FORM_HEADERS).send(renderRefundPage(await viewOf(request, transfer)));
  });

  pages.post('/refund/:token', { config: ANYONE, schema: REFUND_LINK }, async (request: LinkRequest, reply) => {
    const { token } = request.params;
    const transfer = await findLinked(deps, token);
    if (transfer === null) return sendGone(request, reply);
    const form = readBody(request, deps.settings.serviceName);
    const typed = { clabe: textOf(form['clabe']), holder: textOf(form['holder']) };
    try {
      const named = await useLink(deps, { ...typed, bank: null, token, actor: `customer@${request.address}` });
      return named === null ? sendGone(request, reply) : sendDone(request, reply, named);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
      const view = { ...(await viewOf(request, transfer)), typed, faults: faultsOf(error, request) };
      request.refusal = error.code;
      return reply.code(400).headers(UNFRAMED_FORM_HEADERS).send(renderRefundPage(view));
    }
  });

  async function viewOf(request: LinkRequest, { scope, orderId, amount }: Transfer): Promise<RefundView> {
    const order = orderId === null ? null : await deps.orders.find(scope, orderId);
    return {
      language: readLanguage(request),
      basePath,
      mode: scope.mode,
      amount: formatAmount(amount),
      ...(await context.faceOf(scope.accountId)),
      folio: order?.folio ?? '',
      typed: { clabe: '', holder: '' },
      faults: {},
    };
  }

  function sendGone(request: LinkRequest, reply: FastifyReply): FastifyReply {
    request.refusal = 'transfer_not_found';
    const language = readLanguage(request);
    const page = renderRefundMessage(REFUND_TEXTS[language].gone, language, basePath);
    return reply.code(404).headers(UNFRAMED_FORM_HEADERS).send(page);
  }

  function sendDone(request: LinkRequest, reply: FastifyReply, { destination }: Transfer): FastifyReply {
    const language = readLanguage(request);
    const { title, lines } = REFUND_TEXTS[language].done;
    const message = { title, lines: lines(destination?.bank ?? '', destination?.clabe.slice(-4) ?? '') };
    return reply.headers(UNFRAMED_FORM_HEADERS).send(renderRefundMessage(message, language, basePath));
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function faultsOf({ faults }: AppError, request: LinkRequest): RefundView['faults'] {
  const language = readLanguage(request);
  const { clabe, holder } = REFUND_TEXTS[language];
  const names: Readonly<Record<string, string>> = { clabe, holder };
  return Object.fromEntries(
    faults.map((fault) => [fault.param, `${names[fault.param] ?? fault.param} ${faultText(fault, language)}`]),
  );
}
