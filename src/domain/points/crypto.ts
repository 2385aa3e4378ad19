// Cryptocurrency points: an address, and the amount in coins at the price in the order's copy of the point. In live mode
// every order has an address of its own (memory/numbers/coin-addresses.ts), and the price is the newest when the order is made or
// shown anew (D92). Test mode has one address and one price for all.
import type { Both } from '../base/in-both.js';
import { parsePrice, unitsFor, writeUnits } from './coin-units.js';
import { coinOf } from './coins.js';
import { readAccountKey } from './extended-key.js';
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
  liveDetails: {
    coin: { name: { es: 'Código de la moneda', en: 'Code of the coin' }, shownAs: null },
    account: {
      name: {
        es: 'Clave pública extendida de tu cartera (xpub, ypub o zpub); para XRP, tu dirección',
        en: 'Extended public key of your wallet (xpub, ypub or zpub); for XRP your address',
      },
      shownAs: null,
    },
  },
  identifiedBy: 'address',
  isScanned: false,
  liveFaults,
  pricedAt: 'pesos_per_coin_at',
  instructions({ pointName, amount, sum, details }) {
    const address = details['address'] ?? '';
    const coins = `${coinsOf(amount, details)} ${details['coin'] ?? ''}`;
    const tag = details['destination_tag'] ?? '';
    const fields = { bank_account_number: address, bank_name: pointName, ...(tag !== '' && { bank_reference: tag }) };
    return {
      description: { es: `Paga con ${pointName}.`, en: `Pay with ${pointName}.` },
      steps: [
        {
          es: `Abre tu cartera de ${pointName} y elige enviar a la dirección ${address}${tag === '' ? '' : `, con la etiqueta de destino ${tag}`}.`,
          en: `Open your ${pointName} wallet and choose to send to the address ${address}${tag === '' ? '' : `, with the destination tag ${tag}`}.`,
        },
        { es: `Envía exactamente ${coins} (${sum}).`, en: `Send exactly ${coins} (${sum}).` },
        {
          es: 'Tu pago se confirma cuando la red confirma la transacción.',
          en: 'Your payment is confirmed when the network confirms the transaction.',
        },
      ],
      shownSteps: [
        {
          es: `Abre tu cartera de ${pointName} y elige enviar a la dirección${tag === '' ? '' : ', con la etiqueta de destino'}.`,
          en: `Open your ${pointName} wallet and choose to send to the address${tag === '' ? '' : ', with the destination tag'}.`,
        },
        {
          es: 'Envía exactamente esta cantidad; la comisión de la red va aparte.',
          en: 'Send exactly this quantity; the fee of the network comes on top.',
        },
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

function liveFaults({ coin: code = '', account = '' }: PointDetails): DetailFault[] {
  const coin = coinOf(code);
  if (coin === null) return [{ name: 'coin', error: 'unknown_coin' }];
  const key = readAccountKey(code, account);
  if (typeof key !== 'string') return [];
  // Also where an address is wanted, nobody shall leave a key here that can spend.
  if (coin.addressOf !== null || key === 'private_coin_key') return [{ name: 'account', error: key }];
  return coin.isAddress(account) ? [] : [{ name: 'account', error: 'invalid_coin_address' }];
}

/** What customers must know before they send: money that takes another way reaches nobody. null: the coin is unknown. */
export function networkWarning({ coin: code = '', destination_tag: tag = '' }: PointDetails): Both | null {
  const coin = coinOf(code);
  if (coin === null) return null;
  const { network } = coin;
  return {
    es: `Envía solo ${code} y solo por la red ${network}${tag === '' ? '' : ', con su etiqueta de destino'}. Otra moneda u otra red se puede perder.`,
    en: `Send only ${code}, and only on the ${network} network${tag === '' ? '' : ', with its destination tag'}. Anything else may be lost.`,
  };
}

/** What an amount ("75.00") is in coins ("0.00006250"), by the details of its point. "" if they have no price. */
export function coinsOf(amount: string, { coin: code = '', pesos_per_coin: text = '' }: PointDetails): string {
  const [coin, price] = [coinOf(code), parsePrice(text)];
  return coin === null || price === null
    ? ''
    : writeUnits(unitsFor(BigInt(amount.replace('.', '')), price, coin), coin);
}
