// Payment links for merchants (D67): make, list, read and deactivate. web/checkout/ is what customers see of them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLink, deactivateLink, requireLink } from '../actions/links/manage-link.js';
import type { Deps } from '../deps.js';
import type { PaymentLink } from '../domain/links/payment-link.js';
import { readBody } from '../http/body.js';
import { readQuery, readRequest, sendReply, writeReply } from '../http/in-version.js';
import { actorOf, merchantOf } from '../http/request.js';
import { listLinks } from '../store/links/payment-links.js';
import {
  CreatePaymentLink,
  LINK_PRICE,
  PaymentLinkList,
  PaymentLinkRecord,
  PaymentLinks,
  renderPaymentLink,
  wantedLink,
} from '../wire/links/payment-link.js';
import { pageOf } from '../wire/orders/list.js';
import { replyOnce } from './idempotency.js';
import * as schemas from './schemas/payment-links.js';

type WithId = { Params: { id: string } };

export function paymentLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName, baseUrl } = deps.settings;
  const reading = { access: 'private-key', right: 'links:read' } as const;
  const writing = { access: 'private-key', right: 'links:write' } as const;
  const record = (link: PaymentLink) => renderPaymentLink(link, { baseUrl, now: deps.clock.now() });
  const renderFor = (request: FastifyRequest) => (link: PaymentLink) =>
    writeReply(request, PaymentLinkRecord, record(link));

  app.post('/v1/payment_links', { config: writing, schema: schemas.create }, (request, reply) =>
    replyOnce(deps, { request, reply, render: renderFor(request) }, async (repeat) => {
      const wanted = wantedLink(readRequest(request, serviceName, CreatePaymentLink, { now: deps.clock.now() }));
      const call = { merchant: merchantOf(request), wanted, actor: actorOf(request), priceParam: LINK_PRICE };
      return createLink(deps, call, repeat);
    }),
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/payment_links',
    { config: reading, schema: schemas.list },
    async (request, reply) => {
      const { cursor: at, limit } = readQuery(request, PaymentLinkList);
      const found = await listLinks(deps.db, merchantOf(request).scope, { at, towards: 'next', limit });
      return sendReply(reply, PaymentLinks, pageOf(found, limit, record));
    },
  );

  app.get<WithId>('/v1/payment_links/:id', { config: reading, schema: schemas.read }, async (request, reply) => {
    const call = { linkId: request.params.id, scope: merchantOf(request).scope };
    return sendReply(reply, PaymentLinkRecord, record(await requireLink(deps, call)));
  });

  app.post<WithId>(
    '/v1/payment_links/:id/deactivate',
    { config: writing, schema: schemas.deactivate },
    (request, reply) =>
      replyOnce(deps, { request, reply, render: renderFor(request) }, async (repeat) => {
        readBody(request, serviceName); // no fields are expected, but a broken body is refused
        const { scope } = merchantOf(request);
        return deactivateLink(deps, { scope, linkId: request.params.id, actor: actorOf(request) }, repeat);
      }),
  );
}
