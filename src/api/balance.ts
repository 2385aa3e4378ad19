// GET /v1/balance and what made it (D48).
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../deps.js';
import { merchantOf, sendJson } from '../http/request.js';
import { findBalances, listEntries } from '../store/money/balances.js';
import { renderBalance, renderTransaction } from '../wire/balance.js';
import { formatCursor, readListQuery, renderList } from '../wire/list.js';
import { errorReplies, listReply } from './schemas.js';

const about = { tags: ['Balance'], security: [{ apiKey: [] }] };

const balanceSchema = {
  ...about,
  summary: 'Read the balance',
  description: 'In MXN. Needs the private key.',
  response: {
    200: Type.Object(
      { available: Type.Number(), pending: Type.Number(), held: Type.Number(), currency: Type.String() },
      { description: 'The balance' },
    ),
    ...errorReplies(401, 403, 429, 503),
  },
};

const transactionsSchema = {
  ...about,
  summary: 'List balance transactions',
  description: 'Newest first: every entry of the books that concerns the account. Needs the private key.',
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String()),
  }),
  response: { 200: listReply(null), ...errorReplies(400, 401, 403, 429, 503) },
};

export function balanceRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/balance', { config: { access: 'private-key' }, schema: balanceSchema }, async (request, reply) =>
    sendJson(reply, JSON.stringify(renderBalance(await findBalances(deps.db, merchantOf(request).scope)))),
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/balance/transactions',
    { config: { access: 'private-key' }, schema: transactionsSchema },
    async (request, reply) => {
      const { before, limit } = readListQuery(request.query, { statuses: {}, msPerUnit: 1000, method: null });
      const entries = await listEntries(deps.db, merchantOf(request).scope, { before, limit: limit + 1 });
      const page = entries.slice(0, limit);
      const last = entries.length > limit ? page.at(-1) : undefined;
      return sendJson(
        reply,
        renderList(page.map(renderTransaction), last === undefined ? null : formatCursor(last.id)),
      );
    },
  );
}
