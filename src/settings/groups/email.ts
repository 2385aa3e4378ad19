// How e-mails are sent, and how many. Without a mail server live customers get none; test mode never sends any.
import { flag, secret, text, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const emailSettings = {
  smtpUrl: {
    name: 'COBRO_SMTP_URL',
    // Name and password are percent-encoded, as in every URL.
    form: secret(
      /^smtps?:\/\/([^\s@/:]+(:[^\s@/]*)?@)?([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?\/?$/i,
      'an address like smtp://USER:PASSWORD@mail.example.com:587 or smtps://…:465',
    ),
    why: 'Mail server for e-mails to live customers; smtp:// requires STARTTLS. Percent-encode special characters. Unset: live customers get no e-mail. Test mode never sends one.',
  },
  emailFrom: {
    name: 'COBRO_EMAIL_FROM',
    form: text(/^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/i, 'an e-mail address'),
    why: "Address that e-mails come from; required with COBRO_SMTP_URL. Customers see the shop's name beside it.",
  },
  smtpAllowPlain: {
    name: 'COBRO_SMTP_ALLOW_PLAIN',
    form: flag,
    default: 'off',
    why: "Allow a mail server beyond this machine that offers no TLS. E-mails carry customers' data; leave it off.",
  },
  emailPerAddressDay: {
    name: 'COBRO_EMAIL_PER_ADDRESS_DAY',
    form: wholeNumber(0, 1_000_000),
    default: '12',
    why: 'Live e-mails that one address may get a day, from all merchants together, about orders to be paid, and as many about money that came or goes back; 0 means no limit.',
  },
  peopleEmailsPerDay: {
    name: 'COBRO_PEOPLE_EMAILS_PER_DAY',
    form: wholeNumber(0, 1_000_000),
    default: '50',
    why: "E-mails with invitations and password links that one team may send a day, a merchant's or the operator's; 0 means no limit. Warnings are sent in any case.",
  },
  emailPerAccountDay: {
    name: 'COBRO_EMAIL_PER_ACCOUNT_DAY',
    form: wholeNumber(0, 10_000_000),
    default: '5000',
    why: 'Live e-mails that one account may send a day about orders to be paid, and as many about money that came or goes back; 0 means no limit.',
  },
} satisfies SettingGroup;
