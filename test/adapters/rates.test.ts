// Rate sources against a local server that serves their real formats, and all the ways these can be wrong.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import { createRateSource } from '../../src/adapters/rates/create-source.js';
import type { RateSource } from '../../src/adapters/rates/rate-source.js';
import { readSettings } from '../../src/settings/settings.js';

const TOKEN = 'd4b584b43a1413f56e5abdcc0f9e74db';
const soon = () => AbortSignal.timeout(10_000);

let answer: (response: ServerResponse) => void = () => undefined;
let last: IncomingMessage | null = null;
const sockets = new Set<Socket>();
const server = createServer((request, response) => {
  last = request;
  answer(response);
});
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const sources = new Map<string, RateSource | null>();
for (const name of ['ecb', 'banxico']) {
  const settings = readSettings({
    COBRO_RATE_SOURCE: name,
    COBRO_ECB_URL: `${address}/stats/eurofxref/eurofxref-daily.xml`,
    COBRO_BANXICO_URL: `${address}/SieAPIRest/service/v1/`,
    COBRO_BANXICO_TOKEN: TOKEN,
  });
  sources.set(name, await createRateSource(settings));
}

function source(name: string): RateSource {
  const made = sources.get(name);
  assert.ok(made);
  return made;
}

function serve(text: string): void {
  answer = (response) => response.end(text);
}

const ECB_RATES = { USD: '1.1612', JPY: '179.43', GBP: '0.87965', MXN: '21.2938' };

