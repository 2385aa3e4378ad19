// How webhooks are sent, and where to.
import { flag, networks, servers, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const webhookSettings = {
  webhookConcurrency: {
    name: 'COBRO_WEBHOOK_CONCURRENCY',
    form: wholeNumber(1, 10_000),
    default: '256',
    why: 'Maximum number of webhooks that this process sends at the same time.',
  },
  webhookPollMs: {
    name: 'COBRO_WEBHOOK_POLL_MS',
    form: wholeNumber(10, 60_000),
    default: '200',
    why: 'How often an idle process looks for due deliveries, in milliseconds.',
  },
  webhookTimeoutMs: {
    name: 'COBRO_WEBHOOK_TIMEOUT_MS',
    form: wholeNumber(100, 120_000),
    default: '30000',
    why: 'How long a receiver may take to answer, in milliseconds.',
  },
  webhookHoldMinutes: {
    name: 'COBRO_WEBHOOK_HOLD_MINUTES',
    form: wholeNumber(0, 1_440),
    default: '15',
    why: 'How long an undelivered event delays the newer events of its order, in minutes.',
  },
  webhookAllow: {
    name: 'COBRO_WEBHOOK_ALLOW',
    form: networks,
    default: '',
    why: 'Private addresses or networks that webhooks may be sent to. An address of this machine is private, too. Loopback needs no entry in test mode while HOST and COBRO_BASE_URL are both loopback.',
  },
  webhookAllowHttp: {
    name: 'COBRO_WEBHOOK_ALLOW_HTTP',
    form: flag,
    default: 'off',
    why: "Allow http:// endpoints in live mode. Webhooks carry customers' data; leave it off.",
  },
  dnsServers: {
    name: 'COBRO_DNS_SERVERS',
    form: servers,
    default: '',
    why: 'DNS servers for the names of webhooks, SMS gateways, mail servers and rate sources. Unset: those of this machine. Names are looked up as they stand: write them in full.',
  },
} satisfies SettingGroup;
