// cobro provider, or cobro point: the catalogue of payment points. The service picks up edits within two seconds.
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { requirePaymentPoint } from '../../actions/points/edit-payment-point.js';
import type { Deps } from '../../deps.js';
import { formatAmount } from '../../domain/base/money.js';
import { firstAddressesOf } from '../../domain/points/extended-key.js';
import { kindOf, neededDetails, type PaymentPoint, POINT_KIND_NAMES } from '../../domain/points/payment-point.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { readLiveDetails, writePaymentPoint } from '../../wire/points/points.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { print, printMany, printOne } from '../output.js';

type Json = { json?: boolean };
type SetOptions = Json & {
  name?: string;
  rank?: string;
  availability?: string;
  transactionLimit?: string;
  limitPerTransaction?: string;
  commission?: string;
  live?: string;
};

export function providerCommand(context: CommandContext): Command {
  const command = new Command('provider');
  addReading(command, context.withDeps);
  addSet(command, context);
  addSwitches(command, context);
  addFiles(command, context);
  return command;
}

type WithDeps = CommandContext['withDeps'];

function addReading(command: Command, withDeps: WithDeps): void {
  command
    .command('list')
    .description('all payment points, by rank')
    .action((options: Json) =>
      withDeps(async ({ db }) => {
        const points = await listPaymentPoints(db);
        printMany(points.map(options.json ? writePaymentPoint : pointLine), options, 'No payment points.');
      }),
    );
  command
    .command('show')
    .description('one payment point with its details')
    .argument('<code>')
    .action((code: string, options: Json) =>
      withDeps(async (deps) => printOne(writePaymentPoint(await requirePaymentPoint(deps, code)), options)),
    );
}

function addSet(command: Command, { withService }: CommandContext): void {
  command
    .command('set')
    .description('change a payment point')
    .argument('<code>')
    .option('--name <name>', 'display name')
    .option('--rank <number>', 'place in the list')
    .option('--availability <text>', 'opening hours, such as "08:00 - 21:00 hrs"')
    .option('--transaction-limit <pesos>', 'the most one order may be')
    .option('--limit-per-transaction <pesos>', 'the most one operation at the till takes')
    .option('--commission <pesos>', 'what the point charges the customer; "none" when it is not known')
    .option('--live <file>', 'JSON file with its details for live mode; see below')
    .addHelpText('after', detailsHelp)
    .action((code: string, options: SetOptions) => withService((deps) => setPoint(deps, code, options)));
}

/** The form of the file of live details, for each kind of point. */
function detailsHelp(): string {
  const forms = POINT_KIND_NAMES.map((name) => {
    const { identifiedBy } = kindOf({ kind: name });
    const texts = Object.keys(neededDetails(name, 'live')).map((key) => `"${key}": "…"`);
    const members = identifiedBy === 'card' ? [...texts, '"cards": ["…"]'] : texts;
    return `  ${name.padEnd(10)} { ${members.join(', ')} }`;
  });
  const kind =
    'The file of --live is one JSON object. Its keys depend on the kind of the point (npx cobro provider list):';
  return ['', kind, ...forms].join('\n');
}

function addSwitches(command: Command, { withService }: CommandContext): void {
  for (const [name, isActive] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    command
      .command(name)
      .description(isActive ? 'offer a payment point again' : 'stop offering a payment point')
      .argument('<code>')
      .action((code: string, options: Json) =>
        withService(async (deps) => {
          const act = { kind: 'provider.edit', code, change: { is_active: isActive } } as const;
          const done = await actAtTerminal(deps, act, options);
          if (done !== null) printOne(writePaymentPoint(done.result), options);
        }),
      );
  }
}

function addFiles(command: Command, { withDeps, withService }: CommandContext): void {
  command
    .command('import')
    .description('take payment points from a catalogue file: added or replaced, none removed')
    .argument('<file>')
    .action((file: string, options: Json) =>
      withService(async (deps) => {
        const points = JSON.stringify(await readJson(file));
        const done = await actAtTerminal(deps, { kind: 'provider.import', source: file, points }, options);
        if (done !== null) printOne({ imported: done.result }, options);
      }),
    );
  command
    .command('export')
    .description('write all payment points to a file, or to the terminal')
    .argument('[file]')
    .action((file: string | undefined, options: Json) =>
      withDeps(async ({ db }) => {
        const points = (await listPaymentPoints(db)).map(writePaymentPoint);
        if (file === undefined) return print(JSON.stringify(points, null, options.json ? undefined : 2));
        await writeFile(file, `${JSON.stringify(points, null, 2)}\n`);
        printOne({ exported: points.length, file }, options);
      }),
    );
}

async function setPoint(deps: Deps, code: string, options: SetOptions): Promise<void> {
  const change = givenIn(options);
  const live = options.live === undefined ? null : readLiveDetails(await readJson(options.live));
  const isEdit = Object.keys(change).length > 0;
  if (!isEdit && live === null) throw new OperatorError('Nothing to change: see npx cobro provider set --help');
  if (isEdit && (await actAtTerminal(deps, { kind: 'provider.edit', code, change }, options)) === null) return;
  if (live !== null && (await actAtTerminal(deps, { kind: 'provider.live', code, ...live }, options)) === null) return;
  const point = await requirePaymentPoint(deps, code);
  const addresses = live === null ? [] : firstAddressesOf(live.details);
  // Whoever gave the key compares them with their wallet.
  printOne({ ...writePaymentPoint(point), ...(addresses.length > 0 && { first_addresses: addresses }) }, options);
}

function givenIn(options: SetOptions): Readonly<Record<string, unknown>> {
  const given = {
    name: options.name,
    rank: options.rank,
    availability: options.availability,
    transaction_limit: options.transactionLimit,
    limit_per_transaction: options.limitPerTransaction,
    commission: options.commission === 'none' ? null : options.commission,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function pointLine(point: PaymentPoint) {
  return {
    rank: point.rank,
    code: point.code,
    name: point.name,
    kind: point.kind,
    type: kindOf(point).type,
    limit: formatAmount(point.orderLimit),
    active: point.isActive,
    live: point.liveDetails !== null,
  };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new OperatorError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}
