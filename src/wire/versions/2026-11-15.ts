// 15/Nov/26: records and webhook bodies end with what arrived for the order: `received`, `outstanding`, `surplus` and
// `held`. Older accounts do not get them: some JSON readers of Java and C# refuse an object with a key they do not know.
import type { Static } from 'typebox';
import type { Current as Now } from '../current/current.js';
import { Charge, CreatedCharge, OrderRecord, WebhookBody } from './2026-11-15-shapes.js';
import type { Change } from './change.js';

export type Before20261115 = {
  readonly replies: {
    readonly createdCharge: Static<typeof CreatedCharge>;
    readonly charge: Static<typeof Charge>;
    readonly smsEvent: Now['replies']['smsEvent'];
    readonly webhookBody: Static<typeof WebhookBody>;
    readonly order: Static<typeof OrderRecord>;
  };
  readonly createChargeNames: Now['createChargeNames'];
};

export const change20261115: Change<Now, Before20261115> = {
  date: '2026-11-15',
  before: { createdCharge: CreatedCharge, charge: Charge, webhookBody: WebhookBody, order: OrderRecord },
  undo: { createdCharge: undoCreatedCharge, charge: undoCharge, webhookBody: undoWebhookBody, order: undoOrder },
  earlierNames: {},
};

type FirstFields = Omit<Static<typeof Charge>, 'api_version'>;

function undoCharge(now: Now['replies']['charge']): Static<typeof Charge> {
  return Object.assign(firstFields(now), { api_version: now.api_version });
}

function undoCreatedCharge(now: Now['replies']['createdCharge']): Static<typeof CreatedCharge> {
  return Object.assign(firstFields(now), { instructions: now.instructions, api_version: now.api_version });
}

function undoWebhookBody(now: Now['replies']['webhookBody']): Static<typeof WebhookBody> {
  return Object.assign(
    firstFields(now),
    { type: now.type, api_version: now.api_version },
    now.shortId !== undefined && { shortId: now.shortId },
    now.status !== undefined && { status: now.status },
  );
}

function firstFields(now: Now['replies']['charge']): FirstFields {
  return {
    id: now.id,
    short_id: now.short_id,
    type: now.type,
    object: now.object,
    created_at: now.created_at,
    accepted_at: now.accepted_at,
    expires_at: now.expires_at,
    paid: now.paid,
    amount: now.amount,
    livemode: now.livemode,
    currency: now.currency,
    refunded: now.refunded,
    fee: now.fee,
    fee_details: now.fee_details,
    order_info: now.order_info,
    customer: now.customer,
  };
}

function undoOrder(now: Now['replies']['order']): Static<typeof OrderRecord> {
  return {
    id: now.id,
    shortId: now.shortId,
    product: now.product,
    customer: now.customer,
    payment: now.payment,
    status: now.status,
    testMode: now.testMode,
    exchange: now.exchange,
    extras: now.extras,
    api: now.api,
    createdAt: now.createdAt,
    updatedAt: now.updatedAt,
    expiresAt: now.expiresAt,
  };
}
