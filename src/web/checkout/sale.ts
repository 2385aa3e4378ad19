// One sale on the checkout page: shows the form, and makes the order when the customer sends it (D67).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orderByCheckout } from '../../actions/links/order-by-checkout.js';
import { listPaymentMethods } from '../../actions/orders/list-payment-methods.js';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import type { Language } from '../../domain/base/language.js';
import { formatAmount } from '../../domain/base/money.js';
import type { PaymentLink, PhoneWish } from '../../domain/links/payment-link.js';
import type { Customer } from '../../domain/orders/order.js';
import { isUsable, type PaymentPoint } from '../../domain/points/payment-point.js';
import { AppError, type ErrorCode, errorEntry, type Fault, faultText } from '../../errors/errors.js';
import { languageOf, queryOf } from '../../http/request.js';
import { errorMessage } from '../../wire/error.js';
import type { JsonObject } from '../../wire/json.js';
import {
  BUYER_FIELDS,
  type BuyerField,
  CHECKOUT_PRICE,
  type Goods,
  readBuyer,
  textIn,
} from '../../wire/links/checkout.js';
import { type CustomerPages, fitsTill } from '../pay/customer-pages.js';
import { SWITCH_LANGUAGE } from '../pay/layout.js';
import { exchangeText } from '../pay/money-view.js';
import { formPageHeaders } from '../pay/page-reply.js';
import { openForm, sealForm } from '../pay/sealed-form.js';
import { renderCheckoutPage } from './page.js';
import { CHECKOUT_TEXTS } from './texts.js';
import { type CheckoutView, SPEI, toGroups, WAY_FIELD } from './view.js';

export type Sale = {
  readonly merchant: Credential;
  readonly goods: Goods;
  readonly link: PaymentLink | null;
  readonly phone: PhoneWish;
  /** What the form must say again: the key and the goods of a shop's form. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Where its form is, below the service's own address. */
  readonly path: string;
};

type SaleDeps = Pick<Deps, 'db' | 'points' | 'rates' | 'settings' | 'clock' | 'random' | 'vault' | 'cards'> &
  Parameters<typeof orderByCheckout>[0];
export type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly form: JsonObject };
type State = {
  readonly token: string;
  readonly status: number;
  readonly faults: CheckoutView['faults'];
  readonly alert: CheckoutView['alert'];
};

const TOKEN_FIELD = 'checkout_token';
const TOKEN_BYTES = 16;
const TOKEN_FORM = /^[A-Za-z0-9_-]{22}$/;
const LANGUAGE_FIELD = 'lang';
/** What the page says of a form that was refused. */
const SHOWN_FIELD = 'shown';
/** The query of a page that shows a form again. */
const SALE_FIELD = 'sale';
/** Proxies take addresses of 8 KB. */
const LONGEST_ADDRESS = 7_000;

/** Refusals after which the customer can choose another way. */
const OTHER_WAY: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'payment_point_not_found',
  'over_point_limit',
  'point_exhausted',
  'rail_not_configured',
  'rate_unavailable',
  'clabe_pool_exhausted',
  'clabe_share_exhausted',
  'reference_pool_exhausted',
]);

/** Whether the customer has sent our form, or has only come to see it or to read it in the other language. */
export function isSent(form: JsonObject): boolean {
  return TOKEN_FORM.test(textIn(form, TOKEN_FIELD)) && textIn(form, SWITCH_LANGUAGE) === '';
}

/** Shows the form, or how it was refused. */
export async function showSale(deps: SaleDeps, pages: CustomerPages, sale: Sale, visit: Visit): Promise<FastifyReply> {
  const token = tokenIn(deps, visit.form);
  const shown: Pick<State, 'status' | 'faults' | 'alert'> = JSON.parse(textIn(visit.form, SHOWN_FIELD) || UNTOUCHED);
  return sendForm(deps, pages, sale, visit, { token, ...shown });
}

const UNTOUCHED = JSON.stringify({ status: 200, faults: {}, alert: null });

