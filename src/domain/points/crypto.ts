// Cryptocurrency points: an address, and the amount in coins at the price given in the point's details. In live mode that
// price is dated, and ages out like any exchange rate.
import { divideHalfUp } from '../base/money.js';
import { COIN_CODES, isCoinAddress } from './coins.js';
import type { DetailFault, PointDetails, PointKind } from './kind.js';

const DECIMALS = 8;
/** Coins whose smallest unit is larger: nobody can send 1.23456789 XRP. */
const FEWER_DECIMALS: Readonly<Record<string, number>> = { XRP: 6 };

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
  if (!COIN_CODES.includes(coin)) faults.push({ name: 'coin', error: 'unknown_coin' });
  else if (!isCoinAddress(coin, address)) faults.push({ name: 'address', error: 'invalid_coin_address' });
  if (!isCoinPrice(price)) faults.push({ name: 'pesos_per_coin', error: 'invalid_coin_price' });
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    faults.push({ name: 'pesos_per_coin_at', error: 'invalid_coin_time' });
  return faults;
}

/** Pesos with two decimals, more than nothing. */
function isCoinPrice(text: string): boolean {
  return /^\d{1,9}\.\d{2}$/.test(text) && !/^[0.]+$/.test(text);
}

/** What an amount is in coins, by the details of its point. "" if they have no price. */
export function coinsOf(amount: string, { coin = '', pesos_per_coin: price = '' }: PointDetails): string {
  return toCoins(amount, price, FEWER_DECIMALS[coin] ?? DECIMALS);
}

/** "75.00" pesos at "1200000.00" per coin is "0.00006250" coins, rounded half up. */
function toCoins(amount: string, pesosPerCoin: string, decimals = DECIMALS): string {
  const centavos = BigInt(amount.replace('.', ''));
  if (!isCoinPrice(pesosPerCoin)) return '';
  const price = BigInt(pesosPerCoin.replace('.', ''));
  const parts = divideHalfUp(centavos * 10n ** BigInt(decimals), price)
    .toString()
    .padStart(decimals + 1, '0');
  return `${parts.slice(0, -decimals)}.${parts.slice(-decimals)}`;
}
