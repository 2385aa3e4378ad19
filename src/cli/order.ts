// cobro order: creates and shows orders as the merchant sees them (v2), for support and for experiments.
import { Command } from 'commander';
import { createOrder } from '../actions/create-order.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/identity.js';
import type { Order } from '../domain/order.js';
import { OperatorError } from '../operator-error.js';
import { listOrders } from '../store/orders/order-lists.js';
import { readCreateOrder } from '../wire/create-order.js';
import { renderCurrentOrder } from '../wire/current/order.js';
import { OrderList } from '../wire/order-v2.js';
import type { CommandContext } from './context.js';
import { merchantFor, type ScopeOptions, scoped } from './merchant.js';
import { isoTime, type Printable, printMany, printOne } from './output.js';

type CreateOptions = ScopeOptions &
  Record<'product' | 'name' | 'price' | 'customer' | 'email', string> & { currency?: string };

export function orderCommand({ withDeps }: CommandContext): Command {
  const command = new Command('order').description('payment orders (v2)');
  scoped(command.command('create').description('create an order'))
    .requiredOption('--price <price>', 'such as 150 or 123.45')
    .option('--currency <code>', 'MXN, USD, EUR or GBP')
    .option('--product <id>', 'product id', 'cli')
    .option('--name <name>', 'product name', 'Order')
    .option('--customer <name>', 'customer name', 'Customer')
    .option('--email <address>', 'customer e-mail', 'customer@example.com')
    .action((options: CreateOptions) => withDeps((deps) => create(deps, options)));
  scoped(command.command('show').description('show an order').argument('<id>')).action(
    (id: string, options: ScopeOptions) =>
      withDeps(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const uuid = parseOrderId(id);
        const order = uuid === null ? null : await deps.orders.find(scope, uuid);
        if (order === null)
          throw new OperatorError(`The account has no order ${id} in ${options.live ? 'live' : 'test'} mode.`);
        printOne(recordOf(deps, order), options);
      }),
  );
  scoped(command.command('list').description('the newest orders'))
    .option('--limit <number>', '1 to 100', '20')
    .option('--status <status>', 'PENDING, ACCEPTED, EXPIRED or CANCELED')
    .action((options: ScopeOptions & { limit: string; status?: string }) =>
      withDeps(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const query = OrderList.read({ limit: options.limit, status: options.status });
        const records = (await listOrders(deps.db, scope, query)).map((order) => recordOf(deps, order));
        printMany(options.json ? records : records.map(orderLine), options, 'No orders.');
      }),
    );
  return command;
}

async function create(deps: Deps, options: CreateOptions): Promise<void> {
  const now = deps.clock.now();
  const draft = readCreateOrder(
    {
      product: { id: options.product, name: options.name, price: options.price, currency: options.currency },
      customer: { name: options.customer, email: options.email },
      payment: {},
    },
    now,
  );
  const merchant = await merchantFor(deps, options);
  const made = await createOrder(deps, { merchant, draft, now, repeat: null, priceParam: '--price' });
  // A request without an idempotency key is never a repeat.
  if (made.is === 'first') printOne(recordOf(deps, made.value), options);
}

function recordOf(deps: Deps, order: Order) {
  return renderCurrentOrder(order, { serviceName: deps.settings.serviceName, language: 'es' });
}

function orderLine(record: ReturnType<typeof recordOf>): Printable {
  return {
    id: record.id,
    folio: record.shortId,
    status: record.status,
    amount: record.exchange.finalAmount.toFixed(2),
    clabe: record.payment.clabe,
    product: record.product.id,
    created_at: isoTime(record.createdAt),
  };
}
