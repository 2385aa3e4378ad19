// The contract of every SMS gateway, held against all of them: Twilio and SMPP with the other side on loopback.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, beforeEach, suite, test } from 'node:test';
import pino from 'pino';
import { createSmsGateway, type SmsSettings } from '../../src/adapters/sms/create-gateway.js';
import type { SmsMessage } from '../../src/adapters/sms/gateway.js';
import { readSettings } from '../../src/settings/settings.js';
import { type StandIn, startSmpp, startTwilio } from './sms-stand-ins.js';

contract('log', async () => null);
contract('twilio', startTwilio);
contract('smpp', startSmpp);

/** `start` gives the other side; null for a gateway that has none. */
function contract(name: string, start: () => Promise<StandIn | null>): void {
  suite(`the ${name} gateway`, async () => {
    const far = await start();
    const settings: SmsSettings = far?.settings ?? readSettings({});
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const gateway = await createSmsGateway(settings, log);
    // What can only go wrong at the other side: a gateway that sends nothing anywhere has none.
    const testAgainst = (what: string, run: () => Promise<void>) => (far === null ? undefined : test(what, run));
    after(async () => {
      await gateway.close();
      await far?.stop();
    });
    beforeEach(() => {
      far?.behave('take');
      far?.received.splice(0);
      lines.splice(0);
    });

    test('has the name of its setting', () => assert.equal(gateway.name, name));

    for (const [what, text] of Object.entries(TEXTS)) {
      test(`delivers ${what} exactly and returns the id the message has there`, async () => {
        const id = await gateway.send({ ...MESSAGE, text }, soon());
        if (far === null) return assert.equal(id, null);
        assert.deepEqual(far.received, [{ id, phone: MESSAGE.phone, from: settings.smsFrom, text }]);
        assert.match(id ?? '', /./);
      });
    }

    test('writes neither the phone nor the text to the log', async () => {
      await gateway.send(MESSAGE, soon());
      assertSilent(lines.join(''));
      if (far === null) assert.match(lines.join(''), /"sms":"sms_1"/);
    });

    test('takes twenty at once, each with an id of its own', async () => {
      const texts = Array.from({ length: 20 }, (_, index) => `Aviso número ${index}`);
      const ids = await Promise.all(texts.map((text) => gateway.send({ ...MESSAGE, text }, soon())));
      if (far === null) return;
      assert.equal(new Set(ids).size, 20);
      for (const [index, text] of texts.entries()) {
        assert.equal(far.received.find((one) => one.text === text)?.id, ids[index]);
      }
    });

    test('sends nothing for a caller who is gone already', async () => {
      await assert.rejects(gateway.send(MESSAGE, AbortSignal.abort(new Error('gone'))), /gone/);
      assert.deepEqual(far?.received ?? [], []);
    });

    testAgainst('rejects a message that is refused there, and takes the next', async () => {
      far?.behave('refuse');
      const error = await failure(gateway.send(MESSAGE, soon()));
      assert.match(error.message, /did not take the message \(.*(21211|ESME_RINVDSTADR)/);
      assertSilent(allOf(error), far);
      far?.behave('take');
      await gateway.send(MESSAGE, soon());
    });

    testAgainst('leaves a side that hangs when the caller does, and then works again', async () => {
      far?.behave('hang');
      const [controller, other] = [new AbortController(), new AbortController()];
      const arrivals = [far?.nextArrival()];
      const sending = failure(gateway.send(MESSAGE, controller.signal));
      await arrivals[0];
      arrivals.push(far?.nextArrival());
      const waiting = failure(gateway.send(MESSAGE, other.signal));
      await arrivals[1];
      const start = performance.now();
      controller.abort(new Error('given up'));
      assert.equal((await sending).message, 'given up');
      assert.ok(performance.now() - start < 200);
      far?.behave('take');
      await gateway.send({ ...MESSAGE, text: 'después' }, soon());
      other.abort(new Error('given up too'));
      assert.equal((await waiting).message, 'given up too');
      assert.deepEqual(
        far?.received.map((one) => one.text),
        ['después'],
      );
      // What hung is closed: only a connection kept for the next message may be left.
      await until(async () => ((await far?.connections()) ?? 0) <= 1);
    });

    testAgainst('works again after its connection was cut between messages', async () => {
      await gateway.send(MESSAGE, soon());
      await far?.drop();
      await gateway.send(MESSAGE, soon());
      assert.equal(far?.received.length, 2);
    });

    testAgainst('rejects what was under way when the connection is cut', async () => {
      far?.behave('hang');
      const arrived = far?.nextArrival();
      const sending = failure(gateway.send(MESSAGE, soon()));
      await arrived;
      await far?.drop();
      assertSilent(allOf(await sending), far);
    });

    testAgainst('says that the login is wrong, without saying what it was', async () => {
      const wrong = await createSmsGateway(far?.wrongLogin ?? settings, log);
      const error = await failure(wrong.send(MESSAGE, soon()));
      await wrong.close();
      assert.match(error.message, /refused the (login|account or its token) \(.*(20003|ESME_RINVPASWD)/);
      assertSilent(allOf(error), far);
    });

    testAgainst('says that nobody is there', async () => {
      const port = await freePort();
      const away = { ...settings, twilioUrl: `http://127.0.0.1:${port}`, smppUrl: `smpp://127.0.0.1:${port}` };
      const lost = await createSmsGateway(away, log);
      assert.match((await failure(lost.send(MESSAGE, soon()))).message, /ECONNREFUSED/);
      await lost.close();
    });

    test('once closed it holds no connection and takes no message; closing again is no error', async () => {
      const mine = await createSmsGateway(settings, log);
      await mine.send(MESSAGE, soon());
      const others = name === 'smpp' ? ((await far?.connections()) ?? 0) - 1 : 0;
      await mine.close();
      await mine.close();
      await assert.rejects(mine.send(MESSAGE, soon()), /closed/);
      await until(async () => ((await far?.connections()) ?? 0) <= others);
    });

    testAgainst('closing rejects what is under way', async () => {
      const mine = await createSmsGateway(settings, log);
      far?.behave('hang');
      const arrived = far?.nextArrival();
      const sending = failure(mine.send(MESSAGE, soon()));
      await arrived;
      await mine.close();
      assert.match((await sending).message, /closed/);
    });

    test('once closed it keeps no process alive', async () => {
      const script = `
        const { createSmsGateway } = await import(${JSON.stringify(CREATE_GATEWAY)});
        const gateway = await createSmsGateway(JSON.parse(process.argv[1]), { info() {} });
        await gateway.send(${JSON.stringify(MESSAGE)}, new AbortController().signal);
        await gateway.close();`;
      // Amounts, which no gateway needs, have no JSON.
      const plain = JSON.stringify({ ...readSettings({}), ...settings }, (_, value) =>
        typeof value === 'bigint' ? undefined : value,
      );
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, plain], {
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: 10_000,
      });
      assert.deepEqual(await once(child, 'exit'), [0, null]);
      assert.equal(far?.received.length ?? 1, 1);
    });
  });
}

