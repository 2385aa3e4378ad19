// The source of exchange rates that the settings choose (D55), and what holds for all of them.
import { rateToDecimal } from '../../domain/exchange.js';
import { OperatorError } from '../../operator-error.js';
import type { Settings } from '../../settings.js';
import { createBanxicoSource } from './banxico.js';
import { createEcbSource } from './ecb.js';
import type { RateSource } from './rate-source.js';

export type RateSettings = Pick<Settings, 'rateSource' | 'ecbUrl' | 'banxicoUrl' | 'banxicoToken'>;

/** null when the rates are set by hand (`fixed`). */
export function createRateSource(settings: RateSettings): RateSource | null {
  switch (settings.rateSource) {
    case 'fixed':
      return null;
    case 'ecb':
      return refuseAbsurd(createEcbSource({ url: settings.ecbUrl }));
    case 'banxico':
      if (settings.banxicoToken === null) throw new OperatorError('The rates of Banxico need COBRO_BANXICO_TOKEN.');
      return refuseAbsurd(createBanxicoSource({ url: settings.banxicoUrl, token: settings.banxicoToken }));
  }
}

// Pesos per dollar, euro or pound, in millionths. Outside it is no price of today but a fault: a point that was lost, or
// a rate the wrong way round (0.054). What merely jumps is judged against the rate before (refresh-rates).
const LEAST = 1_000_000n;
const MOST = 1_000_000_000n;

function refuseAbsurd(source: RateSource): RateSource {
  return {
    name: source.name,
    async fetch(signal) {
      const rates = await source.fetch(signal);
      for (const { currency, millionths } of rates) {
        if (millionths < LEAST || millionths > MOST) {
          throw new Error(`${rateToDecimal(millionths)} pesos for 1 ${currency} make no sense.`);
        }
      }
      return rates;
    },
  };
}
