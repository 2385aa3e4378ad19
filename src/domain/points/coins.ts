// The coins that a payment point can take. Everything that differs between coins is in its line here: how it writes
// addresses, into how many units a coin is divided, what its wallets read from a QR code. Its node is asked in
// adapters/chains/.
import {
  hash160,
  isBase58,
  isCash,
  isHex,
  isWitness,
  withoutCashPrefix,
  writeBase58,
  writeCash,
  writeHex,
  writeWitness,
} from './coin-address.js';

/** How the public key of an order becomes its address: three ways of Bitcoin and its siblings, and the one of Ethereum. */
export type AddressForm = 'pkh' | 'sh(wpkh)' | 'wpkh' | 'hex';

export type Coin = {
  /** The only network that an order's address is on, as wallets and exchanges call it. */
  readonly network: string;
  /** What one coin has of its smallest unit, as a power of ten. */
  readonly decimals: number;
  /** How many decimals a price in coins is written with: nobody types eighteen. */
  readonly shownDecimals: number;
  /** Whether it is an address of the coin's main network. */
  isAddress(address: string): boolean;
  /** How an order's address is made of a public key; null: all orders have one account, and each a tag of its own. */
  readonly addressOf: Partial<Readonly<Record<AddressForm, (publicKey: Uint8Array) => string>>> | null;
  /** What the first bytes of an extended public key say of its addresses (SLIP 132). */
  readonly keyVersions: Readonly<Record<number, AddressForm>>;
  /** What wallets read from a QR code: BIP 21 and its siblings, EIP 681. */
  uri(payment: CoinPayment): string;
};

type CoinPayment = {
  readonly address: string;
  /** "0.00102875" */
  readonly coins: string;
  readonly units: bigint;
  readonly tag: string;
};

const XPUB = 0x0488b21e;
const YPUB = 0x049d7cb2;
const ZPUB = 0x04b24746;
const LTUB = 0x019da462;
const MTUB = 0x01b26ef6;

/** The script that pays to a witness, which an address of the form sh(wpkh) is the hash of. */
function nested(publicKey: Uint8Array): Uint8Array {
  return hash160(Uint8Array.of(0, 20, ...hash160(publicKey)));
}

export const COINS = {
  BTC: {
    network: 'Bitcoin',
    decimals: 8,
    shownDecimals: 8,
    isAddress: (address) => isBase58(address, [0x00, 0x05]) || isWitness(address, 'bc'),
    addressOf: {
      pkh: (key) => writeBase58(0x00, hash160(key)),
      'sh(wpkh)': (key) => writeBase58(0x05, nested(key)),
      wpkh: (key) => writeWitness('bc', hash160(key)),
    },
    keyVersions: { [XPUB]: 'pkh', [YPUB]: 'sh(wpkh)', [ZPUB]: 'wpkh' },
    uri: ({ address, coins }) => `bitcoin:${address}?amount=${coins}`,
  },
  ETH: {
    network: 'Ethereum',
    decimals: 18,
    shownDecimals: 8,
    isAddress: isHex,
    addressOf: { hex: writeHex },
    keyVersions: { [XPUB]: 'hex' },
    uri: ({ address, units }) => `ethereum:${address}@1?value=${units}`,
  },
  BCH: {
    network: 'Bitcoin Cash',
    decimals: 8,
    shownDecimals: 8,
    isAddress: (address) => isBase58(address, [0x00, 0x05]) || isCash(address),
    addressOf: { pkh: (key) => writeCash(0, hash160(key)) },
    keyVersions: { [XPUB]: 'pkh' },
    uri: ({ address, coins }) => `bitcoincash:${withoutCashPrefix(address)}?amount=${coins}`,
  },
  LTC: {
    network: 'Litecoin',
    decimals: 8,
    shownDecimals: 8,
    isAddress: (address) => isBase58(address, [0x30, 0x32, 0x05]) || isWitness(address, 'ltc'),
    addressOf: {
      pkh: (key) => writeBase58(0x30, hash160(key)),
      'sh(wpkh)': (key) => writeBase58(0x32, nested(key)),
      wpkh: (key) => writeWitness('ltc', hash160(key)),
    },
    // Wallets of Litecoin write either versions of their own or those of Bitcoin.
    keyVersions: { [LTUB]: 'pkh', [MTUB]: 'sh(wpkh)', [XPUB]: 'pkh', [YPUB]: 'sh(wpkh)', [ZPUB]: 'wpkh' },
    uri: ({ address, coins }) => `litecoin:${address}?amount=${coins}`,
  },
  XRP: {
    network: 'XRP Ledger',
    decimals: 6,
    shownDecimals: 6,
    isAddress: (address) => isBase58(address, [0x00], 'xrp'),
    addressOf: null,
    keyVersions: {},
    uri: ({ address, coins, tag }) => `ripple:${address}?amount=${coins}${tag === '' ? '' : `&dt=${tag}`}`,
  },
} as const satisfies Readonly<Record<string, Coin>>;

export type CoinCode = keyof typeof COINS;
export const COIN_CODES = Object.keys(COINS) as CoinCode[]; // safe: we wrote this table

/** null: no coin has that code. */
export function coinOf(code: string): Coin | null {
  return isCoinCode(code) ? COINS[code] : null;
}

export function isCoinCode(code: string): code is CoinCode {
  return Object.hasOwn(COINS, code);
}
