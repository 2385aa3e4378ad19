// The XRP Ledger by rippled's JSON-RPC. All orders pay to one account, so one question tells of all of them, and a ledger
// that is validated is final: there is no chain to follow back. Several ledgers are taken as one block.
import { writeXAddress } from '../../domain/points/coin-address.js';
import { fetchText, fieldOf } from '../fetch-text.js';
import type { ChainBlock, ChainNode, ChainOutput } from './chain.js';
import { listIn, parse, type RpcOptions, textIn, wholeIn, withoutPassword } from './json-rpc.js';

type XrpOptions = RpcOptions & {
  /** The accounts that orders pay to. */
  accounts(): Promise<readonly string[]>;
};

const MAX_REPLY_BYTES = 16 * 1_048_576;
const PAGE = 200;

/** Ledgers that one block stands for at most: after a long pause it is caught up with in steps. */
const MOST_LEDGERS = 10_000;

type Ask = (method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;

export function createXrpNode({ url, lookup, accounts }: XrpOptions): ChainNode {
  const { address, headers, host } = withoutPassword(url);

  const ask: Ask = async (method, params, signal) => {
    const json = JSON.stringify({ method, params: [params] });
    const { status, text } = await fetchText(
      { url: address, headers, json, lookup, maxBytes: MAX_REPLY_BYTES },
      signal,
    );
    const result = fieldOf(parse(host, status, text), 'result');
    if (fieldOf(result, 'status') !== 'error') return result;
    const error = fieldOf(result, 'error');
    if (error === 'txnNotFound') return null;
    throw new Error(`${host} refused: ${error}.`);
  };

  async function validated(signal: AbortSignal) {
    const { ledger_index, ledger } = fieldsOf(await ask('ledger', { ledger_index: 'validated' }, signal));
    const height = Number(ledger_index ?? Number.NaN);
    if (!Number.isSafeInteger(height)) throw new Error(`${host} has no validated ledger.`);
    // Seconds since the year 2000.
    return { height, madeAt: (wholeIn(ledger, 'close_time') + 946_684_800) * 1000 };
  }

  return {
    name: host,
    async tip(signal) {
      const { height } = await validated(signal);
      return { height, hash: nameOf(height) };
    },
    async next(after, signal): Promise<ChainBlock | null> {
      const { height: newest, madeAt } = await validated(signal);
      if (newest <= after) return null;
      const range = { first: after + 1, last: Math.min(newest, after + MOST_LEDGERS) };
      const outputs: ChainOutput[] = [];
      for (const account of await accounts()) outputs.push(...(await paymentsTo(ask, account, range, signal)));
      return { height: range.last, hash: nameOf(range.last), previous: nameOf(after), madeAt, outputs };
    },
    hashAt: async (height) => nameOf(height),
    // A payment is validated within seconds or never.
    waiting: async () => [],
    isWaiting: async () => false,
    async isIn(transaction, { height }, signal) {
      const found = await ask('tx', { transaction }, signal);
      return fieldOf(found, 'validated') === true && Number(fieldOf(found, 'ledger_index')) <= height;
    },
  };
}

type Range = { readonly first: number; readonly last: number };

async function paymentsTo(ask: Ask, account: string, { first, last }: Range, signal: AbortSignal) {
  const outputs: ChainOutput[] = [];
  for (let marker: unknown; ; ) {
    const page = { account, ledger_index_min: first, ledger_index_max: last, forward: true, limit: PAGE };
    const result = await ask('account_tx', marker === undefined ? page : { ...page, marker }, signal);
    // A node that lacks some of these ledgers would make us miss what they hold.
    if (wholeIn(result, 'ledger_index_min') > first) throw new Error(`The node has no ledgers from ${first} on.`);
    outputs.push(...listIn(result, 'transactions').flatMap((one) => paymentOf(one, account)));
    marker = fieldOf(result, 'marker');
    if (marker === undefined) return outputs;
  }
}

/** What was delivered counts, never `Amount`: a partial payment may deliver a millionth of it. */
function paymentOf(one: unknown, account: string): ChainOutput[] {
  const [transaction, meta] = [fieldOf(one, 'tx_json') ?? fieldOf(one, 'tx'), fieldOf(one, 'meta')];
  const isPayment =
    fieldOf(transaction, 'TransactionType') === 'Payment' && fieldOf(transaction, 'Destination') === account;
  if (!isPayment || fieldOf(one, 'validated') !== true || fieldOf(meta, 'TransactionResult') !== 'tesSUCCESS')
    return [];
  const delivered = fieldOf(meta, 'delivered_amount');
  // Other currencies of the ledger are objects: they are no XRP.
  if (typeof delivered !== 'string' || !/^\d{1,17}$/.test(delivered) || BigInt(delivered) === 0n) return [];
  const tag = fieldOf(transaction, 'DestinationTag');
  const hash = fieldOf(one, 'hash') ?? textIn(transaction, 'hash');
  const address = typeof tag === 'number' ? writeXAddress(account, tag) : account;
  return [{ transaction: String(hash), output: 0, addresses: () => [address], units: BigInt(delivered) }];
}

function nameOf(height: number): string {
  return `ledger ${height}`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