function ecb(rates: Record<string, string> = ECB_RATES, time = "time='2026-11-13'"): string {
  const cubes = Object.entries(rates).map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube ${time}>
${cubes.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`;
}

const FIX =
  'Tipo de cambio Pesos por dólar E.U.A. Tipo de cambio para solventar obligaciones FIX, fecha de determinación';
const BASKET = 'Cotización de las divisas que conforman la canasta del DEG respecto al peso mexicano';

type Series = { idSerie: string; titulo?: string; datos?: unknown };

function banxico(change: Record<string, Series | null> = {}): string {
  const all: Record<string, Series | null> = {
    SF46410: { idSerie: 'SF46410', titulo: BASKET, datos: [{ fecha: '12/11/2026', dato: '21.3105' }] },
    SF43718: { idSerie: 'SF43718', titulo: FIX, datos: [{ fecha: '13/11/2026', dato: '18.3520' }] },
    SF46407: { idSerie: 'SF46407', titulo: BASKET, datos: [{ fecha: '12/11/2026', dato: '24.2271' }] },
    ...change,
  };
  return JSON.stringify({ bmx: { series: Object.values(all).filter((one) => one !== null) } });
}

const dollar = (dato: unknown, fecha: unknown = '13/11/2026') =>
  banxico({ SF43718: { idSerie: 'SF43718', titulo: FIX, datos: [{ fecha, dato }] } });

test('rates set by hand have no source', async () => assert.equal(await createRateSource(readSettings({})), null));

suite('the ECB', () => {
  test('gives pesos per euro as they stand, and per dollar and pound as exact quotients', async () => {
    serve(ecb());
    const takenAt = Date.parse('2026-11-13T15:00:00Z');
    assert.deepEqual(await source('ecb').fetch(soon()), [
      { currency: 'USD', millionths: 18_337_754n, takenAt }, // 21.2938 / 1.1612 = 18.33775404…
      { currency: 'EUR', millionths: 21_293_800n, takenAt },
      { currency: 'GBP', millionths: 24_207_128n, takenAt }, // 21.2938 / 0.87965 = 24.20712783…
    ]);
    assert.deepEqual([last?.method, last?.url], ['GET', '/stats/eurofxref/eurofxref-daily.xml']);
  });

  for (const [day, utc] of [
    ['2026-01-15', '15:00'],
    ['2026-03-27', '15:00'],
    ['2026-03-30', '14:00'],
    ['2026-07-01', '14:00'],
    ['2026-10-26', '15:00'],
  ]) {
    test(`rates of ${day} are as old as 16:00 in Frankfurt, ${utc} UTC`, async () => {
      serve(ecb(ECB_RATES, `time="${day}"`));
      const [rate] = await source('ecb').fetch(soon());
      assert.equal(rate?.takenAt, Date.parse(`${day}T${utc}:00Z`));
    });
  }

  test('a quotient is the nearest millionth, a half rounded up', async () => {
    const rate = fc.integer({ min: 5_000, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(rate, fc.integer({ min: 100_000, max: 400_000 }), async (dollars, pesos) => {
        const four = (value: number) => (value / 10_000).toFixed(4);
        serve(ecb({ USD: four(dollars), GBP: '1', MXN: four(pesos) }));
        const [usd] = await source('ecb').fetch(soon());
        const rest = 2n * ((usd?.millionths ?? 0n) * BigInt(dollars) - BigInt(pesos) * 1_000_000n);
        assert.ok(rest > -BigInt(dollars) && rest <= BigInt(dollars));
      }),
      { numRuns: 30 },
    );
  });

  refuses('ecb', {
    'an empty reply': ['', /no table|no valid XML/],
    'a web page': ['<!doctype html><html><body><p>Maintenance<br></body></html>', /no valid XML/],
    JSON: [banxico(), /no table|no valid XML/],
    'a document that breaks off': [ecb().slice(0, -30), /no valid XML/],
    'a document that breaks off at its start': ['<?xml version="1.0"?><gesmes:Envelope', /no valid XML/],
    'another document': ['<Envelope><Cube/></Envelope>', /no table of one day/],
    'a table of two days': [
      ecb().replace('</Cube>\n\t</Cube>', "</Cube><Cube time='2026-11-12'/>\n\t</Cube>"),
      /no table of one day/,
    ],
    'no pesos': [ecb({ USD: '1.1', GBP: '0.9' }), /0 rates for MXN/],
    'no dollars': [ecb({ MXN: '21', GBP: '0.9' }), /0 rates for USD/],
    'no rates at all': [ecb({}), /0 rates for MXN/],
    'two rates for one currency': [ecb().replace('JPY', 'USD'), /2 rates for USD/],
    'a word': [ecb({ ...ECB_RATES, USD: 'N/A' }), /"N\/A" as the rate for USD/],
    nothing: [ecb({ ...ECB_RATES, GBP: '' }), /"" as the rate for GBP/],
    zero: [ecb({ ...ECB_RATES, USD: '0.0000' }), /"0.0000" as the rate for USD/],
    'a negative rate': [ecb({ ...ECB_RATES, MXN: '-21.29' }), /"-21.29" as the rate for MXN/],
    'a power': [ecb({ ...ECB_RATES, MXN: '2e1' }), /"2e1" as the rate for MXN/],
    'a comma': [ecb({ ...ECB_RATES, MXN: '21,2938' }), /"21,2938" as the rate/],
    'a lost point': [ecb({ ...ECB_RATES, MXN: '21293' }), /21293.000000 pesos for 1 EUR|make no sense/],
    'rates the wrong way round': [ecb({ ...ECB_RATES, MXN: '0.0469' }), /make no sense/],
    'no day': [ecb(ECB_RATES, ''), /as the day of its rates/],
    'a day that does not exist': [ecb(ECB_RATES, "time='2026-02-30'"), /"2026-02-30" as the day/],
    'a day in another form': [ecb(ECB_RATES, "time='13/11/2026'"), /as the day/],
    'elements without end': ['<a>'.repeat(80_000), /no valid XML/],
    'entities that grow': [
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${ecb({ ...ECB_RATES, USD: '&b;' })}`,
      /The ECB sent/,
    ],
  });
});

