// 18/Nov/26: records and webhook bodies say what was refunded so far (D96), and a misspelt field of a request is refused
// instead of ignored (D95): near-misses.ts asks for this date.
import type { Change } from './change.js';

export const change20261118 = {
  date: '2026-11-18',
  replies: {
    Order: { added: ['refunded'] },
    CreatedCharge: { added: ['amount_refunded'] },
    Charge: { added: ['amount_refunded'] },
    WebhookBody: { added: ['amount_refunded'] },
  },
  requests: {},
} as const satisfies Change;
