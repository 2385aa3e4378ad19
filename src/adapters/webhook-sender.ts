// Sends one webhook: a POST on a kept connection, limited to 30 s, without redirects, reading at most 4 KiB of the
// reply (D52, D70).
import type { Scope } from '../domain/accounts/account.js';
import { portOf } from '../domain/webhooks/forbidden-port.js';
import type { AddressGuard, Forbidden } from './address-guard.js';
import type { Connection, KeptConnections } from './kept-connections.js';
import { postPatiently } from './patient-post.js';
import { createSlotsPerOwner } from './slots-per-owner.js';
import { post } from './webhook-post.js';
import type { Sent } from './webhook-reply.js';

export type { Sent };

export type Webhook = {
  readonly url: string;
  /** Whose webhook it is. */
  readonly scope: Scope;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type WebhookSender = {
  send(webhook: Webhook): Promise<Sent>;
  /**
   * Sends one that somebody waits for. The delivery engine bounds its own attempts; these are bounded here, per account.
   * null: too many of the account are under way.
   */
  sendNow(webhook: Webhook): Promise<Sent | null>;
  close(): void;
};

const NOW_AT_ONCE = 5;
const NOW_WAIT_MS = 2_000;

const MOST_INTERIM = 1_000;

export function createWebhookSender(guard: AddressGuard, options: { readonly timeoutMs: number }): WebhookSender {
  const { timeoutMs } = options;
  const overdue = `no answer within ${timeoutMs / 1000} s`;
  // Loaded with the first webhook: most commands send none, and the HTTP client takes long to load.
  let loading: Promise<KeptConnections> | null = null;
  let isClosed = false;
  const load = async () => {
    const kept = await import('./kept-connections.js');
    const connections = new kept.KeptConnections(guard.lookup, timeoutMs);
    if (isClosed) connections.close();
    return connections;
  };
  /** Origins that send `100 Continue` unasked. */
  const interim = new Set<string>();
  const places = createSlotsPerOwner(NOW_AT_ONCE);

  return {
    send,
    async sendNow(webhook) {
      const place = await places.take(webhook.scope.accountId, NOW_WAIT_MS);
      return place === null ? null : send(webhook).finally(() => place.free());
    },
    close() {
      isClosed = true;
      void loading?.then((connections) => connections.close());
    },
  };

  async function send({ url, scope, headers, body }: Webhook): Promise<Sent> {
    loading ??= load();
    const connections = await loading;
    const target = new URL(url);
    const { origin, pathname, search } = target;
    // An origin of interim answers gets a new connection each time: a kept one would be taken and never used.
    const kept = interim.has(origin) ? undefined : connections.take(scope.mode, origin);
    // A literal address is never resolved, so it is checked here. A kept connection was checked when it was opened.
    const forbidden = kept === undefined ? guard.judge(target, scope.mode) : null;
    if (forbidden !== null) return { problem: explain(forbidden, target) };
    const endsAt = performance.now() + timeoutMs;
    const patiently = () =>
      postPatiently({ url, headers, body, lookup: guard.lookup(scope), timeoutMs: leftUntil(endsAt) });
    if (interim.has(origin)) return patiently();
    const request = { path: `${pathname}${search}`, method: 'POST', headers, body } as const;
    const onFree = (free: Connection) => connections.keep(free);
    const postOn = (connection: Connection) =>
      post({ connection, request, timeoutMs: leftUntil(endsAt), overdue, onFree });
    let sent = await postOn(kept ?? connections.open(scope, origin));
    if (sent === 'closed while kept') sent = await postOn(connections.open(scope, origin));
    if (sent === 'closed while kept') return { problem: 'ECONNRESET' };
    if (sent !== 'interim answer') return sent;
    if (interim.size >= MOST_INTERIM) interim.clear();
    interim.add(origin);
    return patiently();
  }
}

function explain(forbidden: Forbidden, target: URL): string {
  switch (forbidden) {
    case 'forbidden_port':
      return `port ${portOf(target)} may not be used`;
    case 'own_address':
      return 'the address is that of this service';
    case 'forbidden_address':
      return 'the address may not be reached';
  }
}

function leftUntil(endsAt: number): number {
  return Math.max(1, Math.ceil(endsAt - performance.now()));
}
