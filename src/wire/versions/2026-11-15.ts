// 15/Nov/26: records and webhook bodies end with what arrived for the order. Older accounts do not get it: some JSON
// readers of Java and C# refuse an object with a key they do not know.
import type { Change } from './change.js';

const withMoney = { added: ['received', 'outstanding', 'surplus', 'held'] } as const;

/** The types of events of that time. */
const EVENT_TYPES = [
  'charge.pending',
  'charge.success',
  'charge.expired',
  'charge.canceled',
  'charge.partial',
  'charge.overpaid',
  'charge.late',
  'charge.refunded',
  'charge.held',
  'charge.transfer_sent',
  'charge.transfer_bounced',
] as const;

export const change20261115 = {
  date: '2026-11-15',
  replies: {
    Order: withMoney,
    CreatedCharge: withMoney,
    Charge: withMoney,
    WebhookBody: { ...withMoney, words: { type: EVENT_TYPES } },
  },
  requests: {},
} as const satisfies Change;
