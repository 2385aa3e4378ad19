// Prices of coins, in the shapes that the exchanges publish.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createCoinPriceSources } from '../../src/adapters/rates/coin-prices.js';

const REPLIES: Record<string, unknown> = {
  '/bitso/ticker/?book=btc_mxn': {
    success: true,
    payload: {
      ...{ high: '1850000.00', last: '1843210.55', created_at: '2026-11-17T12:00:00+00:00', book: 'btc_mxn' },
      ...{ volume: '22.3', vwap: '1840000.1', low: '1800000.00', ask: '1843300.00', bid: '1843000.00' },
    },
  },
  '/bitso/ticker/?book=xrp_mxn': {
    success: true,
    payload: { last: '43.2199', created_at: '2026-11-17T12:00:00+00:00', book: 'xrp_mxn' },
  },
  '/coinbase/exchange-rates?currency=BTC': {
    data: { currency: 'BTC', rates: { AED: '374000.1', MXN: '1843999.123456789', USD: '101000.5' } },
  },
  '/coingecko/simple/price?ids=bitcoin,ripple&vs_currencies=mxn&include_last_updated_at=true&precision=2': {
    bitcoin: { mxn: 1842000.5, last_updated_at: 1_763_380_800 },
    ripple: { mxn: 43, last_updated_at: 1_763_380_801 },
  },
};

const server = createServer((request, response) => {
  const reply = REPLIES[request.url ?? ''];
  response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply ?? {}));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
after(() => server.close());
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const [bitso, coinbase, coingecko] = createCoinPriceSources({
  coinPriceSources: ['bitso', 'coinbase', 'coingecko'],
  bitsoUrl: `${base}/bitso`,
  coinbaseUrl: `${base}/coinbase`,
  coingeckoUrl: `${base}/coingecko`,
});
const signal = () => AbortSignal.timeout(10_000);

test('each source is read to the centavo, with its time where it has one', async () => {
  assert.deepEqual(await bitso?.fetch(['BTC', 'XRP'], signal()), [
    { coin: 'BTC', centavos: 184_321_055n, takenAt: Date.parse('2026-11-17T12:00:00Z') },
    { coin: 'XRP', centavos: 4_321n, takenAt: Date.parse('2026-11-17T12:00:00Z') },
  ]);
  assert.deepEqual(await coinbase?.fetch(['BTC'], signal()), [{ coin: 'BTC', centavos: 184_399_912n, takenAt: null }]);
  assert.deepEqual(await coingecko?.fetch(['BTC', 'XRP'], signal()), [
    { coin: 'BTC', centavos: 184_200_050n, takenAt: 1_763_380_800_000 },
    { coin: 'XRP', centavos: 4_300n, takenAt: 1_763_380_801_000 },
  ]);
});

test('a source that has no such coin, or tells nonsense, fails as a whole and says which it is', async () => {
  await assert.rejects(async () => bitso?.fetch(['ETH'], signal()), /answered 404/);
  for (const last of ['0', '-1', 'NaN', '1e9', null, '12345678901']) {
    REPLIES['/bitso/ticker/?book=ltc_mxn'] = { payload: { last, created_at: '2026-11-17T12:00:00Z' } };
    await assert.rejects(async () => bitso?.fetch(['LTC'], signal()), /Bitso sent .* as the price of LTC/);
  }
  REPLIES['/coinbase/exchange-rates?currency=LTC'] = { data: { currency: 'BTC', rates: { MXN: '5' } } };
  await assert.rejects(async () => coinbase?.fetch(['LTC'], signal()), /another coin than LTC/);
});
