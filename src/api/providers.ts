// Lists payment points (spec, Endpoint 6; D11, D20, D56), answered from memory.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Mode } from '../domain/base/mode.js';
import { toPesos } from '../domain/orders/exchange.js';
import { canProcess, isUsable, type PaymentPoint } from '../domain/points/payment-point.js';
import { invalidRequest } from '../errors/errors.js';
import { readGetBody } from '../http/body.js';
import { asNewest, differsFor, misspeltIn, writeReply } from '../http/in-version.js';
import { merchantOf, sendJson } from '../http/request.js';
import { Provider, ProviderList, readProviderQuery, renderProvider } from '../wire/points/provider.js';
import * as schemas from './schemas/providers.js';

const MORE_THAN_ANY_LIMIT = 10n ** 18n;

type Query = { Querystring: Record<string, unknown> };

export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  const texts = new WeakMap<PaymentPoint, string>();

  app.get<Query>(
    '/v1/providers',
    { config: { access: 'any-key', right: null }, schema: schemas.providers },
    async (request, reply) => sendJson(reply, await renderPoints(request, merchantOf(request).scope.mode)),
  );

  // For shops that show the points before they have a key: all points that are switched on (D20). Plugins ask here with
  // their key, too, and then get the points that their customers can use.
  app.get<Query>(
    '/v1/providers/true',
    { config: { access: 'key-or-none', right: null }, schema: schemas.providersForAnyone },
    async (request, reply) => sendJson(reply, await renderPoints(request, request.credential?.scope.mode ?? 'test')),
  );

  async function renderPoints(request: FastifyRequest<Query>, mode: Mode): Promise<string> {
    const least = await totalOf(request, mode);
    const points = (await deps.points.all()).filter((point) => isUsable(point, mode) && canProcess(point, least));
    const write = (point: PaymentPoint) => writeReply(request, Provider, renderProvider(point, deps.settings.baseUrl));
    const textOf = differsFor(request, Provider)
      ? write
      : (point: PaymentPoint) => texts.get(point) ?? keep(point, write);
    return `[${points.map(textOf).join()}]`;
  }

  /** Keeps by object: a point stays the same object until the points are read again. */
  function keep(point: PaymentPoint, write: (point: PaymentPoint) => string): string {
    const text = write(point);
    texts.set(point, text);
    return text;
  }

  /** The amount that the points must accept, in centavos of MXN; 0 for any amount. */
  async function totalOf(request: FastifyRequest<Query>, mode: Mode): Promise<bigint> {
    const body = await readGetBody(request);
    const misspelt = [request.query, body].flatMap((given) => misspeltIn(request, ProviderList, given));
    if (misspelt.length > 0) throw invalidRequest(...misspelt);
    const asked = readProviderQuery(
      asNewest(request, ProviderList, request.query),
      asNewest(request, ProviderList, body),
    );
    if (asked === 'any') return 0n;
    if (asked === 'more_than_any_limit') return MORE_THAN_ANY_LIMIT;
    return toPesos(asked, await deps.rates.find(asked.currency, mode, deps.clock.now()));
  }
}
