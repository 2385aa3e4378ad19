// Holds the webhooks that a test's service sends to the OpenAPI document, each in the version of its endpoint.
import type { Webhook, WebhookSender } from '../../src/adapters/webhook-sender.js';
import { isLive } from '../../src/domain/base/mode.js';
import type { Queryable } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import { webhookFault } from './described.js';

/** A file with more has the same ones again and again. */
const MOST_KEPT = 500;

export type SentWebhooks = {
  readonly sender: WebhookSender;
  /** What is wrong with those that were sent. */
  faults(db: Queryable): Promise<string[]>;
};

export function watchSender(sender: WebhookSender): SentWebhooks {
  const kept: Webhook[] = [];
  const keep = (webhook: Webhook) => {
    if (kept.length < MOST_KEPT) kept.push(webhook);
  };
  return {
    sender: {
      ...sender,
      send(webhook) {
        keep(webhook);
        return sender.send(webhook);
      },
      sendNow(webhook) {
        keep(webhook);
        return sender.sendNow(webhook);
      },
    },
    async faults(db) {
      const versions = new Map<string, readonly string[]>();
      const faults = new Set<string>();
      for (const webhook of kept) {
        const { url, scope } = webhook;
        const key = `${scope.accountId} ${scope.mode} ${url}`;
        const known = versions.get(key) ?? (await versionsOf(db, webhook));
        versions.set(key, known);
        const found = known.map((version) => webhookFault(webhook, version));
        if (found[0] !== undefined && !found.includes(null)) faults.add(`${found[0]} (${url})`);
      }
      return [...faults];
    },
  };
}

/** Of the endpoints with this address; none if they are gone. */
async function versionsOf(db: Queryable, { url, scope }: Webhook): Promise<string[]> {
  const rows = await db.query<{ version: string }>(sql`
    select distinct interface_version as version
    from webhook_endpoints
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and url = ${url}`);
  return rows.map(({ version }) => version);
}
