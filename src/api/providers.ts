// Payment points (spec, Endpoint 6; D11, D20, D56), answered from memory.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import { toPesos } from '../domain/exchange.js';
import type { Mode } from '../domain/mode.js';
import { CURRENCIES, centavosAbove, parseAmount } from '../domain/money.js';
import { canProcess, isUsable, type PaymentPoint } from '../domain/payment-point.js';
import { invalidRequest } from '../errors.js';
import { readGetBody } from '../http/body.js';
import { merchantOf, sendJson } from '../http/request.js';
import type { JsonObject } from '../wire/fields.js';
import { renderProvider } from '../wire/provider.js';
import * as schemas from './v1-schemas.js';

const MORE_THAN_ANY_LIMIT = 10n ** 18n;
/** As every language writes a floating point number, also with an exponent as Java from ten million on. */
const NUMBER = /^\d+(\.\d+)?(e\d{1,2})?$/i;

type Query = { Querystring: Record<string, unknown> };

export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  const texts = new WeakMap<PaymentPoint, string>();

  app.get<Query>(
    '/v1/providers',
    { config: { access: 'any-key' }, schema: schemas.providers },
    async (request, reply) => sendJson(reply, await renderPoints(request, merchantOf(request).scope.mode)),
  );

  // For shops that show the points before they have a key: whatever is switched on (D20).
  app.get<Query>('/v1/providers/true', { schema: schemas.providersForAnyone }, async (request, reply) =>
    sendJson(reply, await renderPoints(request, 'test')),
  );

  async function renderPoints(request: FastifyRequest<Query>, mode: Mode): Promise<string> {
    const least = await totalOf(request, mode);
    const points = (await deps.catalogue.all()).filter((point) => isUsable(point, mode) && canProcess(point, least));
    return `[${points.map(textOf).join()}]`;
  }

  /** A point is the same object until the catalogue is read again. */
  function textOf(point: PaymentPoint): string {
    const text = texts.get(point) ?? JSON.stringify(renderProvider(point, deps.settings.baseUrl));
    texts.set(point, text);
    return text;
  }

  /** What the points must be able to process, in centavos of MXN; 0 without `order_total`. The query wins over the body. */
  async function totalOf(request: FastifyRequest<Query>, mode: Mode): Promise<bigint> {
    const body = await readGetBody(request);
    const asked = given(request.query, 'order_total') ?? lenient(given(body, 'order_total'));
    const currencyText = given(request.query, 'currency') ?? given(body, 'currency') ?? 'MXN';
    if (asked === undefined) return 0n;
    const currency = CURRENCIES.find(
      (known) => typeof currencyText === 'string' && known === currencyText.toUpperCase(),
    );
    if (currency === undefined)
      throw invalidRequest({ param: 'currency', error: 'not_allowed', details: { allowed: CURRENCIES.join(', ') } });
    // The sum of a cart may have more decimals than a price: who can take it is asked of the centavo above.
    const total = toNumber(asked);
    const parsed = parseAmount(total);
    const amount = parsed === 'too_many_decimals' ? centavosAbove(String(total)) : parsed;
    if (amount === 'too_large') return MORE_THAN_ANY_LIMIT;
    if (amount === 'not_positive' && Number(asked) === 0) return 0n;
    if (typeof amount !== 'bigint') throw invalidRequest({ param: 'order_total', error: amount });
    return toPesos({ amount, currency }, await deps.rates.find(currency, mode, deps.clock.now()));
  }
}

/** A value that is there: the last one when it stands twice. */
function given(from: JsonObject, name: string): unknown {
  const value = [from[name]].flat().at(-1);
  return value === null || value === '' ? undefined : value;
}

/** What is no number in a GET body is junk, and junk there is ignored (D11). */
function lenient(value: unknown): unknown {
  const amount = value === undefined ? 'not_a_number' : parseAmount(toNumber(value));
  return amount === 'not_a_number' ? undefined : value;
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
}
