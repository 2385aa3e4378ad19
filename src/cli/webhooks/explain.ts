// cobro explain: why a shop did or did not get an event. The id of an event says whose it is, so no merchant is named.
import { Command } from 'commander';
import { explainEvent } from '../../actions/webhooks/explain-event.js';
import { requireEvent } from '../../actions/webhooks/list-events.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findOwner } from '../../store/orders/orders.js';
import { renderExplanation } from '../../wire/webhooks/explanation.js';
import { parseEventId } from '../../wire/webhooks/webhook-body.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { print, printOne } from '../output.js';

export function explainCommand({ withDeps }: CommandContext): Command {
  return new Command('explain')
    .argument('<event>', 'the event, evt_…')
    .action((id: string, options: { json?: boolean }) => withDeps((deps) => explain(deps, id, options)));
}

async function explain(deps: CommandDeps, id: string, options: { json?: boolean }): Promise<void> {
  const key = parseEventId(id);
  const scope = key === null ? null : await findOwner(deps.db, key.orderId);
  if (scope === null) throw new OperatorError(`There is no event ${id}. List them with: npx cobro event list`);
  const found = await requireEvent(deps, scope, key);
  const explanation = renderExplanation({ id, type: found.event.type }, await explainEvent(deps, scope, found));
  if (options.json) return printOne(explanation, options);
  for (const { url, explanation: why } of explanation.endpoints) print(`${url}: ${why}`);
  if (explanation.endpoints.length === 0)
    print('No endpoint is registered. Add one with: npx cobro webhook add --url URL');
}
