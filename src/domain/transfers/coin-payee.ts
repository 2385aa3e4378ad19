// Money that came as coins goes back as coins (D92): in which coin, and to which address. Nobody sends back to where coins came
// from: that may be an exchange.
import type { Order } from '../orders/order.js';
import { readXAddress, writeXAddress } from '../points/coin-address.js';
import { COINS, type CoinCode, isCoinCode } from '../points/coins.js';
import { readAccountKey } from '../points/extended-key.js';
import type { RailKindName } from '../rails/kinds.js';
import type { PayeeAccount } from './transfer.js';

/** null: the order is paid in pesos. */
export function coinOfOrder({ method, point }: Pick<Order, 'method' | 'point'>): CoinCode | null {
  const code = point?.details['coin'] ?? '';
  return method === 'crypto' && isCoinCode(code) ? code : null;
}

/** null: it came in pesos. A rail of coins is named after its coin, or after the point of its order. */
export function coinOfPayment(
  { kind, network }: { readonly kind: RailKindName; readonly network: string | null },
  order: Pick<Order, 'method' | 'point'> | null,
): CoinCode | null {
  if (kind !== 'crypto') return null;
  if (network !== null && isCoinCode(network)) return network;
  return order === null ? null : coinOfOrder(order);
}

type CoinPayeeFault = 'invalid_coin_address' | 'private_coin_key';

/**
 * The address that a person typed, of that coin's own network. An account of the XRP Ledger may have a tag behind a colon; both
 * are kept as one X-address.
 */
export function readCoinPayee(
  code: CoinCode,
  typed: string,
): { readonly is: 'valid'; readonly destination: PayeeAccount } | { readonly is: CoinPayeeFault } {
  const text = typed.replaceAll(/\s/g, '');
  if (readAccountKey(code, text) === 'private_coin_key') return { is: 'private_coin_key' };
  const address = COINS[code].addressOf === null ? withTag(text) : text;
  const account = readXAddress(address)?.account ?? address;
  if (!COINS[code].isAddress(account)) return { is: 'invalid_coin_address' };
  return { is: 'valid', destination: { clabe: address, holder: COINS[code].network, bank: code } };
}

function withTag(text: string): string {
  const [, account = '', tag = ''] = /^(r\w{24,40}):(\d{1,10})$/.exec(text) ?? [];
  return account === '' || !COINS.XRP.isAddress(account) || Number(tag) > 0xffffffff
    ? text
    : writeXAddress(account, Number(tag));
}