const CREATE_GATEWAY = new URL('../../src/adapters/sms/create-gateway.js', import.meta.url).href;

const MESSAGE: SmsMessage = { id: 'sms_1', phone: '+525512345678', text: 'Paga $150.00 con la referencia 0123456789' };

const TEXTS = {
  'a plain text': MESSAGE.text,
  'ñ, ü, ¿ and € of the GSM alphabet': 'Señor Ñuño: ¿pagó él? No. Pingüino, 10 € [sí] {no} ^~\\|',
  'á, í, ó and ú': 'Tu depósito está aquí: útil y rápido, mañana',
  'an emoji': 'Gracias 🎉👩🏽‍💻 €',
  '160 characters of the GSM alphabet': 'ñ'.repeat(160),
  '161 characters of the GSM alphabet': `${'a'.repeat(152)}€${'ñ'.repeat(8)}`,
  '70 characters beyond it': 'á'.repeat(70),
  '400 characters beyond it': `${'á'.repeat(66)}🎉${'ó'.repeat(332)}`,
  '600 characters with a line end': `${'Texto largo.\n'.repeat(46)}fin`,
} as const;

function soon(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

async function failure(sending: Promise<unknown>): Promise<Error> {
  const error = await sending.then(
    () => new Error('it was sent'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  assert.notEqual(error.message, 'it was sent');
  return error;
}

/** Everything a log would print of it. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack}\n${JSON.stringify({ ...error })}\n${error.cause === undefined ? '' : allOf(error.cause)}`;
}

function assertSilent(printed: string, far?: StandIn | null): void {
  for (const secret of [MESSAGE.phone.slice(-10), MESSAGE.text, ...(far?.secrets ?? [])]) {
    assert.ok(!printed.includes(secret), `${secret} stands in ${printed}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The other side notices a closed connection a moment later. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail('it did not happen within two seconds');
}
