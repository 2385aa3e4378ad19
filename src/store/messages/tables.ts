// The tables of messages: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { byAge, declareTables } from '../table.js';
import { purgeDayCounts } from './day-counts.js';
import { eraseEmails, purgeEmails } from './emails.js';
import { eraseSms, purgeSms } from './sms-messages.js';

/** Only the count of today matters. Yesterday's stays for messages that fail after midnight (D62). */
const COUNT_DAYS = 1;

export const messagesTables = declareTables({
  sms_messages: {
    key: 'account_id, livemode, order_id, id',
    owner: 'messages/sms-messages.ts',
    holds: 'messages to customers; two slots per order',
    placement: 'by-account',
    kept: byAge(({ smsDays }) => smsDays, purgeSms),
    personal: { erase: eraseSms },
  },
  sms_day_counts: {
    key: 'day, counted',
    owner: 'messages/day-counts.ts',
    holds: 'live messages of a day, per telephone number and per account',
    placement: 'coordinator',
    kept: byAge(COUNT_DAYS, (db, before, limit) =>
      purgeDayCounts(db, 'sms_day_counts', { before: mexicoDay(before), limit }),
    ),
    personal: 'gone in a day',
  },
  message_settings: {
    key: 'account_id',
    owner: 'messages/message-settings.ts',
    holds: 'what a merchant wants sent to customers by e-mail, and their own texts',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  email_places: {
    key: 'account_id, livemode',
    owner: 'messages/email-cursors.ts',
    holds: 'how far the events of merchants with e-mail on have been turned into e-mails',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  emails: {
    key: 'account_id, livemode, order_id, id',
    owner: 'messages/emails.ts',
    holds: 'e-mails to customers, from the queue to their outcome',
    placement: 'by-account',
    kept: byAge(({ emailDays }) => emailDays, purgeEmails),
    personal: { erase: eraseEmails },
  },
  email_day_counts: {
    key: 'day, counted',
    owner: 'messages/day-counts.ts',
    holds: 'live e-mails of a day, per recipient and per account',
    placement: 'coordinator',
    kept: byAge(COUNT_DAYS, (db, before, limit) =>
      purgeDayCounts(db, 'email_day_counts', { before: mexicoDay(before), limit }),
    ),
    personal: 'gone in a day',
  },
});
