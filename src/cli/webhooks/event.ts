// cobro event: shows the events of a merchant's orders, and why their shop did or did not receive them; sends one again.
import { Command } from 'commander';
import { explainEvent } from '../../actions/webhooks/explain-event.js';
import { listEvents } from '../../actions/webhooks/list-events.js';
import { redeliverEvent } from '../../actions/webhooks/redeliver-event.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { PositionedEvent } from '../../domain/orders/event.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findEvent } from '../../store/orders/order-events.js';
import { listAttempts } from '../../store/webhooks/attempts.js';
import { listNewestEvents } from '../../store/webhooks/event-lists.js';
import { inVersion } from '../../wire/versions/in-version.js';
import { Event, readEventCursor, renderAttempt, renderEvent, renderRedelivered } from '../../wire/webhooks/event.js';
import { renderExplanation } from '../../wire/webhooks/explanation.js';
import { formatEventId, parseEventId } from '../../wire/webhooks/webhook-body.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { merchantFor, type ScopeOptions, scoped } from '../merchant.js';
import { isoTime, print, printMany, printOne } from '../output.js';

type ListOptions = ScopeOptions & { after?: string; limit: string };

export function eventCommand({ withDeps }: CommandContext): Command {
  const command = new Command('event');
  scoped(command.command('list').description('the newest events'))
    .option('--after <event>', 'those after this event or cursor, oldest first')
    .option('--limit <number>', '1 to 1000', '20')
    .action((options: ListOptions) => withDeps((deps) => list(deps, options)));
  scoped(command.command('show').description('an event and its deliveries').argument('<id>')).action(
    (id: string, options: ScopeOptions) => withDeps((deps) => show(deps, id, options)),
  );
  scoped(
    command
      .command('redeliver')
      .description('send an event again to every endpoint that is on and wants its type')
      .argument('<id>'),
  ).action((id: string, options: ScopeOptions) => withDeps((deps) => redeliver(deps, id, options)));
  return command;
}

async function list(deps: CommandDeps, options: ListOptions): Promise<void> {
  const limit = /^\d{1,4}$/.test(options.limit) ? Number(options.limit) : 0;
  if (limit < 1 || limit > 1000) throw new OperatorError('--limit must be 1 to 1000.');
  const { scope } = await merchantFor(deps, options);
  const found =
    options.after === undefined
      ? (await listNewestEvents(deps.db, scope, null, { at: null, towards: 'next', limit })).slice(0, limit)
      : (await listEvents(deps, scope, { after: readEventCursor(options.after), limit })).events.map(asListed);
  const rows = found.map(({ orderId, sequence, type, productId, at }) => ({
    id: formatEventId(orderId, sequence),
    type,
    order: formatOrderId(orderId),
    product: productId,
    created_at: isoTime(at),
  }));
  printMany(rows, options, 'No events.');
}

function asListed({ order, event }: PositionedEvent) {
  return {
    orderId: order.uuid,
    sequence: event.sequence,
    type: event.type,
    productId: order.product.id,
    at: event.createdAt,
  };
}

async function redeliver(deps: CommandDeps, id: string, options: ScopeOptions): Promise<void> {
  const { scope } = await merchantFor(deps, options);
  printOne(renderRedelivered(await redeliverEvent(deps, scope, parseEventId(id))), options);
}

async function show(deps: CommandDeps, id: string, options: ScopeOptions): Promise<void> {
  const { scope, interfaceVersion, ordersEnvelope } = await merchantFor(deps, options);
  const key = parseEventId(id);
  const found = key === null ? null : await findEvent(deps.db, scope, key);
  if (key === null || found === null)
    throw new OperatorError(`The account has no event ${id} in ${options.live ? 'live' : 'test'} mode.`);
  const { serviceName } = deps.settings;
  const event = renderEvent(found.order, found.event, { serviceName, ordersEnvelope });
  const explanations = await explainEvent(deps, scope, found);
  const { endpoints } = renderExplanation({ id, type: found.event.type }, explanations);
  const attempts = await listAttempts(deps.db, scope, key);
  if (options.json) {
    const told = inVersion(Event, event, interfaceVersion);
    return printOne({ ...told, endpoints, attempts: attempts.map(renderAttempt) }, options);
  }
  const { data: _body, ...head } = event;
  printOne(head, options);
  for (const { url, explanation } of endpoints) print(`${url}: ${explanation}`);
  if (endpoints.length === 0) print('No endpoint is registered.');
  const lines = attempts.map((attempt) => ({
    at: isoTime(attempt.at),
    attempt: attempt.number,
    url: attempt.url,
    outcome: attempt.outcome,
    status: attempt.reply?.status ?? null,
    ms: attempt.durationMs,
    reason: attempt.reason,
  }));
  if (lines.length > 0) printMany(lines, options, '');
}
