// Cryptocurrency points: an address, and the amount in coins at the price given in the point's details.
import { divideHalfUp } from '../money.js';
import type { PointKind } from './kind.js';

const COIN_PARTS = 100_000_000n; // eight decimals

export const crypto = {
  method: 'crypto',
  type: 'Crypto',
  details: {
    address: { what: 'address that takes the coins', isShown: false },
    coin: { what: 'code of the coin', isShown: false },
    pesos_per_coin: { what: 'price of one coin in pesos', isShown: false },
  },
  identifiedBy: 'address',
  instructions({ pointName, amount, sum, details }, language) {
    const address = details['address'] ?? '';
    const coins = `${toCoins(amount, details['pesos_per_coin'] ?? '')} ${details['coin'] ?? ''}`;
    const fields = { bank_account_number: address, bank_name: pointName };
    if (language === 'en') {
      return {
        description: `Pay with ${pointName}.`,
        steps: [
          `Open your ${pointName} wallet and choose to send to the address ${address}.`,
          `Send exactly ${coins} (${sum}).`,
          'Your payment is confirmed when the network confirms the transaction.',
        ],
        details: fields,
        payTo: address,
      };
    }
    return {
      description: `Paga con ${pointName}.`,
      steps: [
        `Abre tu cartera de ${pointName} y elige enviar a la dirección ${address}.`,
        `Envía exactamente ${coins} (${sum}).`,
        'Tu pago se confirma cuando la red confirma la transacción.',
      ],
      details: fields,
      payTo: address,
    };
  },
} as const satisfies PointKind;

/** "75.00" pesos at "1200000.00" per coin is "0.00006250" coins, rounded half up to eight decimals. */
export function toCoins(amount: string, pesosPerCoin: string): string {
  const centavos = BigInt(amount.replace('.', ''));
  const price = /^\d+\.\d{2}$/.test(pesosPerCoin) ? BigInt(pesosPerCoin.replace('.', '')) : 0n;
  if (price === 0n) return '';
  const parts = divideHalfUp(centavos * COIN_PARTS, price)
    .toString()
    .padStart(9, '0');
  return `${parts.slice(0, -8)}.${parts.slice(-8)}`;
}
