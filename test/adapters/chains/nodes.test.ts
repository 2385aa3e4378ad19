// What nodes answer, in the shapes that Bitcoin Core, Ethereum's clients and rippled document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBitcoinNode } from '../../../src/adapters/chains/bitcoin.js';
import type { ChainOutput } from '../../../src/adapters/chains/chain.js';
import { createEthereumNode } from '../../../src/adapters/chains/ethereum.js';
import { createXrpNode } from '../../../src/adapters/chains/xrp.js';
import { writeXAddress } from '../../../src/domain/points/coin-address.js';
import { Refused, startNode } from './rpc-stand-in.js';

const signal = () => AbortSignal.timeout(10_000);
const told = (outputs: readonly ChainOutput[]) =>
  outputs.map((one) => [one.transaction, one.output, one.units, ...one.addresses()]);

// The output of BIP 84's first address, one to a script, one to a key, one that says something and pays nobody.
const TRANSACTION = {
  txid: 'aa11',
  vout: [
    {
      value: 0.0002,
      n: 0,
      scriptPubKey: { hex: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2', type: 'witness_v0_keyhash' },
    },
    { value: 0.1, n: 1, scriptPubKey: { hex: 'a91476a04053bda0a88bda5177b86a15c3b29f55987387', type: 'scripthash' } },
    { value: 20999999.9769, n: 2, scriptPubKey: { hex: '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac' } },
    { value: 0, n: 3, scriptPubKey: { hex: '6a0548656c6c6f', type: 'nulldata' } },
  ],
};
const BLOCK = { hash: 'h101', height: 101, previousblockhash: 'h100', time: 1_763_380_800, tx: [TRANSACTION] };

function bitcoin() {
  const state = { pool: ['bb22', 'aa11'], looked: 0 };
  const methods = {
    getblockchaininfo: () => ({ chain: 'main', blocks: 101, bestblockhash: 'h101' }),
    getblockhash(height: number) {
      if (height > 101) throw new Refused(-8, 'Block height out of range');
      return `h${height}`;
    },
    getblock: (_hash: string, verbosity: number) => (verbosity === 2 ? BLOCK : assert.fail('it is not written out')),
    getrawmempool: () => state.pool,
    getrawtransaction(id: string, _verbose: boolean, hash?: string) {
      state.looked++;
      if (id !== 'aa11' || (hash !== undefined && hash !== 'h101'))
        throw new Refused(-5, 'No such mempool or blockchain transaction.');
      return TRANSACTION;
    },
    getmempoolentry(id: string) {
      if (!state.pool.includes(id)) throw new Refused(-5, 'Transaction not in mempool');
      return { vsize: 141 };
    },
  };
  return { state, methods };
}

test('Bitcoin: blocks with exact amounts, addresses from scripts, and no transaction of the pool twice', async () => {
  const { state, methods } = bitcoin();
  const { url, seen } = await startNode(methods);
  const node = createBitcoinNode('BTC', { url });
  assert.deepEqual(await node.tip(signal()), { height: 101, hash: 'h101' });
  assert.equal(await node.next(101, signal()), null);
  const { outputs, ...block } = (await node.next(100, signal())) ?? assert.fail('no block');
  assert.deepEqual(block, { height: 101, hash: 'h101', previous: 'h100', madeAt: 1_763_380_800_000 });
  const own = [
    ['aa11', 0, 20_000n, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['aa11', 1, 10_000_000n, '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC'],
    ['aa11', 2, 2_099_999_997_690_000n, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
  ];
  assert.deepEqual(told(outputs), own);
  assert.deepEqual(told(await node.waiting(signal())), own, 'one that left the pool meanwhile is left out');
  assert.deepEqual([await node.waiting(signal()), state.looked], [[], 2]);
  assert.deepEqual([await node.isWaiting('aa11', signal()), await node.isWaiting('cc33', signal())], [true, false]);
  assert.equal(await node.isIn('aa11', { height: 101, hash: 'h101' }, signal()), true);
  assert.equal(await node.isIn('aa11', { height: 101, hash: 'other' }, signal()), false, 'that block left the chain');
  assert.equal(await node.isIn('cc33', { height: 101, hash: 'h101' }, signal()), false);
  assert.equal(seen[0]?.authorization, `Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

test('Bitcoin Cash sees its own addresses, and those of Bitcoin that its wallets take for them', async () => {
  const { url } = await startNode(bitcoin().methods);
  const block = await createBitcoinNode('BCH', { url }).next(100, signal());
  assert.deepEqual(told(block?.outputs ?? [])[2]?.slice(3), [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
  ]);
});

test('Litecoin: what its pool hides has neither script nor value, and does not stop the look at the rest', async () => {
  const { methods } = bitcoin();
  const hidden = { ismweb: true, output_id: 'c0ffee' };
  const getrawtransaction = () => ({ ...TRANSACTION, vout: [hidden, ...TRANSACTION.vout] });
  const { url } = await startNode({ ...methods, getrawmempool: () => ['aa11'], getrawtransaction });
  const outputs = told(await createBitcoinNode('LTC', { url }).waiting(signal()));
  assert.deepEqual(outputs[0], ['aa11', 0, 20_000n, 'ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z4nqduv']);
});

test('a node that is away, has another password or answers nonsense says so, and never its password', async () => {
  const refusing = await startNode({});
  await assert.rejects(createBitcoinNode('BTC', { url: refusing.url }).tip(signal()), /Method not found \(-32601\)/);
  const away = createBitcoinNode('BTC', { url: 'http://user:hidden@127.0.0.1:1' });
  await assert.rejects(away.tip(signal()), (error: Error) => {
    assert.match(error.message, /could not be reached/);
    assert.doesNotMatch(`${error.message} ${error.stack}`, /hidden/);
    return true;
  });
  const odd = await startNode({ getblockchaininfo: () => ({ blocks: '101' }) });
  await assert.rejects(createBitcoinNode('BTC', { url: odd.url }).tip(signal()), /sent no blocks/);
});

test('Ethereum: coins that a transaction sends, to the wei, and only those that moved', async () => {
  const sent = { hash: '0xt1', to: '0x9858effd232b4033e47d90003d41ec34ecaeda94', value: '0xde0b6b3a7640001' };
  const made = { hash: '0xt2', to: null, value: '0x1' };
  const empty = { hash: '0xt3', to: '0x9858effd232b4033e47d90003d41ec34ecaeda94', value: '0x0' };
  const block = { number: '0x65', hash: '0xb101', parentHash: '0xb100', timestamp: '0x691b0d00' };
  const receipts: Record<string, unknown> = {
    '0xt1': { blockHash: '0xb101', status: '0x1' },
    '0xt4': { blockHash: '0xb101', status: '0x0' },
  };
  const { url } = await startNode({
    eth_getBlockByNumber: (number: string, whole: boolean) =>
      ['0x65', 'latest', 'pending'].includes(number)
        ? { ...block, ...(whole && { transactions: [sent, made, empty] }) }
        : null,
    eth_getTransactionReceipt: (hash: string) => receipts[hash] ?? null,
    eth_getTransactionByHash: (hash: string) => (hash === '0xt5' ? { hash, blockHash: null } : null),
  });
  const node = createEthereumNode({ url });
  const next = (await node.next(100, signal())) ?? assert.fail('no block');
  assert.deepEqual([next.height, next.previous, next.madeAt], [101, '0xb100', 0x691b0d00 * 1000]);
  const own = [['0xt1', 0, 1_000_000_000_000_000_001n, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94']];
  assert.deepEqual(told(next.outputs), own);
  assert.equal(await node.next(101, signal()), null);
  assert.deepEqual([told(await node.waiting(signal())), await node.waiting(signal())], [own, []]);
  const isIn = (hash: string, at = '0xb101') => node.isIn(hash, { height: 101, hash: at }, signal());
  assert.deepEqual([await isIn('0xt1'), await isIn('0xt1', '0xother'), await isIn('0xt4')], [true, false, false]);
  assert.deepEqual([await node.isWaiting('0xt5', signal()), await node.isWaiting('0xt1', signal())], [true, false]);
});

test('XRP: what was delivered counts, with its tag, page by page, and never what was only promised', async () => {
  const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const payment = (hash: string, change: object, meta: object = {}) => ({
    tx: { TransactionType: 'Payment', Destination: account, DestinationTag: 7, hash, Amount: '9000000000', ...change },
    meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '25500000', ...meta },
    validated: true,
  });
  const pages = [
    [payment('T1', {}), payment('T2', { DestinationTag: undefined }), payment('T3', {}, { delivered_amount: '1' })],
    [
      payment('T4', {}, { TransactionResult: 'tecPATH_DRY' }),
      payment('T5', {}, { delivered_amount: { currency: 'USD', value: '5', issuer: 'r1' } }),
      payment('T6', { Destination: 'rOther' }),
      payment('T7', { TransactionType: 'OfferCreate' }),
      { ...payment('T8', {}), validated: false },
    ],
  ];
  let first = 0;
  const { url } = await startNode(
    {
      ledger: () => ({ ledger_index: 2_000, ledger: { close_time: 816_696_000 }, validated: true }),
      account_tx: ({ ledger_index_min, marker }: { ledger_index_min: number; marker?: number }) => {
        first = ledger_index_min;
        const min = ledger_index_min < 500 ? 500 : ledger_index_min;
        const page = { ledger_index_min: min, ledger_index_max: 2_000, transactions: pages[marker ?? 0] };
        return marker === undefined ? { ...page, marker: 1 } : page;
      },
      tx: ({ transaction }: { transaction: string }) => {
        if (transaction !== 'T1') throw new Refused(29, 'txnNotFound');
        return { validated: true, ledger_index: 1_990 };
      },
    },
    'rippled',
  );
  const node = createXrpNode({ url, accounts: async () => [account] });
  const block = (await node.next(1_000, signal())) ?? assert.fail('no ledgers');
  assert.deepEqual([first, block.height, block.previous], [1_001, 2_000, 'ledger 1000']);
  assert.deepEqual(told(block.outputs), [
    ['T1', 0, 25_500_000n, writeXAddress(account, 7)],
    ['T2', 0, 25_500_000n, account],
    ['T3', 0, 1n, writeXAddress(account, 7)],
  ]);
  assert.equal(await node.next(2_000, signal()), null);
  await assert.rejects(node.next(100, signal()), /no ledgers from 101 on/);
  const isIn = (hash: string) => node.isIn(hash, { height: 2_000, hash: 'ledger 2000' }, signal());
  assert.deepEqual([await isIn('T1'), await isIn('T9')], [true, false], 'a node that has not heard of it says so');
});
