// The types of what actions and entry points may use. create-deps.ts builds it.
import type { AddressGuard } from './adapters/address-guard.js';
import type { AuditAnchor } from './adapters/audit-anchor.js';
import type { Chain } from './adapters/chains/chain.js';
import type { Mailer, Vouchers } from './adapters/email/mailer.js';
import type { Metrics } from './adapters/metrics.js';
import type { CoinPriceSource } from './adapters/rates/coin-prices.js';
import type { RateSource } from './adapters/rates/rate-source.js';
import type { Siblings } from './adapters/siblings.js';
import type { SmsGateway } from './adapters/sms/gateway.js';
import type { Tracer } from './adapters/tracer.js';
import type { WebhookSender } from './adapters/webhook-sender.js';
import type { Clock, Random } from './domain/base/clock.js';
import type { ParsedNotice } from './domain/money/read-notice.js';
import type { ServiceLog } from './log.js';
import type { Cards } from './memory/cards.js';
import type { Clabes } from './memory/clabes.js';
import type { Credentials } from './memory/credentials.js';
import type { EventWaker } from './memory/event-waker.js';
import type { Notices } from './memory/notices.js';
import type { CoinAddresses } from './memory/numbers/coin-addresses.js';
import type { References } from './memory/numbers/references.js';
import type { Orders } from './memory/orders.js';
import type { Passwords } from './memory/passwords.js';
import type { PayWatch } from './memory/pay-watch.js';
import type { Points } from './memory/points.js';
import type { RailDoor } from './memory/rail-door.js';
import type { RateBook } from './memory/rate-book.js';
import type { RefusedSignIns } from './memory/refused-sign-ins.js';
import type { RequestLog } from './memory/request-log.js';
import type { KeptVault } from './memory/vault.js';
import type { Settings } from './settings/settings.js';
import type { Db } from './store/db.js';

export type Deps = {
  readonly settings: Settings;
  readonly log: ServiceLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly db: Db;
  /** Opens stored secrets and signs the audit log (D79). */
  readonly vault: KeptVault;
  /** null: the newest seal of the audit log is only logged. */
  readonly auditAnchor: AuditAnchor | null;
  readonly refusedSignIns: RefusedSignIns;
  readonly passwords: Passwords;
  readonly credentials: Credentials;
  readonly requestLog: RequestLog;
  readonly eventWaker: EventWaker;
  readonly orders: Orders;
  readonly payWatch: PayWatch;
  readonly clabes: Clabes;
  readonly references: References;
  readonly cards: Cards;
  readonly coinAddresses: CoinAddresses;
  readonly points: Points;
  readonly sms: SmsGateway;
  /** Test mode never sends a real message (D55). */
  readonly testSms: SmsGateway;
  /** null: live customers get no e-mail. Test mode never sends one. */
  readonly mailer: Mailer | null;
  /** What e-mails about orders that can be paid bring along. */
  readonly vouchers: Vouchers;
  /** null: rates are set by hand. */
  readonly rateSource: RateSource | null;
  readonly rates: RateBook;
  /** The chains of coins whose nodes the settings name, and where their prices come from (D92). */
  readonly chains: readonly Chain[];
  readonly coinPriceSources: readonly CoinPriceSource[];
  readonly notices: Notices;
  readonly rails: RailDoor;
  readonly matcher: Matcher;
  readonly guard: AddressGuard;
  readonly sender: WebhookSender;
  readonly metrics: Metrics;
  /** The other processes of this service on this machine. */
  readonly siblings: Siblings;
  /** null: nothing is traced. */
  readonly tracer: Tracer | null;
};

/** Matches notices to orders as they arrive. */
export type Matcher = {
  /** Resolves when the notice is matched. */
  match(notice: ParsedNotice): Promise<true>;
};
