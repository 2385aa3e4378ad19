// GET and POST /pay/refund/{token}: the customer's link of a transfer that needs a destination (D75). The token in the path is the
// only credential. What is typed is shown once more before it counts, and can be changed until the transfer is in a bank file. The
// page must never be kept or told to another site.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findLinked, requirePayeeAccount, useLink } from '../../../actions/transfers/set-payee-account.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { formatAmount } from '../../../domain/base/money.js';
import { BANKS } from '../../../domain/transfers/bank.js';
import type { PayeeAccount, Transfer } from '../../../domain/transfers/transfer.js';
import { AppError, faultText } from '../../../errors/errors.js';
import { readBody } from '../../../http/body.js';
import { queryOf } from '../../../http/request.js';
import { OPEN } from '../../ui/open.js';
import type { CustomerPages } from '../customer-pages.js';
import { renderMessage } from '../layout.js';
import { readLanguage, UNFRAMED_FORM_HEADERS } from '../page-reply.js';
import { openForm, sealForm } from '../sealed-form.js';
import { lookAtClabe } from '../typed.js';
import { type RefundView, renderConfirmPage, renderDonePage, renderRefundPage } from './refund-page.js';
import { REFUND_TEXTS } from './texts.js';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;
type Context = Pick<CustomerPages, 'basePath' | 'faceOf'>;
type Typed = RefundView['typed'];

export function refundRoutes(pages: FastifyInstance, deps: Deps, context: Context): void {
  const { basePath } = context;

  pages.get('/refund/:token', OPEN, async (request: LinkRequest, reply) => {
    const transfer = await findLinked(deps, request.params.token);
    if (transfer === null) return sendGone(request, reply);
    return reply.headers(UNFRAMED_FORM_HEADERS).send(await pageOf(request, transfer));
  });

  pages.post('/refund/:token', OPEN, async (request: LinkRequest, reply) => {
    const { token } = request.params;
    const transfer = await findLinked(deps, token);
    if (transfer === null) return sendGone(request, reply);
    const form = readBody(request, deps.settings.serviceName);
    const confirmed = openForm(deps, token, form['confirmed']);
    if (confirmed === null) {
      const typed = { clabe: textOf(form['clabe']), holder: textOf(form['holder']) };
      return goTo(request, reply, { typed: sealForm(deps, token, typed) });
    }
    const account = accountIn(deps, typedIn(confirmed), transfer);
    if ('faults' in account) return goTo(request, reply, { typed: textOf(form['confirmed']) });
    const named = await useLink(deps, { ...account, token, actor: `customer@${request.address}` });
    return named === null ? sendGone(request, reply) : goTo(request, reply, {});
  });

  /** The form; the question whether it is right; or what was kept. */
  async function pageOf(request: LinkRequest, transfer: Transfer): Promise<string> {
    const view = await viewOf(request, transfer);
    const query = queryOf(request);
    const sealed = textOf(query['typed']);
    const opened = openForm(deps, request.params.token, sealed);
    if (opened === null) {
      const { destination } = transfer;
      const isKept = destination !== null && query['change'] === undefined;
      return isKept ? renderDonePage(view, destination) : renderRefundPage(view);
    }
    const typed = typedIn(opened);
    const account = accountIn(deps, typed, transfer);
    if ('faults' in account)
      return renderRefundPage({ ...view, typed, faults: faultsOf(account.faults, { ...view, typed }) });
    if (query['change'] !== undefined) return renderRefundPage({ ...view, typed });
    const mendPath = `?typed=${encodeURIComponent(sealed)}&change=yes&lang=${view.language}`;
    return renderConfirmPage({ ...view, account, sealed, mendPath });
  }

  async function viewOf(request: LinkRequest, { scope, orderId, amount, coin }: Transfer): Promise<RefundView> {
    const order = orderId === null ? null : await deps.orders.find(scope, orderId);
    return {
      language: readLanguage(request),
      basePath,
      mode: scope.mode,
      amount: formatAmount(amount),
      coin,
      ...(await context.faceOf(scope.accountId)),
      folio: order?.folio ?? '',
      orderPath: order === null ? null : `${basePath}/pay/${formatOrderId(order.uuid)}?lang=${readLanguage(request)}`,
      typed: { clabe: '', holder: '' },
      faults: {},
    };
  }

  /** A page that was reached by GET can be reloaded and gone back to. */
  function goTo(request: LinkRequest, reply: FastifyReply, query: Readonly<Record<string, string>>): FastifyReply {
    const { lang } = queryOf(request);
    const asked = new URLSearchParams({ ...query, ...(typeof lang === 'string' && { lang }) }).toString();
    const path = `${basePath}/pay/refund/${request.params.token}`;
    return reply
      .code(303)
      .headers(UNFRAMED_FORM_HEADERS)
      .header('location', asked === '' ? path : `${path}?${asked}`)
      .send();
  }

  function sendGone(request: LinkRequest, reply: FastifyReply): FastifyReply {
    request.refusal = 'transfer_not_found';
    const language = readLanguage(request);
    const page = renderMessage(REFUND_TEXTS[language].gone, language, basePath);
    return reply.code(404).headers(UNFRAMED_FORM_HEADERS).send(page);
  }
}

function accountIn(
  deps: Pick<Deps, 'clabes'>,
  typed: Typed,
  { coin }: Transfer,
): PayeeAccount | { readonly faults: AppError } {
  try {
    return requirePayeeAccount(deps, { ...typed, bank: null }, coin);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return { faults: error };
    throw error;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function typedIn({ clabe = '', holder = '' }: Readonly<Record<string, string>>): Typed {
  return { clabe, holder };
}

function faultsOf({ faults }: AppError, { typed, coin, language }: RefundView): RefundView['faults'] {
  const texts = REFUND_TEXTS[language];
  const isWrong = (param: string) => faults.find((fault) => fault.param === param);
  const [clabe, holder] = [isWrong('clabe'), isWrong('holder')];
  if (coin !== null)
    return clabe === undefined ? {} : { clabe: `${texts.coin(coin, '').address} ${faultText(clabe, language)}.` };
  const { fault } = lookAtClabe(typed.clabe, BANKS);
  return {
    ...(clabe !== undefined && { clabe: texts.clabeFaults[fault ?? 'own'] }),
    ...(holder !== undefined && { holder: `${texts.holder} ${faultText(holder, language)}.` }),
  };
}
