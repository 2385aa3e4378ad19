// The extended public key of an operator's wallet (BIP 32), from which every order gets an address of its own. A key that
// can spend is refused: it must never come near this service.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { base58Bytes } from './coin-address.js';
import { type AddressForm, coinOf } from './coins.js';

export type AccountKey = {
  /** Eight hexadecimal digits that tell keys apart. */
  readonly fingerprint: string;
  readonly form: AddressForm;
  addressAt(index: number): string;
};

export type KeyFault = 'private_coin_key' | 'invalid_coin_key' | 'key_of_other_coin';

/** Numbers above are hardened, and have no public key without the private one. */
export const MOST_ADDRESSES = 2 ** 31;

/**
 * Reads xpub, ypub, zpub and their siblings. Some wallets write xpub for every form of address: then the form is put
 * around it, as in `wpkh(xpub…)`. Addresses are those of the first chain, KEY/0/INDEX, as all wallets give them out
 * (BIP 44, 49, 84).
 */
export function readAccountKey(code: string, text: string): AccountKey | KeyFault {
  const coin = coinOf(code);
  const [, wrapped = null, inner = text] = /^(pkh|wpkh|sh\(wpkh)\(([^()]{1,200})\){1,2}$/.exec(text) ?? [];
  if (canSpend(inner)) return 'private_coin_key';
  const version = versionOf(inner);
  if (coin === null || coin.addressOf === null || version === null) return 'invalid_coin_key';
  const named: AddressForm | undefined = coin.keyVersions[version];
  const form = wrapped === null ? named : FORMS[wrapped];
  const write = form === undefined ? undefined : coin.addressOf[form];
  if (form === undefined || named === undefined || write === undefined) return 'key_of_other_coin';
  const chain = chainOf(inner, version);
  if (chain === null) return 'invalid_coin_key';
  return { fingerprint: hex(chain.fingerprint), form, addressAt: (index) => write(publicKeyAt(chain, index, form)) };
}

/** The first addresses, by which a person sees that the key is the one of their wallet. */
export function firstAddresses(key: AccountKey, count = 3): string[] {
  return Array.from({ length: count }, (_, index) => key.addressAt(index));
}

/** The same of the live details of a point; none of what has no key. */
export function firstAddressesOf({ coin = '', account = '' }: Readonly<Record<string, string>>): string[] {
  const key = readAccountKey(coin, account);
  return typeof key === 'string' ? [] : firstAddresses(key);
}

const FORMS: Readonly<Record<string, AddressForm>> = { pkh: 'pkh', wpkh: 'wpkh', 'sh(wpkh': 'sh(wpkh)' };

const EXTENDED_BYTES = 78;

/** xprv, yprv, zprv, Ltpv, Mtpv and those of test networks. */
const PRIVATE_VERSIONS: readonly number[] = [
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x019d9cfe, 0x01b26792, 0x04358394, 0x044a4e28, 0x045f18bc, 0x0295b005,
  0x02aa7a99,
];

/** Also a single private key, as wallets export it or in hexadecimal, and the words of a seed. */
function canSpend(text: string): boolean {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text) || text.trim().split(/\s+/).length >= 12) return true;
  const bytes = base58Bytes(text);
  if (bytes === null) return /^[xyzt]prv|^[LM]tpv/i.test(text);
  const version = versionOf(text);
  if (version === null)
    return (bytes.length === 33 || bytes.length === 34) && [0x80, 0xb0, 0xef].includes(bytes[0] ?? 0);
  // A public key is a compressed point; a private one starts with a zero, whatever the version says.
  return PRIVATE_VERSIONS.includes(version) || bytes[45] === 0;
}

function versionOf(text: string): number | null {
  const bytes = base58Bytes(text);
  return bytes?.length === EXTENDED_BYTES ? Buffer.from(bytes).readUInt32BE(0) : null;
}

/** The chain of addresses that are given to payers. */
function chainOf(text: string, version: number): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 }).deriveChild(0);
  } catch {
    return null; // the point is not on the curve, or the depth and the parent contradict each other
  }
}

function publicKeyAt(chain: HDKey, index: number, form: AddressForm): Uint8Array {
  const { publicKey } = chain.deriveChild(index);
  if (publicKey === null) throw new Error('a derived key has no public key');
  return form === 'hex' ? secp256k1.Point.fromBytes(publicKey).toBytes(false) : publicKey;
}

function hex(fingerprint: number): string {
  return fingerprint.toString(16).padStart(8, '0');
}
