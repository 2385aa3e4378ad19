// The receipt and the hosted checkout (D67): GET and POST /comprobante, as existing plugins and pages call it, and the
// pages of payment links below /checkout. Everything here is HTML, including errors. Whoever has a public key can send any
// price, as with POST /v1/charges; the price of a link is the merchant's own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openLink, requireOpen } from '../../actions/links/open-link.js';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { readBody } from '../../http/body.js';
import { asNewest } from '../../http/in-version.js';
import { queryOf } from '../../http/request.js';
import type { ServerState } from '../../http/server.js';
import { renderError } from '../../wire/error.js';
import type { JsonObject } from '../../wire/json.js';
import { CheckoutGoods, goodsIn, readGoods, textIn } from '../../wire/links/checkout.js';
import { lastOf } from '../../wire/shape/query.js';
import { toWebAddress } from '../../wire/web-address.js';
import type { CustomerPages } from '../pay/customer-pages.js';
import { PAGE_HEADERS } from '../pay/page-reply.js';
import { renderProblemPage } from './problem-page.js';
import { formIn, isSent, languageIn, leadToForm, makeSale, type Sale, showSale, type Visit } from './sale.js';
import * as schemas from './schemas.js';

type CheckoutState = ServerState & { readonly pages: CustomerPages };
type LinkRequest = FastifyRequest<{ Params: { id: string } }>;

const ANYONE = { access: 'anyone' } as const;
const KEY_FIELD = 'public_key';
const RECEIPT = 'confirmation_id';
const SHOP_FORM = '/comprobante';

export function checkoutRoutes(app: FastifyInstance, deps: Deps, state: CheckoutState): void {
  const { pages } = state;
  state.showProblemsBelow('/comprobante', (problem, request, reply) =>
    problem.code === 'not_found'
      ? pages.sendNotFound(request, reply)
      : sendProblem(pages, problem, { request, reply, form: {} }),
  );
  state.showProblemsBelow('/checkout', (problem, request, reply) => {
    const shown = problem.code === 'not_found' ? new AppError('payment_link_not_found') : problem;
    return sendProblem(pages, shown, { request, reply, form: {} });
  });

  app.get('/comprobante', { config: ANYONE, schema: schemas.RECEIPT_PAGE }, async (request, reply) => {
    const form = formIn(deps, SHOP_FORM, request);
    if (form !== null) return showShopForm({ request, reply, form });
    const given = lastOf(queryOf(request), RECEIPT);
    const id = typeof given === 'string' ? given.replace(/^(?!ch_)/, 'ch_') : '';
    return pages.sendOrder(request, reply, id, `${RECEIPT}=${encodeURIComponent(id)}&`);
  });

  app.post('/comprobante', { config: ANYONE, schema: schemas.CHECKOUT }, async (request, reply) => {
    const form = readBody(request, deps.settings.serviceName);
    return withWayBack({ request, reply, form }, goOn);
  });

  /** The form that a shop's own led to. */
  function showShopForm(visit: Visit): Promise<FastifyReply> {
    return withWayBack(visit, (sale) => showSale(deps, pages, sale, visit));
  }

  /** A problem page has what the shop's form says: its language, and the way back. */
  async function withWayBack(
    visit: Visit,
    next: (sale: Sale, visit: Visit) => Promise<FastifyReply> | FastifyReply,
  ): Promise<FastifyReply> {
    try {
      const merchant = await sellerOf(deps, state, visit);
      return await next(saleOf(deps, merchant, asNewest(visit.request, CheckoutGoods, visit.form)), visit);
    } catch (error) {
      if (error instanceof AppError) return sendProblem(pages, error, visit);
      throw error;
    }
  }

  app.get('/checkout/:id', { config: ANYONE, schema: schemas.LINK_PAGE }, async (request: LinkRequest, reply) => {
    const sale = await linkSale(request, reply);
    const form = formIn(deps, sale.path, request);
    if (form === null) requireOpen(sale.link, deps.clock.now());
    return showSale(deps, pages, sale, { request, reply, form: form ?? {} });
  });

  app.post('/checkout/:id', { config: ANYONE, schema: schemas.USE_LINK }, async (request: LinkRequest, reply) => {
    const form = readBody(request, deps.settings.serviceName);
    const sale = await linkSale(request, reply);
    // A form that is sent again leads to its order, also when that order was the link's last.
    if (!isSent(form)) requireOpen(sale.link, deps.clock.now());
    return goOn(sale, { request, reply, form });
  });

  function goOn(sale: Sale, visit: Visit): Promise<FastifyReply> | FastifyReply {
    return isSent(visit.form) ? makeSale(deps, pages, sale, visit) : leadToForm(deps, pages, sale, visit);
  }

  async function linkSale(request: LinkRequest, reply: FastifyReply) {
    const { link, merchant } = await openLink(deps, request.params.id);
    request.credential = merchant; // for the log
    const refusal = await state.rates.count(request, reply, merchant);
    if (refusal !== undefined) throw refusal;
    const { product, price, returnUrls, phone } = link;
    const path = `/checkout/${request.params.id}`;
    return { merchant, link, phone, path, hidden: {}, goods: { product, price, returnUrls, expiry: null } };
  }
}

/** Finds the merchant by the key in the form. The key counts as in any other request with it (D61). */
async function sellerOf(deps: Deps, { rates }: CheckoutState, { request, reply, form }: Visit): Promise<Credential> {
  const key = textIn(form, KEY_FIELD).trim();
  if (key === '') throw invalidRequest({ param: KEY_FIELD, error: 'required' });
  const merchant = await deps.credentials.find(key);
  const now = deps.clock.now();
  if (merchant === null || (merchant.endsAt !== null && merchant.endsAt <= now)) throw new AppError('invalid_api_key');
  if (merchant.kind === 'private') throw new AppError('public_key_required');
  deps.credentials.noteUse(merchant.keyId, now);
  request.credential = merchant; // for the log
  const refusal = await rates.count(request, reply, merchant);
  if (refusal !== undefined) throw refusal;
  if (merchant.isSuspended) throw new AppError('account_suspended');
  return merchant;
}

function saleOf({ clock }: Pick<Deps, 'clock'>, merchant: Credential, form: JsonObject): Sale {
  return {
    merchant,
    goods: readGoods(form, clock.now()),
    link: null,
    phone: 'optional',
    path: SHOP_FORM,
    hidden: { [KEY_FIELD]: textIn(form, KEY_FIELD), ...goodsIn(form) },
  };
}

function sendProblem(pages: CustomerPages, problem: AppError, { request, reply, form }: Visit): FastifyReply {
  const { language } = languageIn(request, form);
  request.refusal = problem.code;
  const { status, headers } = renderError(problem, language, request.id);
  const page = renderProblemPage(problem, {
    language,
    basePath: pages.basePath,
    requestId: request.id,
    hasAddress: request.method !== 'POST',
    // Only a shop that is known may lead customers from our page to its own.
    backTo:
      request.credential === null ? null : toWebAddress(textIn(form, 'failed_url') || textIn(form, 'failure_url')),
  });
  return reply
    .code(status)
    .headers({ ...headers, ...PAGE_HEADERS })
    .send(page);
}
