// The answer of v2 that shows an order: the bare record, or in an envelope for accounts of existing shop plugins (D30).
import type { FastifyRequest } from 'fastify';
import type { Order } from '../domain/orders/order.js';
import { publicView } from '../domain/orders/public-view.js';
import { audienceOf, languageOf, merchantOf } from '../http/request.js';
import { renderOrder, wrapInEnvelope } from '../wire/orders/order-v2.js';

export type OrderAnswer = {
  readonly serviceName: string;
  readonly verb: 'create' | 'verify';
  /** When the request was made; only an envelope shows it. */
  readonly at: number;
  /** What follows the last key of the record. */
  readonly more?: object;
};

export function renderOrderAnswer(
  request: FastifyRequest,
  order: Order,
  { serviceName, verb, at, more }: OrderAnswer,
): string {
  const { kind, ordersEnvelope } = merchantOf(request);
  // The answer to a create shows only what this caller has just sent, so it is not masked.
  const shown = kind === 'public' && verb === 'verify' ? publicView(order) : order;
  const plain = renderOrder(shown, audienceOf(request, serviceName), languageOf(request));
  const record = more === undefined ? plain : { ...plain, ...more };
  if (!ordersEnvelope) return JSON.stringify(record);
  return JSON.stringify(wrapInEnvelope(record, { verb, at, url: request.url.split('?', 1)[0] ?? '' }));
}
