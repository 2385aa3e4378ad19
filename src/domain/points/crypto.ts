// Cryptocurrency points: an address, and the amount in coins at the price given in the point's details. In live mode that
// price is dated, and ages out like any exchange rate.
import { parsePrice, unitsFor, writeUnits } from './coin-units.js';
import { coinOf, isCoinAddress } from './coins.js';
import type { DetailFault, PointDetails, PointKind } from './kind.js';

export const crypto = {
  shownName: { es: 'Criptomoneda', en: 'Cryptocurrency' },
  mark: 'coin',
  method: 'crypto',
  type: 'Crypto',
  details: {
    address: { name: { es: 'Dirección que recibe las monedas', en: 'Address that takes the coins' }, shownAs: null },
    coin: { name: { es: 'Código de la moneda', en: 'Code of the coin' }, shownAs: null },
    pesos_per_coin: { name: { es: 'Precio de una moneda, en pesos', en: 'Price of a coin, in pesos' }, shownAs: null },
  },
  identifiedBy: 'address',
  isScanned: false,
  liveFaults,
  pricedAt: 'pesos_per_coin_at',
  instructions({ pointName, amount, sum, details }) {
    const address = details['address'] ?? '';
    const coins = `${coinsOf(amount, details)} ${details['coin'] ?? ''}`;
    const fields = { bank_account_number: address, bank_name: pointName };
    return {
      description: { es: `Paga con ${pointName}.`, en: `Pay with ${pointName}.` },
      steps: [
        {
          es: `Abre tu cartera de ${pointName} y elige enviar a la dirección ${address}.`,
          en: `Open your ${pointName} wallet and choose to send to the address ${address}.`,
        },
        { es: `Envía exactamente ${coins} (${sum}).`, en: `Send exactly ${coins} (${sum}).` },
        {
          es: 'Tu pago se confirma cuando la red confirma la transacción.',
          en: 'Your payment is confirmed when the network confirms the transaction.',
        },
      ],
      details: fields,
      payTo: address,
    };
  },
} as const satisfies PointKind;

function liveFaults(details: PointDetails): DetailFault[] {
  const { coin = '', address = '', pesos_per_coin: price = '', pesos_per_coin_at: at } = details;
  const faults: DetailFault[] = [];
  if (coinOf(coin) === null) faults.push({ name: 'coin', error: 'unknown_coin' });
  else if (!isCoinAddress(coin, address)) faults.push({ name: 'address', error: 'invalid_coin_address' });
  if (parsePrice(price) === null) faults.push({ name: 'pesos_per_coin', error: 'invalid_coin_price' });
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    faults.push({ name: 'pesos_per_coin_at', error: 'invalid_coin_time' });
  return faults;
}

/** What an amount ("75.00") is in coins ("0.00006250"), by the details of its point. "" if they have no price. */
export function coinsOf(amount: string, { coin: code = '', pesos_per_coin: text = '' }: PointDetails): string {
  const [coin, price] = [coinOf(code), parsePrice(text)];
  return coin === null || price === null
    ? ''
    : writeUnits(unitsFor(BigInt(amount.replace('.', '')), price, coin), coin);
}
