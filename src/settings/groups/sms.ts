// How live SMS are sent, and how many.
import { httpAddress, oneOf, secret, text, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const smsSettings = {
  smsGateway: {
    name: 'COBRO_SMS_GATEWAY',
    form: oneOf('log', 'twilio', 'smpp'),
    default: 'log',
    why: 'How live SMS are sent. With log, live SMS get 503 sms_not_configured. Test mode never sends an SMS.',
  },
  smsFrom: {
    name: 'COBRO_SMS_FROM',
    form: text(/^(\+\d{5,15}|[A-Za-z0-9 ]{1,11})$/, 'a phone number with +, or up to 11 letters and digits'),
    default: 'Cobro',
    why: 'Sender of SMS.',
  },
  smsPerNumberDay: {
    name: 'COBRO_SMS_PER_NUMBER_DAY',
    form: wholeNumber(0, 1_000_000),
    default: '3',
    why: 'Live SMS that one phone number may get a day, from all merchants together; 0 means no limit.',
  },
  smsPerAccountDay: {
    name: 'COBRO_SMS_PER_ACCOUNT_DAY',
    form: wholeNumber(0, 1_000_000),
    default: '500',
    why: 'Live SMS that one account may send a day, at most half of them asked for with a public key; 0 means no limit.',
  },
  twilioUrl: {
    name: 'COBRO_TWILIO_URL',
    form: httpAddress,
    default: 'https://api.twilio.com',
    why: "Address of Twilio's REST service.",
  },
  twilioAccount: {
    name: 'COBRO_TWILIO_ACCOUNT',
    form: secret(/^AC\w{10,64}$/, 'the account SID (AC…)'),
    why: 'Account at Twilio; required for twilio.',
  },
  twilioToken: {
    name: 'COBRO_TWILIO_TOKEN',
    form: secret(/^\S{8,}$/, 'the auth token'),
    why: 'Auth token at Twilio; required for twilio.',
  },
  smppUrl: {
    name: 'COBRO_SMPP_URL',
    form: secret(/^s?smpp:\/\/.+/, 'an address like smpp://host:2775, or ssmpp:// for TLS'),
    why: 'Address of the SMPP server; required for smpp.',
  },
  smppUser: {
    name: 'COBRO_SMPP_USER',
    form: secret(/^\S{1,16}$/, 'the system id, up to 16 characters'),
    why: 'System id at the SMPP server; required for smpp.',
  },
  smppPassword: {
    name: 'COBRO_SMPP_PASSWORD',
    form: secret(/^\S{1,16}$/, 'the password, up to 16 characters'),
    why: 'Password at the SMPP server.',
  },
} satisfies SettingGroup;
