// What an examination of the service finds, with advice, in both languages: for `cobro doctor` and for the desk.
import { type Both, inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { poolName } from '../points/pools.js';

export type FindingResult = 'ok' | 'warning' | 'problem';

export type Finding = {
  readonly check: CheckName;
  readonly result: FindingResult;
  readonly is: FindingName;
  readonly details: Readonly<Record<string, string | number>>;
};

/** A rail's check is named after the rail. */
const CHECKS = inBoth({
  settings: { es: 'Ajustes', en: 'Settings' },
  disk: { es: 'Disco', en: 'Disk' },
  database: { es: 'Base de datos', en: 'Database' },
  role: { es: 'Rol de la base de datos', en: 'Role' },
  'secret key': { es: 'Llave secreta', en: 'Secret key' },
  clock: { es: 'Reloj', en: 'Clock' },
  rates: { es: 'Tipos de cambio', en: 'Rates' },
  coins: { es: 'Criptomonedas', en: 'Coins' },
  numbers: { es: 'Reservas de números', en: 'Numbers' },
  'live SPEI': { es: 'SPEI real', en: 'Live SPEI' },
  'live SMS': { es: 'SMS reales', en: 'Live SMS' },
  'live e-mail': { es: 'Correos reales', en: 'Live e-mail' },
  'four eyes': { es: 'Cuatro ojos', en: 'Four eyes' },
  https: { es: 'HTTPS', en: 'HTTPS' },
  proxy: { es: 'Proxy', en: 'Proxy' },
  backup: { es: 'Respaldo', en: 'Backup' },
});

export type CheckName = keyof (typeof CHECKS)['es'] | `rail ${string}`;

export function checkName(check: CheckName, language: Language): string {
  if (!isRailCheck(check)) return CHECKS[language][check];
  return check.replace('rail', RAIL[language]);
}

const RAIL: Both = { es: 'Riel', en: 'Rail' };

function isRailCheck(check: CheckName): check is `rail ${string}` {
  return check.startsWith('rail ');
}

const TEXTS = inBoth({
  settings_read: {
    es: 'se pueden leer todos los ajustes',
    en: 'every setting can be read',
  },
  setting_unknown: { es: '{problem}', en: '{problem}' },
  no_clabe_prefix: {
    es: 'COBRO_CLABE_PREFIX no está puesto: las órdenes reales se rechazan, las de prueba funcionan',
    en: 'COBRO_CLABE_PREFIX is not set: live orders are refused, test orders work',
  },
  no_sms: {
    es: 'COBRO_SMS_GATEWAY es log, que no envía nada: los mensajes reales se rechazan',
    en: 'COBRO_SMS_GATEWAY is log, which sends nothing: live messages are refused',
  },
  no_smtp: {
    es: 'COBRO_SMTP_URL no está puesto: los clientes reales no reciben correos, aunque los comercios los enciendan',
    en: 'COBRO_SMTP_URL is not set: live customers get no e-mail, whatever merchants switch on',
  },
  four_eyes_off: {
    es: 'COBRO_FOUR_EYES_OVER no está puesto: una sola persona puede mover cualquier cantidad',
    en: 'COBRO_FOUR_EYES_OVER is not set: one person alone can move any amount',
  },
  links_by_nobody: {
    es: 'COBRO_FOUR_EYES_OVER está puesto sin COBRO_SMTP_URL: los enlaces de las invitaciones y contraseñas nuevas que dos personas aprueban no llegan a nadie',
    en: 'COBRO_FOUR_EYES_OVER is set without COBRO_SMTP_URL: links of invitations and new passwords that two people approve reach nobody',
  },
  no_https: {
    es: 'el servicio escucha más allá de esta máquina pero COBRO_BASE_URL es http: pon un proxy con TLS delante',
    en: 'the service listens beyond this machine but COBRO_BASE_URL is http: put a TLS proxy in front',
  },
  proxy_not_trusted: {
    es: 'COBRO_BASE_URL es https, así que hay un proxy, pero COBRO_TRUST_PROXY está apagado: todos sus clientes cuentan como una dirección',
    en: 'COBRO_BASE_URL is https, so there is a proxy, but COBRO_TRUST_PROXY is off: all its clients count as one address',
  },
  disk_free: { es: '{free} GiB libres en {folder}', en: '{free} GiB free in {folder}' },
  disk_scarce: {
    es: 'solo {free} GiB libres en {folder}: haz lugar',
    en: 'only {free} GiB free in {folder}: make room',
  },
  failed: { es: '{problem}', en: '{problem}' },
  server_answers: {
    es: 'PostgreSQL {version} responde y tiene todas las migraciones',
    en: 'PostgreSQL {version} answers and has all migrations',
  },
  not_durable: {
    es: 'synchronous_commit o fsync está apagado: un corte de luz pierde órdenes; enciende ambos',
    en: 'synchronous_commit or fsync is off: a power cut loses orders; switch both on',
  },
  jit_on: {
    es: 'el servidor compila las consultas (jit), que tarda mil veces más que hacerlas: alter role ROL set jit = off',
    en: 'the server compiles statements (jit), which takes a thousand times as long as they do: alter role ROLE set jit = off',
  },
  role_fits: {
    es: 'el servicio puede leer y escribir datos, y nada más',
    en: 'the service may read and write data, and nothing else',
  },
  role_superuser: {
    es: 'el rol de DATABASE_URL es superusuario: haz uno para el servicio con npx cobro migrate --grant ROLE',
    en: 'the role in DATABASE_URL is a superuser: make one for the service with npx cobro migrate --grant ROLE',
  },
  role_owner: {
    es: 'el rol de DATABASE_URL es dueño de las tablas: haz uno para el servicio con npx cobro migrate --grant ROLE',
    en: 'the role in DATABASE_URL owns the tables: make one for the service with npx cobro migrate --grant ROLE',
  },
  key_known: {
    es: 'la base de datos y esta máquina tienen la llave {id}',
    en: 'the database and this machine have the key {id}',
  },
  key_none: { es: 'todavía no hay: el primer arranque la anota', en: 'there is none yet: the first start notes it' },
  clock_right: { es: 'a menos de {off} ms de la base de datos', en: 'within {off} ms of the database' },
  clock_off: {
    es: 'esta máquina y la base de datos difieren en {off} ms: enciende la sincronización de la hora',
    en: 'this machine and the database differ by {off} ms: switch on time synchronisation',
  },
  rates_fresh: { es: 'todas las monedas tienen un tipo de cambio reciente', en: 'all currencies have a recent rate' },
  rates_missing: {
    es: 'sin tipo de cambio reciente de {currencies}: las órdenes reales en ellas se rechazan; npx cobro rates set {first} RATE',
    en: 'no recent rate of {currencies}: live orders in these are refused; npx cobro rates set {first} RATE',
  },
  coins_fresh: {
    es: 'cada criptomoneda que se ofrece en modo real tiene un precio reciente',
    en: 'every coin that is offered in live mode has a recent price',
  },
  coins_stale: {
    es: 'el precio de {codes} es demasiado viejo: ahí se rechazan las órdenes reales; npx cobro provider set {first} --coin-price PESOS',
    en: 'the price of {codes} is too old: live orders there are refused; npx cobro provider set {first} --coin-price PESOS',
  },
  pools_full: {
    es: 'ninguna reserva de CLABEs, referencias o tarjetas está por agotarse',
    en: 'no pool of CLABEs, references or cards is nearly used up',
  },
  pool_scarce_cards: {
    es: '{used} de {capacity} {pool} están en uso: cuando no queden, se rechazan órdenes; agrega tarjetas con npx cobro provider set {point} --live FILE',
    en: '{used} of {capacity} {pool} are in use: orders are refused when none is left; add cards with npx cobro provider set {point} --live FILE',
  },
  pool_scarce_clabes: {
    es: '{used} de {capacity} {pool} están en uso: cuando no queden, se rechazan órdenes; pon otro COBRO_CLABE_PREFIX, o COBRO_CLABE_REUSE_DAYS',
    en: '{used} of {capacity} {pool} are in use: orders are refused when none is left; set another COBRO_CLABE_PREFIX, or COBRO_CLABE_REUSE_DAYS',
  },
  pool_scarce: {
    es: '{used} de {capacity} {pool} están en uso: cuando no queden, se rechazan órdenes; pide más a tiempo',
    en: '{used} of {capacity} {pool} are in use: orders are refused when none is left; ask for more in time',
  },
  no_spei_rail: {
    es: 'COBRO_CLABE_PREFIX está puesto, pero ningún riel avisa de transferencias reales, así que ninguna orden real se paga: npx cobro rail add --kind spei --name NAME',
    en: 'COBRO_CLABE_PREFIX is set, but no rail tells of live transfers, so no live order is ever paid: npx cobro rail add --kind spei --name NAME',
  },
  rail_silent: {
    es: 'nada desde hace {minutes} minutos, aunque a esta hora suele avisar: pregunta al banco, a la red o a quien cuida el nodo',
    en: 'nothing for {minutes} minutes, although it usually tells of money at this hour: ask the bank, the network, or who keeps the node',
  },
  rail_pointless: {
    es: 'no existe el punto de pago {points}; di cuáles son sus puntos: npx cobro rail points {user} CODE,CODE',
    en: 'there is no payment point {points}; say which are its payment points: npx cobro rail points {user} CODE,CODE',
  },
  backup_none: {
    es: 'no se conoce ninguno: haz uno cada día con npx cobro backup create --folder FOLDER, o anota los tuyos con npx cobro backup note PLACE',
    en: 'none is known: make one every day with npx cobro backup create --folder FOLDER, or note those of your own with npx cobro backup note PLACE',
  },
  backup_old: {
    es: 'el más nuevo que se conoce tiene {hours} horas: haz uno cada día con npx cobro backup create --folder FOLDER, o anota los tuyos con npx cobro backup note PLACE',
    en: 'the newest one that is known is {hours} hours old: make one every day with npx cobro backup create --folder FOLDER, or note those of your own with npx cobro backup note PLACE',
  },
  backup_fresh: { es: 'el más nuevo tiene {hours} horas: {place}', en: 'the newest one is {hours} hours old: {place}' },
});

export type FindingName = keyof (typeof TEXTS)['es'];

export function findingText({ is, details }: Pick<Finding, 'is' | 'details'>, language: Language): string {
  return TEXTS[language][is].replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'pool' ? poolName(String(details[name]), language) : String(details[name] ?? ''),
  );
}

type Details = Finding['details'];

export const ok = (check: CheckName, is: FindingName, details: Details = {}): Finding => ({
  check,
  result: 'ok',
  is,
  details,
});
export const warning = (check: CheckName, is: FindingName, details: Details = {}): Finding => ({
  check,
  result: 'warning',
  is,
  details,
});
export const problem = (check: CheckName, is: FindingName, details: Details = {}): Finding => ({
  check,
  result: 'problem',
  is,
  details,
});