/**
 * Leads to the page that shows the form: one that was reached by GET can be reloaded and gone back to, with the same token, so
 * that nobody makes a second order unawares.
 */
export function leadToForm(
  deps: SaleDeps,
  pages: CustomerPages,
  sale: Sale,
  visit: Visit,
  state?: State,
): Promise<FastifyReply> | FastifyReply {
  const { form, reply, request } = visit;
  const { token = tokenIn(deps, form), ...shown } = state ?? {};
  const { language, isChosen } = languageIn(request, form);
  const values = {
    ...sale.hidden,
    ...typedIn(form),
    [WAY_FIELD]: textIn(form, WAY_FIELD),
    [TOKEN_FIELD]: token,
    ...(isChosen && { [LANGUAGE_FIELD]: language }),
    ...(state !== undefined && { [SHOWN_FIELD]: JSON.stringify(shown) }),
  };
  const sealed = sealForm(deps, sale.path, values);
  if (sealed.length > LONGEST_ADDRESS) return showSale(deps, pages, sale, { request, reply, form: values });
  const location = `${pages.basePath}${sale.path}?${SALE_FIELD}=${encodeURIComponent(sealed)}`;
  return reply.code(303).headers(formPageHeaders([])).header('location', location).send();
}

/** What a page was led to with; null if the address has nothing of ours. */
export function formIn(deps: SaleDeps, path: string, request: FastifyRequest): JsonObject | null {
  return openForm(deps, path, queryOf(request)[SALE_FIELD]);
}

function tokenIn(deps: SaleDeps, form: JsonObject): string {
  const given = textIn(form, TOKEN_FIELD);
  return TOKEN_FORM.test(given) ? given : newToken(deps);
}

export async function makeSale(deps: SaleDeps, pages: CustomerPages, sale: Sale, visit: Visit): Promise<FastifyReply> {
  const { form, reply, request } = visit;
  const token = textIn(form, TOKEN_FIELD);
  const { language, isChosen } = languageIn(request, form);
  const query = isChosen ? `?lang=${language}` : '';
  try {
    const draft = await readDraft(deps, sale, form);
    const { link, merchant } = sale;
    const made = await orderByCheckout(deps, { merchant, draft, token, link, priceParam: CHECKOUT_PRICE });
    const path = `${pages.basePath}/pay/${made.orderId}${query}`;
    if (made.is === 'made') return reply.code(303).headers(formPageHeaders([])).header('location', path).send();
    request.refusal = 'idempotency_key_reused';
    const alert = { text: CHECKOUT_TEXTS[language].madeBefore, orderPath: path };
    return await leadToForm(deps, pages, sale, visit, { token: newToken(deps), status: 409, faults: {}, alert });
  } catch (error) {
    if (!(error instanceof AppError) || !OTHER_WAY.has(error.code)) throw error;
    request.refusal = error.code;
    const faults = faultsOf(error.faults, language);
    const alert = Object.keys(faults).length > 0 ? null : { text: errorMessage(error, language), orderPath: null };
    return leadToForm(deps, pages, sale, visit, { token, status: errorEntry(error.code).status, faults, alert });
  }
}

function newToken({ random }: Pick<Deps, 'random'>): string {
  return random.bytes(TOKEN_BYTES).toString('base64url');
}

/** Reads all that the customer typed and chose, and reports all faults at once. */
async function readDraft(deps: SaleDeps, { goods, phone, merchant }: Sale, form: JsonObject) {
  const faults: Fault[] = [];
  let customer: Customer | null = null;
  try {
    customer = readBuyer(form, phone);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(...error.faults);
  }
  const point = await chosenPoint(deps, form, merchant);
  if (point !== null && 'error' in point) faults.unshift(point);
  if (faults.length > 0 || customer === null || (point !== null && 'error' in point))
    throw new AppError('invalid_request', {}, { faults });
  return { ...goods, point, customer, extras: {}, testClockId: null };
}

