// The settings of e-mail. Without a mail server live customers get none; test mode never sends any.
import type { Reader } from './settings-reader.js';

export type EmailSettings = ReturnType<typeof readEmail>;

/** Name and password are percent-encoded, as in every URL. */
const SMTP_ADDRESS = /^smtps?:\/\/([^\s@/:]+(:[^\s@/]*)?@)?([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?\/?$/i;
const MAILBOX = /^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/i;

export function readEmail(read: Reader) {
  return {
    smtpUrl: read.optional(
      'COBRO_SMTP_URL',
      SMTP_ADDRESS,
      'an address like smtp://USER:PASSWORD@mail.example.com:587 or smtps://…:465',
    ),
    smtpAllowPlain: read.flag('COBRO_SMTP_ALLOW_PLAIN', false),
    emailFrom: read.optional('COBRO_EMAIL_FROM', MAILBOX, 'an e-mail address'),
    emailPerAddressDay: read.integer('COBRO_EMAIL_PER_ADDRESS_DAY', 12, 0, 1_000_000),
    emailPerAccountDay: read.integer('COBRO_EMAIL_PER_ACCOUNT_DAY', 5_000, 0, 10_000_000),
    emailDays: read.days('COBRO_KEEP_EMAILS_DAYS', 90, 31),
  };
}

/** Each of the two needs the other. */
export function missingOfEmail({ smtpUrl, emailFrom }: Pick<EmailSettings, 'smtpUrl' | 'emailFrom'>): string[] {
  if (smtpUrl !== null && emailFrom === null) return ['COBRO_SMTP_URL needs COBRO_EMAIL_FROM, the sender.'];
  return smtpUrl === null && emailFrom !== null ? ['COBRO_EMAIL_FROM needs COBRO_SMTP_URL, the mail server.'] : [];
}
