// What an examination of the service finds, with advice, in both languages: for `cobro doctor` and for the desk.
import { type Both, inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { poolName } from '../points/pools.js';

type FindingResult = 'ok' | 'warning' | 'problem';

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
  role: { es: 'Rol de la base de datos', en: 'Database role' },
  'secret key': { es: 'Llave secreta', en: 'Secret key' },
  clock: { es: 'Reloj', en: 'Clock' },
  rates: { es: 'Tipos de cambio', en: 'Rates' },
  coins: { es: 'Criptomonedas', en: 'Coins' },
  numbers: { es: 'Números disponibles', en: 'Numbers' },
  'live SPEI': { es: 'SPEI real', en: 'Live SPEI' },
  'live SMS': { es: 'SMS reales', en: 'Live SMS' },
  'live e-mail': { es: 'Correos reales', en: 'Live e-mail' },
  'four eyes': { es: 'Doble autorización', en: 'Second approval' },
  https: { es: 'HTTPS', en: 'HTTPS' },
  proxy: { es: 'Proxy', en: 'Proxy' },
  webhooks: { es: 'Webhooks', en: 'Webhooks' },
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

const scarce = (es: string, en: string): Both => ({
  es: `{used} de {capacity} {pool} están en uso: cuando no queden, se rechazan órdenes; ${es}`,
  en: `{used} of {capacity} {pool} are in use: orders are refused when none is left; ${en}`,
});

const TEXTS = inBoth({
  settings_read: { es: 'se pueden leer todos los ajustes', en: 'every setting can be read' },
  setting_unknown: { es: '{problem}', en: '{problem}' },
  no_clabe_prefix: {
    es: 'las órdenes reales se rechazan, las de prueba funcionan',
    en: 'live orders are refused, test orders work',
  },
  no_sms: {
    es: 'los mensajes reales se rechazan, porque ningún proveedor los envía',
    en: 'live messages are refused, because no gateway sends them',
  },
  no_smtp: {
    es: 'los clientes reales no reciben correos, aunque los comercios los enciendan',
    en: 'live customers get no e-mail, whatever merchants switch on',
  },
  four_eyes_off: {
    es: 'una sola persona puede mover cualquier monto: las asignaciones y transferencias no necesitan otra',
    en: 'one person alone can move any sum: assignments and transfers need no second one',
  },
  links_by_nobody: {
    es: 'los enlaces de las invitaciones y contraseñas nuevas que dos personas aprueban no llegan a nadie, porque no hay servidor de correo',
    en: 'links of invitations and new passwords that two people approve reach nobody, because there is no mail server',
  },
  no_https: {
    es: 'contraseñas y datos viajan sin cifrar más allá de esta máquina: pon un proxy con TLS delante',
    en: 'passwords and data leave this machine without encryption: put a TLS proxy in front',
  },
  proxy_not_trusted: {
    es: 'todos los clientes cuentan como una dirección y comparten un límite, porque el servicio no confía en el proxy que tiene delante',
    en: 'all clients count as one address and share one limit, because the service does not trust the proxy in front of it',
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
    es: 'un corte de luz pierde órdenes: la base de datos no espera al disco',
    en: 'a power cut loses orders: the database does not wait for the disk',
  },
  jit_on: {
    es: 'las consultas tardan mil veces lo que deben, porque el servidor las compila',
    en: 'statements take a thousand times as long as they should, because the server compiles them',
  },
  role_fits: {
    es: 'el servicio puede leer y escribir datos, y nada más',
    en: 'the service may read and write data, and nothing else',
  },
  role_mighty: {
    es: 'el servicio podría borrar los libros: entra como superusuario o dueño de las tablas',
    en: 'the service could erase the books: it signs in as a superuser or as the owner of the tables',
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
    es: 'sin tipo de cambio reciente de {currencies}: las órdenes reales en {currencies} se rechazan',
    en: 'no recent rate of {currencies}: live orders in {currencies} are refused',
  },
  coins_fresh: {
    es: 'cada criptomoneda que se ofrece en modo real tiene un precio reciente',
    en: 'every coin that is offered in live mode has a recent price',
  },
  coins_stale: {
    es: 'el precio de {codes} es demasiado viejo: ahí se rechazan las órdenes reales hasta que su nodo y las fuentes de precios respondan',
    en: 'the price of {codes} is too old: live orders there are refused until its node and the sources of prices answer',
  },
  pools_full: {
    es: 'ninguna reserva de CLABEs, referencias o tarjetas está por agotarse',
    en: 'no pool of CLABEs, references or cards is nearly used up',
  },
  pool_scarce_cards: scarce('agrega tarjetas', 'add cards'),
  pool_scarce_clabes: scarce('pon otro prefijo, o usa antes los números libres', 'set another prefix, or reuse sooner'),
  pool_scarce: scarce('pide más a tiempo', 'ask for more in time'),
  no_spei_rail: {
    es: 'ninguna orden real se paga por transferencia, porque ningún riel avisa de transferencias reales',
    en: 'no live order is ever paid by transfer, because no rail tells of live transfers',
  },
  rail_silent: {
    es: 'nada desde hace {minutes} minutos, aunque a esta hora suele avisar: pregunta al banco, a la red o a quien cuida el nodo',
    en: 'nothing for {minutes} minutes, although it usually tells of money at this hour: ask the bank, the network, or who keeps the node',
  },
  rail_failing: {
    es: 'no se pudo leer lo que avisó: {failed} en 24 horas',
    en: 'what it told could not be read: {failed} in 24 hours',
  },
  rail_heard: { es: 'el último aviso llegó hace {minutes} minutos', en: 'the last notice came {minutes} minutes ago' },
  rail_unheard: { es: 'todavía no avisa de nada', en: 'it has told of nothing yet' },
  rail_pointless: {
    es: 'no existe el punto de pago {points}; di cuáles son sus puntos',
    en: 'there is no payment point {points}; say which are its payment points',
  },
  webhooks_sent: { es: 'salen en cuanto pasa algo', en: 'they go out as soon as something happens' },
  webhooks_late: {
    es: '{count} por entregar, el más antiguo desde hace {minutes} minutos: mira si el servicio trabaja y si falla el de un comercio',
    en: '{count} to deliver, the oldest for {minutes} minutes: see whether the service works, and whether that of a merchant fails',
  },
  backup_none: {
    es: 'si el disco falla se pierde todo: no se conoce ningún respaldo; haz uno cada día, o anota los tuyos',
    en: 'all is lost if the disk fails: no backup is known; make one every day, or note those of your own',
  },
  backup_old: {
    es: 'si el disco falla se pierden las últimas {hours} horas: haz un respaldo cada día, o anota los tuyos',
    en: 'the last {hours} hours are lost if the disk fails: make a backup every day, or note those of your own',
  },
  backup_fresh: { es: 'el más nuevo tiene {hours} horas: {place}', en: 'the newest one is {hours} hours old: {place}' },
});

/** What can cost money or data, most of all first. */
const GRAVE: readonly FindingName[] = ['not_durable', 'backup_none', 'backup_old', 'role_mighty', 'four_eyes_off'];

/** How grave it is; 0: it loses neither money nor data. */
export function gravity({ is }: Finding): number {
  return GRAVE.includes(is) ? GRAVE.length - GRAVE.indexOf(is) : 0;
}

type FindingName = keyof (typeof TEXTS)['es'];

/** What mends it, a command or a setting: only an administrator has a terminal. */
const COMMANDS: { readonly [Name in FindingName]?: string } = {
  no_clabe_prefix: 'COBRO_CLABE_PREFIX',
  no_sms: 'COBRO_SMS_GATEWAY',
  no_smtp: 'COBRO_SMTP_URL',
  four_eyes_off: 'COBRO_FOUR_EYES_OVER',
  links_by_nobody: 'COBRO_SMTP_URL',
  no_https: 'COBRO_BASE_URL',
  proxy_not_trusted: 'COBRO_TRUST_PROXY',
  not_durable: 'synchronous_commit = on, fsync = on',
  jit_on: 'alter role ROLE set jit = off',
  role_mighty: 'npx cobro migrate --grant ROLE',
  rates_missing: 'npx cobro rates set {first} RATE',
  pool_scarce_cards: 'npx cobro provider set {point} --live FILE',
  pool_scarce_clabes: 'COBRO_CLABE_PREFIX, COBRO_CLABE_REUSE_DAYS',
  no_spei_rail: 'npx cobro rail add --kind spei --name NAME',
  rail_pointless: 'npx cobro rail points {user} CODE,CODE',
  backup_none: 'npx cobro backup create --folder FOLDER',
  backup_old: 'npx cobro backup create --folder FOLDER',
};

export function findingText({ is, details }: Pick<Finding, 'is' | 'details'>, language: Language): string {
  return filledIn(TEXTS[language][is], details, language);
}

/** null: no command mends it. */
export function findingCommand({ is, details }: Pick<Finding, 'is' | 'details'>): string | null {
  const command = COMMANDS[is];
  return command === undefined ? null : filledIn(command, details, 'en');
}

function filledIn(text: string, details: Details, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
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
