// The texts of the frame around every page, and words that several sections share.

import type { Method } from '../../../domain/accounts/fee.js';
import type { Language } from '../../../domain/base/language.js';
import type { PaymentState } from '../../../domain/money/payment.js';
import type { EventType } from '../../../domain/orders/event.js';
import type { Status } from '../../../domain/orders/order.js';
import type { MerchantRole, OperatorRole } from '../../../domain/people/role.js';
import type { Entry, Group } from './nav.js';

export type FrameTexts = {
  readonly otherLanguage: { readonly language: Language; readonly name: string };
  readonly title: string;
  readonly desk: string;
  readonly testMode: string;
  readonly liveMode: string;
  /** In the bar over every page in test mode. */
  readonly testBar: string;
  readonly switchMode: { readonly test: string; readonly live: string };
  readonly menu: string;
  readonly closeMenu: string;
  readonly skip: string;
  readonly search: string;
  readonly searchHint: string;
  readonly deskSearchHint: string;
  readonly signOut: string;
  readonly profile: string;
  readonly groups: Readonly<Record<Group, string>>;
  readonly entries: Readonly<Record<Entry, string>>;
  readonly roles: Readonly<Record<MerchantRole | OperatorRole, string>>;
  readonly status: Readonly<Record<Status, string>>;
  readonly method: Readonly<Record<Method, string>>;
  readonly paymentState: Readonly<Record<PaymentState, string>>;
  readonly event: Readonly<Record<EventType, string>>;
  readonly copy: string;
  readonly copied: string;
  readonly newer: string;
  readonly older: string;
  readonly sure: string;
  readonly notSure: string;
  readonly zone: string;
  readonly guides: string;
  readonly notFound: string;
  readonly trouble: string;
  readonly foreign: string;
  readonly tooOften: string;
  /** On every page of a suspended account. */
  readonly suspended: string;
  /** Above a form with faults at its fields. */
  readonly faults: string;
};
