// Every setting of the service, read once from the environment (D4). Nothing else may read process.env. A wrong setting
// stops the start with one message that lists every problem. Each is declared in groups/; .env.example and
// docs/settings.md are written from there.
import { existsSync } from 'node:fs';
import { lettersBetween } from '../domain/base/near-text.js';
import { takesEverything } from '../domain/orders/least-amount.js';
import { mayBeDemo } from '../domain/people/demo.js';
import { SettingsError } from '../errors/operator-error.js';
import { type ChainSettings, chainSettings, coinSettings } from './groups/coins.js';
import { databaseSettings } from './groups/database.js';
import { emailSettings } from './groups/email.js';
import { feeSettings } from './groups/fees.js';
import { keepingSettings } from './groups/keeping.js';
import { orderSettings } from './groups/orders.js';
import { rateSettings } from './groups/rates.js';
import { serverSettings } from './groups/server.js';
import { smsSettings } from './groups/sms.js';
import { tracingOf, tracingSettings } from './groups/tracing.js';
import { webhookSettings } from './groups/webhooks.js';
import { type Environment, readGroup, type SettingGroup, type ValuesOf } from './setting.js';

export type Settings = ReturnType<typeof readAll>;

/** All settings, in the order in which operators read of them. */
export const SETTING_GROUPS: readonly { readonly title: string; readonly settings: SettingGroup }[] = [
  { title: 'The server', settings: serverSettings },
  { title: 'The database', settings: databaseSettings },
  { title: 'Orders and their money', settings: orderSettings },
  { title: 'Fees', settings: feeSettings },
  { title: 'Exchange rates', settings: rateSettings },
  { title: 'Coins', settings: coinSettings },
  ...Object.entries(chainSettings).map(([coin, settings]) => ({ title: `Coins: ${coin}`, settings })),
  { title: 'Webhooks', settings: webhookSettings },
  { title: 'SMS', settings: smsSettings },
  { title: 'E-mail', settings: emailSettings },
  { title: 'How long things are kept', settings: keepingSettings },
  { title: 'Traces', settings: tracingSettings },
];

export const SETTING_NAMES: readonly string[] = SETTING_GROUPS.flatMap(({ settings }) =>
  Object.values(settings).map(({ name }) => name),
);

/** The settings of this process, from its environment; settings missing there come from .env in the current folder. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

export function readSettings(env: Environment): Settings {
  const problems: string[] = [];
  const settings = readAll(env, problems);
  problems.push(...missingPartners(settings), ...unbearableFees(settings));
  if (problems.length > 0) {
    throw new SettingsError(
      `Cobro cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  return settings;
}

/**
 * A sentence about each name of the environment that looks like a setting and is none. They do not stop the start: a
 * setting of a newer version must not keep an older one from running.
 */
export function unknownSettings(env: Environment = process.env): string[] {
  const strange = Object.keys(env)
    .filter((name) => name.startsWith('COBRO_') && !SETTING_NAMES.includes(name) && !OF_CLIENTS.includes(name))
    .filter((name) => !OF_KUBERNETES.test(name) && !/^(tcp|udp):/.test(env[name] ?? ''))
    .sort();
  return strange.map((name) => {
    const bare = name.slice('COBRO_'.length);
    const meant = SETTING_NAMES.includes(bare) ? bare : nearestName(name);
    return `${name} is no setting of Cobro and is ignored${meant === null ? '' : `; did you mean ${meant}?`}`;
  });
}

function readAll(env: Environment, problems: string[]) {
  const read = <Group extends SettingGroup>(group: Group) => readGroup(group, env, problems);
  const server = read(serverSettings);
  const database = read(databaseSettings);
  const orders = read(orderSettings);
  const baseUrl = server.baseUrl ?? `http://${publicHost(server.host)}:${server.port}`;
  const isForDemo = mayBeDemo({ ...server, ...database, ...orders, baseUrl });
  const demoPeople = database.demo !== false && isForDemo;
  return {
    ...server,
    baseUrl,
    deskSecondFactor: server.deskSecondFactor ?? !demoPeople,
    // Only a load balancer needs time to notice.
    drainMs: server.drainMs ?? (server.trustProxy === null ? 0 : 5_000),
    ...database,
    // Elsewhere the demo merchant comes only if asked for, and people who sign in by a link never (D82).
    demo: database.demo ?? isForDemo,
    demoPeople,
    ...orders,
    defaultFees: read(feeSettings),
    ...read(rateSettings),
    ...read(coinSettings),
    chains: readChains(read),
    ...read(webhookSettings),
    ...read(smsSettings),
    ...read(emailSettings),
    ...read(keepingSettings),
    tracing: tracingOf(read(tracingSettings)),
  };
}

