// The addresses of coin payments that wallets read from a QR code: BIP 21 and its siblings, and EIP-681 for Ethereum.
// They name the amount, so that nobody has to type it.

type CoinPayment = { readonly address: string /** "0.00102875" */; readonly coins: string };

const WEI_PER_PART = 10_000_000_000n; // a coin has 10^18 wei and 10^8 parts

const URIS: Readonly<Record<string, (payment: CoinPayment) => string>> = {
  BTC: ({ address, coins }) => `bitcoin:${address}?amount=${coins}`,
  LTC: ({ address, coins }) => `litecoin:${address}?amount=${coins}`,
  BCH: ({ address, coins }) => `bitcoincash:${address.replace(/^bitcoincash:/, '')}?amount=${coins}`,
  XRP: ({ address, coins }) => `ripple:${address}?amount=${coins}`,
  ETH: ({ address, coins }) => `ethereum:${address}@1?value=${BigInt(coins.replace('.', '')) * WEI_PER_PART}`,
};

/** An unknown coin, or one without an amount, is its address alone. */
export function coinUri(coin: string, payment: CoinPayment): string {
  const write = Object.hasOwn(URIS, coin) ? URIS[coin] : undefined;
  return write === undefined || payment.coins === '' ? payment.address : write(payment);
}