suite('Banxico', () => {
  test('gives each rate with noon of its day in Mexico City', async () => {
    serve(banxico());
    const basketAt = Date.parse('2026-11-12T18:00:00Z');
    assert.deepEqual(await source('banxico').fetch(soon()), [
      { currency: 'USD', millionths: 18_352_000n, takenAt: Date.parse('2026-11-13T18:00:00Z') },
      { currency: 'EUR', millionths: 21_310_500n, takenAt: basketAt },
      { currency: 'GBP', millionths: 24_227_100n, takenAt: basketAt },
    ]);
    assert.equal(last?.url, '/SieAPIRest/service/v1/series/SF43718,SF46410,SF46407/datos/oportuno');
    assert.equal(last?.headers['bmx-token'], TOKEN);
  });

  test('a byte order mark and unknown fields do no harm', async () => {
    serve(`\ufeff${banxico({ SF9: { idSerie: 'SF9', datos: [] } })}`);
    assert.equal((await source('banxico').fetch(soon())).length, 3);
  });

  refuses('banxico', {
    'an empty reply': ['', /no valid JSON/],
    'a web page': ['<html></html>', /no valid JSON/],
    'a document that breaks off': [banxico().slice(0, -5), /no valid JSON/],
    null: ['null', /no series/],
    'its error': ['{"error":{"mensaje":"Token inválido","detalle":"El token enviado no es correcto."}}', /no series/],
    'a missing series': [banxico({ SF46407: null }), /SF46407 \(GBP\)/],
    'a series twice': [banxico({ again: { idSerie: 'SF43718', datos: [] } }), /SF43718 \(USD\) once/],
    'a series without values': [banxico({ SF43718: { idSerie: 'SF43718' } }), /no single value for USD/],
    'a series with no value': [banxico({ SF43718: { idSerie: 'SF43718', datos: [] } }), /no single value for USD/],
    'N/E': [dollar('N/E'), /no rate for USD on 13\/11\/2026 \(N\/E\)/],
    'a number': [dollar(18.352), /18.352 as the rate for USD/],
    'null as a value': [dollar(null), /null as the rate for USD/],
    'a word': [dollar('NaN'), /"NaN" as the rate/],
    zero: [dollar('0.0000'), /"0.0000" as the rate/],
    'a negative rate': [dollar('-18.35'), /"-18.35" as the rate/],
    'a decimal comma': [dollar('18,35'), /"18,35" as the rate/],
    'too many decimals': [dollar('18.1234567'), /"18.1234567" as the rate/],
    'a price above any sense, with thousands': [dollar('18,352.10'), /18352.100000 pesos for 1 USD make no sense/],
    'rates the wrong way round': [dollar('0.0545'), /0.054500 pesos for 1 USD make no sense/],
    'a day that does not exist': [dollar('18.35', '31/11/2026'), /"31\/11\/2026" as the day/],
    'a day in another form': [dollar('18.35', '2026-11-13'), /"2026-11-13" as the day/],
    'no day': [dollar('18.35', null), /null as the day/],
  });
});

function refuses(name: string, cases: Readonly<Record<string, readonly [string, RegExp]>>): void {
  for (const [what, [text, wanted]] of Object.entries(cases)) {
    test(`refuses ${what}`, async () => {
      serve(text);
      await assert.rejects(source(name).fetch(soon()), wanted);
    });
  }

  const replies: Readonly<Record<string, readonly [(response: ServerResponse) => void, RegExp]>> = {
    'a failure': [(response) => response.writeHead(500).end('oops'), /^127.0.0.1:\d+ answered 500\.$/],
    'a refused token': [(response) => response.writeHead(401).end(TOKEN), /answered 401\.$/],
    'a redirect': [(response) => response.writeHead(302, { location: `${address}/x` }).end(), /redirect \(302\)/],
    'more than 256 KiB': [(response) => response.end(`${' '.repeat(262_145)}`), /more than 262144 bytes/],
    'a connection that breaks': [(response) => response.destroy(), /could not be reached/],
  };
  for (const [what, [reply, wanted]] of Object.entries(replies)) {
    test(`refuses ${what}`, async () => {
      answer = reply;
      const error = await source(name)
        .fetch(soon())
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      assert.match(error.message, wanted);
      assert.ok(!`${error.stack}`.includes(TOKEN));
    });
  }

  test('leaves a server that hangs when its signal says so', async () => {
    for (const hang of [() => undefined, (response: ServerResponse) => void response.write('<')]) {
      const controller = new AbortController();
      answer = (response) => {
        hang(response);
        setImmediate(() => controller.abort(new Error('given up')));
      };
      await assert.rejects(source(name).fetch(controller.signal), /given up/);
      for (const socket of sockets) await new Promise((resolve) => socket.on('close', resolve));
    }
  });
}
