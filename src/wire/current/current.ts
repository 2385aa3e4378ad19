// The newest version of everything that differs between versions. versions/ starts from it.
import type { Charge, CreatedCharge } from './charge.js';
import type { CreateChargeName } from './create-charge.js';
import type { OrderRecord } from './order.js';
import type { SmsEvent } from './sms-event.js';
import type { WebhookBody } from './webhook-body.js';

export type Current = {
  readonly replies: {
    readonly createdCharge: CreatedCharge;
    readonly charge: Charge;
    readonly smsEvent: SmsEvent;
    readonly webhookBody: WebhookBody;
    readonly order: OrderRecord;
  };
  /** The field names of a create-charge request. */
  readonly createChargeNames: CreateChargeName;
};
