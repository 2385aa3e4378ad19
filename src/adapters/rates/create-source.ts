// Creates the source of exchange rates that the settings choose (D55), and checks the rates of every source.
import type { LookupFunction } from 'node:net';
import { rateToDecimal } from '../../domain/orders/exchange.js';
import { OperatorError } from '../../errors/operator-error.js';
import type { Settings } from '../../settings/settings.js';
import type { RateSource } from './rate-source.js';

type RateSettings = Pick<Settings, 'rateSource' | 'ecbUrl' | 'banxicoUrl' | 'banxicoToken'>;

/** null if the rates are set by hand (`fixed`). Only the source that is chosen is loaded. */
export async function createRateSource(settings: RateSettings, lookup?: LookupFunction): Promise<RateSource | null> {
  switch (settings.rateSource) {
    case 'fixed':
      return null;
    case 'ecb': {
      const { createEcbSource } = await import('./ecb.js');
      return refuseAbsurd(createEcbSource({ url: settings.ecbUrl, lookup }));
    }
    case 'banxico': {
      if (settings.banxicoToken === null) throw new OperatorError('The rates of Banxico need COBRO_BANXICO_TOKEN.');
      const { createBanxicoSource } = await import('./banxico.js');
      return refuseAbsurd(createBanxicoSource({ url: settings.banxicoUrl, token: settings.banxicoToken, lookup }));
    }
  }
}

// Limits for pesos per dollar, euro or pound, in millionths. A rate outside them is an error, such as a lost decimal
// point or an inverted rate (0.054). Sudden changes are judged against the previous rate (refresh-rates).
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
