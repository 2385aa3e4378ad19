// GET /v1/balance and the entries behind it (D48).
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { readQuery, sendReply } from '../http/in-version.js';
import { merchantOf } from '../http/request.js';
import { findBalances, listEntries } from '../store/money/balances.js';
import {
  Balance,
  BalanceTransactions,
  renderBalance,
  renderTransaction,
  TransactionList,
} from '../wire/money/balance.js';
import { pageOf } from '../wire/orders/list.js';
import { refTo } from '../wire/reply.js';

const tags = ['Balance'];

const balanceSchema = {
  tags,
  operationId: 'getBalance',
  summary: 'Read the balance',
  description: 'In MXN. Needs the private key.',
  response: { 200: refTo(Balance, { description: 'The balance' }) },
};

const transactionsSchema = {
  tags,
  operationId: 'listBalanceTransactions',
  summary: 'List balance transactions',
  description: 'Newest first: every entry of the books that concerns the account. Needs the private key.',
  querystring: TransactionList.schema,
  response: { 200: refTo(BalanceTransactions, { description: 'One page' }) },
};

export function balanceRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/v1/balance',
    { config: { access: 'private-key', right: 'money:read' }, schema: balanceSchema },
    async (request, reply) =>
      sendReply(reply, Balance, renderBalance(await findBalances(deps.db, merchantOf(request).scope))),
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/balance/transactions',
    { config: { access: 'private-key', right: 'money:read' }, schema: transactionsSchema },
    async (request, reply) => {
      const { cursor: before, limit } = readQuery(request, TransactionList);
      const entries = await listEntries(deps.db, merchantOf(request).scope, { before, limit: limit + 1 });
      return sendReply(reply, BalanceTransactions, pageOf(entries, limit, renderTransaction));
    },
  );
}
