// The desk's first page: every light with its colour, its word and its link; and the service's state, which both pages tell alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setRate } from '../../../../src/actions/money/set-rate.js';
import { shareName } from '../../../../src/domain/points/pools.js';
import { clabeShare } from '../../../../src/memory/clabes.js';
import { addRail, cashNotice } from '../../../money/books.js';
import { transfer } from '../../../support/arrived-money.js';
import { until } from '../../../support/until.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { auditLines, startDesk } from './desk.js';

const { service, desk } = await startDesk();

test('an empty service has nothing to decide but books to check and a day to reconcile, and what it lacks is told as on the page of its state', async () => {
  assert.equal(desk.start, '/dashboard/desk/today');
  const text = textOf(await desk.get('/today'));
  assert.match(
    text,
    /Hoy Por hacer 2 piden atención .*Dinero real Entró hoy \$0\.00 Salió hoy \$0\.00 Debe haber en el banco \$0\.00/,
  );
  assert.match(text, /Dinero por decidir Nada espera/);
  assert.match(text, /Por aprobar Nada espera/);
  assert.match(text, /Transferencias Nada espera/);
  assert.match(text, /Conciliación Sin conciliar No se ha conciliado ningún día/);
  assert.match(text, /Libro mayor Sin revisar Los libros nunca se han revisado/);
  assert.match(
    text,
    /Tipos de cambio Sin tipo de cambio reciente de USD, EUR, GBP.* Ir a tipos de cambio .*? Atención/,
  );
  const doctor = textOf(await desk.get('/doctor'));
  const [attend, good] = [/(\d+) por atender/.exec(doctor)?.[1], /(\d+) bien/.exec(doctor)?.[1]];
  assert.match(text, new RegExp(`Servicio ${attend} por atender Ver los ${attend} ${good} bien`), 'the same counts');
});

test('live money that waits shows its sum and its age, test money does not', async () => {
  await transfer(service, { clabe: '646180123400000008', amount: '1500.50', mode: 'live' });
  await transfer(service, { clabe: '646180123400000008', amount: '7.00' });
  assert.match(
    textOf(await desk.get('/today')),
    /Dinero por decidir Atención \$1,500\.50 1 pago, el más antiguo, hace/,
  );
  await service.deps.db.query({
    text: `update payments set received_at = received_at - interval '2 days'`,
    values: [],
  });
  const text = textOf(await desk.get('/today'));
  assert.match(
    text,
    /Dinero por decidir Urgente \$1,500\.50 .*Dinero real Entró hoy \$1,500\.50 1 pago Salió hoy \$0\.00 .*Debe haber en el banco \$1,500\.50 Disponible para comercios \$0\.00 En espera y excedentes \$1,500\.50/,
  );
  assert.match(
    (await desk.get('/today')).text,
    /<dl class="figures"[^>]*><div><dt>Disponible para comercios/,
    'sums in large',
  );
});

test('a pool that is nearly used up is told of on the first page, that of a merchant by its name', async () => {
  const fill = (name: string, serial: number) =>
    service.deps.db.query({
      text: `insert into number_pools (name, secret, next_serial) values ($1, 'x', $2)
        on conflict (name) do update set next_serial = $2`,
      values: [name, serial],
    });
  await fill('test references', 0);
  await fill('000000', 99_000_000_000);
  assert.match(
    textOf(await desk.get('/today')),
    /Números disponibles 99000000000 de 100000000000 CLABE de prueba están en uso.*? Atención/,
    'those of test mode are never urgent',
  );
  const { clabePrefix, clabeSharePercent } = service.deps.settings;
  const prefix = clabePrefix ?? assert.fail();
  const { account } = await service.account({ name: 'La Favorita' });
  await fill(shareName(prefix, account.id), Math.floor(clabeShare(prefix, clabeSharePercent) * 0.97));
  const named = `CLABE ${prefix} de La Favorita están en uso.*? Urgente`;
  assert.match(textOf(await desk.get('/today')), new RegExp(named), 'not by the id of the merchant');
});

test('a notice that cannot be read wants attention and leads to the notices', async () => {
  const { authorization } = await addRail(service.deps, { kind: 'spei', mode: 'live' });
  await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body: { nonsense: true } });
  const page = await desk.get('/today');
  assert.match(textOf(page), /Avisos por revisar Atención 1 aviso ilegible en los últimos 7 días · el más reciente/);
  assert.ok(page.text.includes('href="/dashboard/desk/rails/notices"'));
  assert.equal(
    (await desk.get('/rails/notices')).text.split('/rails/notices/0').length - 1,
    1,
    'as many as were counted',
  );
  const [, id = ''] = /rails\/notices\/(0[0-9a-f-]{35})/.exec((await desk.get('/rails/notices')).text) ?? [];
  assert.match(
    textOf(await desk.get(`/rails/notices/${id}`)),
    /Qué fue de él .*Pide al banco o a la red que lo envíe otra vez.*Qué está mal Faltan: .*no trae clave/,
  );
  const [seen, again] = [`/rails/notices/${id}`, { note: 'El banco lo envió otra vez' }];
  assert.equal((await desk.submit(seen, seen, again)).status, 303);
  assert.equal((await desk.post(seen, new URLSearchParams(again).toString())).status, 409, 'once');
  assert.match(textOf(await desk.get('/today')), /Avisos por revisar Ninguno en los últimos 7 días/);
  assert.match(textOf(await desk.get('/rails')), /Estado banxico .* Bien/, 'the rail is well again');
  assert.deepEqual(
    (await auditLines(service, 'notice.look_at')).map(({ subject, details }) => [subject, details]),
    [[id, '{"note":"El banco lo envió otra vez"}']],
  );
  await service.deps.db.query({ text: 'delete from rail_notices', values: [] });
});

