// How long what is not in the books is kept (D80).
import { days, flag, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const keepingSettings = {
  deliveryDays: {
    name: 'COBRO_KEEP_DELIVERIES_DAYS',
    form: days(30),
    default: '90',
    why: 'How long ended webhook deliveries are kept; 0 means for ever. Those that are not delivered stay.',
  },
  noticeDays: {
    name: 'COBRO_KEEP_NOTICES_DAYS',
    form: days(60),
    default: '365',
    why: "How long the texts of rails' notices are kept; 0 means for ever. Their payments stay.",
  },
  linkDays: {
    name: 'COBRO_KEEP_LINKS_DAYS',
    form: days(30),
    default: '365',
    why: 'How long payment links are kept after they were deactivated or expired; 0 means for ever. Their orders stay.',
  },
  smsDays: {
    name: 'COBRO_KEEP_SMS_DAYS',
    form: days(31),
    default: '90',
    why: 'How long SMS messages are kept; 0 means for ever.',
  },
  emailDays: {
    name: 'COBRO_KEEP_EMAILS_DAYS',
    form: days(31),
    default: '90',
    why: 'How long e-mails to customers are kept; 0 means for ever.',
  },
  customerDays: {
    name: 'COBRO_KEEP_CUSTOMERS_DAYS',
    form: days(60),
    default: '0',
    why: "After how many days an ended order loses its customer's name, address, telephone, id, extras and return addresses; 0 means never. Amounts, payments and the books stay.",
  },
  requestLog: {
    name: 'COBRO_REQUEST_LOG',
    form: flag,
    default: 'on',
    why: 'Keep a log of API requests that merchants see on the dashboard. Each process keeps at most 100 successes and 100 refusals of an account a second in it; `cobro_request_log_dropped_total` counts the others.',
  },
  requestDays: {
    name: 'COBRO_KEEP_REQUESTS_DAYS',
    form: wholeNumber(1, 90),
    default: '7',
    why: 'How many days the log of API requests is kept.',
  },
  requestRows: {
    name: 'COBRO_KEEP_REQUESTS_ROWS',
    form: wholeNumber(1_000, 10_000_000),
    default: '100000',
    why: 'How many requests of each account and mode are kept at most.',
  },
} satisfies SettingGroup;