async function chosenPoint(
  deps: Pick<Deps, 'points'>,
  form: JsonObject,
  { scope }: Credential,
): Promise<PaymentPoint | null | Fault> {
  const code = textIn(form, WAY_FIELD);
  if (code === '') return { param: WAY_FIELD, error: 'required' };
  if (code.toUpperCase() === SPEI) return null;
  const point = (await deps.points.byCode()).get(code);
  if (point === undefined) return { param: WAY_FIELD, error: 'unknown_payment_point' };
  return isUsable(point, scope.mode) ? point : { param: WAY_FIELD, error: 'inactive_payment_point' };
}

/** The faults of fields that the customer sees; null of others. */
function faultsOf(faults: readonly Fault[], language: Language): CheckoutView['faults'] {
  const texts = CHECKOUT_TEXTS[language];
  const names: Readonly<Record<BuyerField, string>> = {
    customer_name: texts.name,
    customer_email: texts.email,
    customer_phone: texts.phone,
  };
  return Object.fromEntries(
    faults.flatMap((fault) => {
      if (fault.param === WAY_FIELD)
        return [[WAY_FIELD, fault.error === 'required' ? texts.chooseWay : texts.chooseAnother]];
      const name = Object.entries(names).find(([param]) => param === fault.param)?.[1];
      return name === undefined ? [] : [[fault.param, `${name} ${faultText(fault, language)}.`]];
    }),
  );
}

async function sendForm(
  deps: SaleDeps,
  pages: CustomerPages,
  sale: Sale,
  { request, reply, form }: Visit,
  { token, status, faults, alert }: State,
): Promise<FastifyReply> {
  const { merchant, goods, link } = sale;
  const { price, product } = goods;
  const offered = await listPaymentMethods(deps, {
    merchant,
    price,
    now: deps.clock.now(),
    priceParam: CHECKOUT_PRICE,
  });
  const face = await pages.faceOf(merchant.scope.accountId);
  const ways = offered.ways.filter((point) => point === null || fitsTill(point, offered.amount, face));
  const offer = { ...offered, ways };
  const { language, isChosen } = languageIn(request, form);
  const chosen = textIn(form, WAY_FIELD);
  const imageUrl = link === null ? null : product.imageUrl;
  const page = renderCheckoutPage({
    language,
    basePath: pages.basePath,
    mode: merchant.scope.mode,
    faults,
    alert,
    phone: sale.phone,
    ...face,
    productName: product.name,
    imageUrl,
    amount: formatAmount(offer.amount),
    exchange: exchangeText({ price, rate: offer.rate }, language),
    groups: toGroups(offer, language, pages.basePath),
    // Where there is only one way, nobody has to choose.
    chosen: chosen === '' && offer.ways.length === 1 ? (offer.ways[0]?.code ?? SPEI) : chosen,
    typed: typedIn(form),
    hidden: { ...sale.hidden, ...(isChosen && { [LANGUAGE_FIELD]: language }), [TOKEN_FIELD]: token },
  });
  const images = imageUrl === null ? [] : [new URL(imageUrl).origin];
  return reply.code(status).headers(formPageHeaders(images)).send(page);
}

function typedIn(form: JsonObject): CheckoutView['typed'] {
  const [customer_name, customer_email, customer_phone] = BUYER_FIELDS.map((name) => textIn(form, name));
  return {
    customer_name: customer_name ?? '',
    customer_email: customer_email ?? '',
    customer_phone: customer_phone ?? '',
  };
}

/** The button that was pressed, else what the form or the address says, else Accept-Language. */
export function languageIn(
  request: FastifyRequest,
  form: JsonObject,
): { readonly language: Language; readonly isChosen: boolean } {
  const asked = [textIn(form, SWITCH_LANGUAGE), textIn(form, LANGUAGE_FIELD), queryOf(request)['lang']];
  const chosen = asked.find((one): one is Language => one === 'es' || one === 'en');
  return { language: chosen ?? languageOf(request), isChosen: chosen !== undefined };
}