test('a refused reversal of a till is counted and leads to its list', async () => {
  const { authorization } = await addRail(service.deps, { kind: 'cash', mode: 'live' });
  const tell = (path: string, body: unknown) =>
    service.call('POST', `/rails/cash/${path}`, { headers: { authorization }, body });
  const counted = async () => {
    const { text } = await service.call('GET', '/metrics');
    return Number(/cobro_odd_money_total\{what="refused_reversal"\} (\d+)/.exec(text)?.[1]);
  };
  const before = await counted();
  assert.equal(
    (await tell('payments', JSON.parse(cashNotice('99999999999999', 12, { transaction_id: 'R1' })))).status,
    200,
  );
  const isBooked = async () =>
    (await service.deps.db
      .query({
        text: `update payments set received_at = received_at - interval '1 hour' where tracking_key = 'R1' returning 1`,
        values: [],
      })
      .then((rows) => rows.length)) === 1;
  await until('the payment is booked', isBooked);
  assert.equal((await tell('reversals', { network: 'OXXO', transaction_id: 'R1' })).status, 409);
  const page = await desk.get('/today');
  assert.match(textOf(page), /Avisos por revisar Atención 1 reverso rechazado en los últimos 7 días/);
  assert.match(
    textOf(await desk.get('/rails/notices')),
    /Por revisar.*OXXO Reverso rechazado Pasaron más de 10 minutos/,
  );
  assert.match(
    textOf(await desk.get('/rails/notices?state=ignored')),
    /OXXO Reverso rechazado Pasaron más de 10 minutos/,
  );
  assert.equal(await counted(), before + 1);
  await service.deps.db.query({
    text: `insert into rail_notices
      select copy.* from rail_notices n, generate_series(1, 5200) number,
        jsonb_populate_record(n, jsonb_build_object('id', md5(number::text), 'livemode', false)) copy
      where n.state = 'ignored'`,
    values: [],
  });
  assert.match(textOf(await desk.get('/rails/notices')), /OXXO Reverso rechazado/, 'behind a flood in test mode, too');
  await service.deps.db.query({ text: 'delete from rail_notices where not livemode', values: [] });
});

test('rates are no work any more when they are there', async () => {
  for (const currency of ['USD', 'EUR', 'GBP'] as const)
    await setRate(service.deps, { currency, millionths: 18_000_000n, actor: 'test' });
  assert.doesNotMatch(textOf(await desk.get('/today')), /Sin tipo de cambio/);
});

test('the service’s state is that of cobro doctor, in the language of the page', async () => {
  const page = await desk.get('/doctor');
  assert.match(page.text, /class="below"/, 'on a phone an advice is a text below its title');
  const spanish = textOf(page);
  assert.match(spanish, /PostgreSQL [\d.]+ responde y tiene todas las migraciones/);
  assert.match(
    spanish,
    /si el disco falla se pierde todo: no se conoce ningún respaldo; haz uno cada día, o anota los tuyos Para quien administra: npx cobro backup .* Urgente .*Una sola persona puede mover cualquier monto.* Urgente .* Atención/i,
  );
  const english = textOf(await desk.get('/doctor?lang=en'));
  assert.match(english, /answers and has all migrations/);
  await desk.get('/doctor?lang=es');
});

test('money that waits for its merchant stands apart, and is never urgent', async () => {
  const order = await makeOrder(service, { key: service.merchant.keys.live.private, amount: 10_000n });
  await transfer(service, { clabe: order.payTo, amount: '100.00', mode: 'live' });
  const again = await transfer(service, { clabe: order.payTo, amount: '33.00', mode: 'live' });
  await service.deps.db.query({
    text: `update payments set received_at = received_at - interval '9 days' where id = $1`,
    values: [again.id],
  });
  assert.match(
    textOf(await desk.get('/today')),
    /Dinero por decidir Urgente \$1,512\.50 2 pagos.* · 1 más espera a un comercio/,
  );
  const [own, waiting] = [await desk.get('/inbox'), await desk.get('/inbox?who=merchant')];
  assert.match(textOf(own), /Por decidir 2 · \$1,512\.50 .*Nosotros 2 Esperan al comercio 1/);
  assert.ok(!own.text.includes(again.id) && waiting.text.includes(again.id));
  assert.match(own.text, /class="[^"]*\bbad\b[^"]*">[^<]*2 · /, 'the page behind it says the same');
});

test('transfers without an account are not counted as those to send', async () => {
  const payment = await transfer(service, { clabe: '646180123400000011', amount: '20.00', mode: 'live' });
  await desk.submit(`/inbox/${payment.id}`, `/inbox/${payment.id}/return`, { note: 'no es nuestro' });
  await service.deps.db.query({
    text: 'update outgoing_transfers set clabe = null, holder = null, bank = null, destination_at = null',
    values: [],
  });
  const page = await desk.get('/today');
  assert.match(textOf(page), /Transferencias Atención Sin cuenta: 1 /);
  assert.ok(page.text.includes('href="/dashboard/desk/transfers?status=needs_destination"'));
  assert.match(textOf(await desk.get('/transfers?status=needs_destination')), /Sin cuenta 1 /);
});
