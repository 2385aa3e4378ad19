// The client: one property per thing that a merchant works with.
import { charges, providers } from './charges.js';
import { type Client, createClient, type Request } from './client.js';
import { events } from './events.js';
import type { Told } from './last-response.js';
import { balance, payments, refunds, transfers } from './money.js';
import { type CallOptions, type CobroOptions, readOptions } from './options.js';
import { orders } from './orders.js';
import { paymentLinks } from './payment-links.js';
import { testMode } from './test-mode.js';
import type { Operation, ReplyOf } from './types.js';
import { webhooks } from './webhooks.js';

export type { CobroOptions } from './options.js';

export class Cobro {
  /** Orders that customers pay by SPEI (v2). */
  readonly orders: ReturnType<typeof orders>;
  /** Charges that customers pay at stores and banks (v1). */
  readonly charges: ReturnType<typeof charges>;
  /** The stores and banks that a charge can be paid at. */
  readonly providers: ReturnType<typeof providers>;
  /** Links to a checkout page with a price of yours. */
  readonly paymentLinks: ReturnType<typeof paymentLinks>;
  /** Money that arrived, and your decisions about what waits for one. */
  readonly payments: ReturnType<typeof payments>;
  readonly refunds: ReturnType<typeof refunds>;
  readonly balance: ReturnType<typeof balance>;
  /** Money on its way back to customers or out to you. */
  readonly transfers: ReturnType<typeof transfers>;
  /** Everything that happened, delivered or not. */
  readonly events: ReturnType<typeof events>;
  /** The addresses that get your webhooks. */
  readonly webhooks: ReturnType<typeof webhooks>;
  /** Test payments and test clocks. */
  readonly test: ReturnType<typeof testMode>;

  // The key is kept in a closure, so that printing a client does not print it.
  readonly #client: Client;

  constructor(options: CobroOptions) {
    const client = createClient(readOptions(options));
    this.#client = client;
    this.orders = orders(client);
    this.charges = charges(client);
    this.providers = providers(client);
    this.paymentLinks = paymentLinks(client);
    this.payments = payments(client);
    this.refunds = refunds(client);
    this.balance = balance(client);
    this.transfers = transfers(client);
    this.events = events(client);
    this.webhooks = webhooks(client);
    this.test = testMode(client);
  }

  /** Says whether the key works, and in which mode. */
  checkKey(options?: CallOptions): Promise<ReplyOf<'GET /v1/users/auth'> & Told> {
    return this.#client.call('GET /v1/users/auth', { options });
  }

  /** Any operation by its method and path, with retries and errors like all others. */
  request<Name extends Operation>(operation: Name, request: Request<Name> = {}): Promise<ReplyOf<Name> & Told> {
    return this.#client.call(operation, request);
  }
}
