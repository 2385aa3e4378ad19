// cobro order: creates orders, and shows those of both generations as the merchant sees them, for support and for
// experiments. A SPEI order is shown as a v2 order, any other as a v1 charge with its instructions.
import { Command, Option } from 'commander';
import type { Deps } from '../../deps.js';
import { METHODS, type Method } from '../../domain/accounts/fee.js';
import { formatOrderId, parseOrderId } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import type { Order } from '../../domain/orders/order.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listOrders } from '../../store/orders/order-lists.js';
import { renderCreatedCharge } from '../../wire/orders/charge.js';
import { CreateOrder, orderDraft } from '../../wire/orders/create-order.js';
import { OrderList, renderOrder, STATUS_WORDS } from '../../wire/orders/order.js';
import type { Sent } from '../../wire/shape/request.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { merchantFor, type ScopeOptions, scoped } from '../merchant.js';
import { isoTime, type Printable, printMany, printOne } from '../output.js';

type CreateOptions = ScopeOptions &
  Record<'product' | 'name' | 'price' | 'customer' | 'email', string> & { currency?: string };

type ListOptions = ScopeOptions & {
  limit: string;
  status?: string;
  method?: Method;
  product?: string;
  email?: string;
  folio?: string;
};

export function orderCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('order');
  scoped(command.command('create').description('create an order'))
    .requiredOption('--price <price>', 'such as 150 or 123.45')
    .option('--currency <code>', 'MXN, USD, EUR or GBP')
    .option('--product <id>', 'product id', 'cli')
    .option('--name <name>', 'product name', 'Order')
    .option('--customer <name>', 'customer name', 'Customer')
    .option('--email <address>', 'customer e-mail', 'customer@example.com')
    .action((options: CreateOptions) => withService((deps) => create(deps, options)));
  scoped(command.command('show').description('show an order or charge').argument('<id>')).action(
    (id: string, options: ScopeOptions) =>
      withService(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const uuid = parseOrderId(id);
        const order = uuid === null ? null : await deps.orders.find(scope, uuid);
        if (order === null)
          throw new OperatorError(`The account has no order ${id} in ${options.live ? 'live' : 'test'} mode.`);
        printOne(recordOf(deps, order), options);
      }),
  );
  scoped(command.command('list').description('the newest orders and charges'))
    .option('--limit <number>', '1 to 100', '20')
    .option('--status <status>', 'PENDING, ACCEPTED, EXPIRED or CANCELED')
    .addOption(new Option('--method <method>', 'only those that are paid this way').choices([...METHODS]))
    .option('--product <id>', "only those with this id of the merchant's own")
    .option('--email <address>', 'only those of this customer')
    .option('--folio <folio>', 'only the one with this folio')
    .action((options: ListOptions) => withDeps((deps) => list(deps, options)));
  return command;
}

async function list(deps: CommandDeps, options: ListOptions): Promise<void> {
  const { scope } = await merchantFor(deps, options);
  const asked = OrderList.read({
    limit: options.limit,
    status: options.status,
    order_id: options.product,
    customer_email: options.email,
    short_id: options.folio,
  } satisfies Sent<typeof OrderList>);
  const orders = await listOrders(deps.db, scope, { ...asked, method: options.method ?? null });
  const rows = options.json ? orders.map((order) => recordOf(deps, order)) : orders.map(orderLine);
  printMany(rows, options, 'No orders.');
}

async function create(deps: Deps, options: CreateOptions): Promise<void> {
  const { createOrder } = await import('../../actions/orders/create-order.js');
  const now = deps.clock.now();
  const wanted = {
    product: { id: options.product, name: options.name, price: options.price, currency: options.currency },
    customer: { name: options.customer, email: options.email },
    payment: {},
  } satisfies Sent<typeof CreateOrder>;
  const draft = orderDraft(CreateOrder.read(wanted, { now, leniency: 'strict' }));
  const merchant = await merchantFor(deps, options);
  const made = await createOrder(deps, { merchant, draft, now, repeat: null, priceParam: '--price' });
  // A request without an idempotency key is never a repeat.
  if (made.is === 'first') printOne(recordOf(deps, made.value), options);
}

function recordOf(deps: Pick<Deps, 'settings'>, order: Order): Printable {
  const { serviceName } = deps.settings;
  if (order.point === null) return renderOrder(order, { serviceName, ordersEnvelope: false }, 'es');
  return renderCreatedCharge(order, serviceName, 'es');
}

function orderLine(order: Order): Printable {
  return {
    id: formatOrderId(order.uuid),
    folio: order.folio,
    status: STATUS_WORDS[order.status],
    amount: toDecimal(order.amount),
    paid_at: order.point?.code ?? 'SPEI',
    number: order.clabe ?? order.reference ?? order.cardNumber,
    product: order.product.id,
    created_at: isoTime(order.createdAt),
  };
}
