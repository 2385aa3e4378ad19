// Where live exchange rates come from, and how old they may be.
import { httpAddress, oneOf, secret, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const rateSettings = {
  rateSource: {
    name: 'COBRO_RATE_SOURCE',
    form: oneOf('fixed', 'ecb', 'banxico'),
    default: 'fixed',
    why: 'Where live exchange rates come from; fixed ones are set by `cobro rates set`. The ECB pauses over weekends and holidays: if you use it, raise COBRO_RATE_MAX_AGE_HOURS to 130.',
  },
  rateMaxAgeHours: {
    name: 'COBRO_RATE_MAX_AGE_HOURS',
    form: wholeNumber(1, 8_760),
    default: '72',
    why: 'Maximum age of the exchange rate of a live order, in hours; if it is older, the order gets 503.',
  },
  rateRefreshMinutes: {
    name: 'COBRO_RATE_REFRESH_MINUTES',
    form: wholeNumber(1, 1_440),
    default: '60',
    why: 'How often rates are fetched, in minutes.',
  },
  ecbUrl: {
    name: 'COBRO_ECB_URL',
    form: httpAddress,
    default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    why: "Address of the ECB's daily list.",
  },
  banxicoUrl: {
    name: 'COBRO_BANXICO_URL',
    form: httpAddress,
    default: 'https://www.banxico.org.mx/SieAPIRest/service/v1',
    why: "Address of Banxico's SIE service.",
  },
  banxicoToken: {
    name: 'COBRO_BANXICO_TOKEN',
    form: secret(/^\w{10,100}$/, 'the token of the SIE service'),
    why: 'The token that Banxico gave you; required for banxico.',
  },
} satisfies SettingGroup;