function readChains(read: <Group extends SettingGroup>(group: Group) => ValuesOf<Group>): ChainSettings {
  const { BTC, ETH, BCH, LTC, XRP } = chainSettings;
  return { BTC: read(BTC), ETH: read(ETH), BCH: read(BCH), LTC: read(LTC), XRP: read(XRP) };
}

/** A host as written in a URL. A host that means every address of this machine is shown as localhost. */
function publicHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Settings that are required because another one is set. */
function missingPartners(settings: Settings): string[] {
  const checks: readonly [isWrong: boolean, problem: string][] = [
    [
      // An order can still be paid in its grace time, so its CLABE must not go to another one before.
      settings.clabeReuseDays > 0 && settings.clabeReuseDays * 24 < settings.lateGraceHours,
      'COBRO_CLABE_REUSE_DAYS must be 0, or at least as long as COBRO_LATE_GRACE_HOURS.',
    ],
    [
      settings.replicaUrl !== null && settings.databaseUrl === null,
      'COBRO_REPLICA_URL needs DATABASE_URL, the primary that it follows.',
    ],
    [
      settings.nextSecretKey !== null && settings.secretKey === null,
      'COBRO_SECRET_KEY_NEXT needs COBRO_SECRET_KEY, the key that is in use now.',
    ],
    [
      settings.rateSource === 'banxico' && settings.banxicoToken === null,
      'COBRO_RATE_SOURCE=banxico needs COBRO_BANXICO_TOKEN.',
    ],
    [
      settings.smsGateway === 'twilio' && (settings.twilioAccount === null || settings.twilioToken === null),
      'COBRO_SMS_GATEWAY=twilio needs COBRO_TWILIO_ACCOUNT and COBRO_TWILIO_TOKEN.',
    ],
    [
      settings.smsGateway === 'smpp' && (settings.smppUrl === null || settings.smppUser === null),
      'COBRO_SMS_GATEWAY=smpp needs COBRO_SMPP_URL and COBRO_SMPP_USER.',
    ],
    [settings.smtpUrl !== null && settings.emailFrom === null, 'COBRO_SMTP_URL needs COBRO_EMAIL_FROM, the sender.'],
    [
      settings.emailFrom !== null && settings.smtpUrl === null,
      'COBRO_EMAIL_FROM needs COBRO_SMTP_URL, the mail server.',
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** Some order must be able to bear the fee, or merchants could create none (D63). */
function unbearableFees({ defaultFees, ivaBasisPoints }: Settings): string[] {
  const unbearable = Object.entries(defaultFees).filter(([, fee]) => takesEverything(fee, ivaBasisPoints));
  return unbearable.map(([method]) => `COBRO_FEE_${method.toUpperCase()} takes all of an order, with IVA.`);
}

/** Kubernetes adds such variables for every service of a namespace, and one of them may be called cobro. */
const OF_KUBERNETES = /_SERVICE_(HOST$|PORT(_|$))|_PORT_\d+_(TCP|UDP)(_|$)/;

/** What the examples and guides call a client's address and key. A developer has them beside the service's own. */
const OF_CLIENTS = ['COBRO_URL', 'COBRO_KEY'];

/** So many letters may be wrong, missing, added or swapped. */
const MOST_SLIPS = 3;

/** The most similar name, or null if none is near. */
function nearestName(given: string): string | null {
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of SETTING_NAMES) {
    const distance = lettersBetween(given, name);
    if (distance <= MOST_SLIPS && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name, distance };
  }
  return nearest?.name ?? null;
}
