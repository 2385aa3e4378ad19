// cobro rail: manages who may report payments to us (D46).
import { Command, Option } from 'commander';
import { makeCredentials, revokeRail } from '../../actions/rails/manage-rail.js';
import { modeOf } from '../../domain/base/mode.js';
import { isNetwork } from '../../domain/base/network.js';
import { RAIL_KIND_NAMES, type RailKindName } from '../../domain/rails/kinds.js';
import { pointsOf } from '../../domain/rails/rail.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listOddNotices, ODD_STATES, type OddState } from '../../store/rails/notices.js';
import { listRails } from '../../store/rails/rails.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, printMany, printOne } from '../output.js';

type AddOptions = {
  kind: RailKindName;
  name: string;
  allow: string[];
  points?: string;
  test?: boolean;
  json?: boolean;
};

const LISTED = 50;
const SHOWN = 160;

export function railCommand(context: CommandContext): Command {
  const { withDeps, withService } = context;
  const command = new Command('rail');
  command
    .command('add')
    .description('make credentials for a rail; the password is shown this once')
    .addOption(new Option('--kind <kind>', RAIL_KIND_NAMES.join(' or ')).choices(RAIL_KIND_NAMES).makeOptionMandatory())
    .requiredOption('--name <name>', 'its name; of a cash rail the network that its notices name')
    .option(
      '--points <codes>',
      'the payment points of a cash rail, such as OXXO,EXTRA (default: the one with its name)',
    )
    .option('--allow <cidr>', 'an address or network it may call from (may be given again)', collect, [])
    .option('--test', 'reaches test orders only (default: live orders only)')
    .action((options: AddOptions) =>
      withService(async (deps) => {
        for (const network of options.allow) requireNetwork(network);
        const { kind, name, allow } = options;
        const mode = modeOf(!options.test);
        const { password, stored } = makeCredentials(deps);
        const act = {
          kind: 'rail.add',
          id: deps.random.uuid(deps.clock.now()),
          railKind: kind,
          name,
          allow,
          ...(options.points !== undefined && { points: codesOf(options.points) }),
          mode,
          ...stored,
        } as const;
        const shown = { name, kind, mode, user: stored.userName, password };
        if ((await actAtTerminal(deps, act, options, shown)) !== null) printOne(shown, options);
      }),
    );
  command
    .command('list')
    .description('all rails')
    .action((options: { json?: boolean }) =>
      withDeps(async ({ db }) => {
        const rows = (await listRails(db)).map((rail) => ({
          name: rail.name,
          kind: rail.kind,
          mode: rail.mode,
          user: rail.userName,
          allow: rail.allow.join(' ') || 'any address',
          created_at: isoTime(rail.createdAt),
          revoked_at: isoTime(rail.revokedAt),
          points: pointsOf(rail)?.join(' ') ?? 'every order',
        }));
        printMany(rows, options, 'No rails yet. Make one: npx cobro rail add --kind spei --name NAME');
      }),
    );
  command
    .command('points')
    .description('set the payment points whose orders a cash rail may pay and look up')
    .argument('<user>')
    .argument('<codes>', 'such as OXXO,EXTRA')
    .action((user: string, codes: string, options: { json?: boolean }) =>
      withService(async (deps) => {
        const act = { kind: 'rail.points', userName: user, points: codesOf(codes) } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne({ user, points: done.result.join(' ') }, options);
      }),
    );
  command
    .command('revoke')
    .description('end the credentials of a rail')
    .argument('<user>')
    .action((user: string, options: { json?: boolean }) =>
      withDeps(async (deps) => {
        await revokeRail(deps, user, operator());
        printOne({ user, revoked: true }, options);
      }),
    );
  command.addCommand(noticesCommand(context));
  return command;
}

function noticesCommand({ withDeps }: CommandContext): Command {
  return new Command('notices')
    .description(`the newest ${LISTED} notices of rails that led to no payment, with what is wrong with them`)
    .addOption(
      new Option(
        '--state <state>',
        'malformed: could not be read; ignored: tell of no deposit, or were refused; differs: repeat a payment with other facts; waiting: reversals whose payment has not come',
      )
        .choices([...ODD_STATES])
        .default('malformed'),
    )
    .action((options: { state: OddState; json?: boolean }) =>
      withDeps(async ({ db }) => {
        const rows = (await listOddNotices(db, options.state, LISTED)).map((notice) => ({
          id: notice.id,
          rail: notice.rail,
          mode: notice.mode,
          received_at: isoTime(notice.receivedAt),
          problem: notice.problem,
          body: options.json ? notice.body : inOneLine(notice.body),
        }));
        printMany(rows, options, `No notices that are ${options.state === 'differs' ? 'differing' : options.state}.`);
      }),
    );
}

/** Removes line breaks and control characters from text that a stranger sent. */
function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, SHOWN);
}

function codesOf(text: string): string[] {
  return text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

function requireNetwork(network: string): void {
  if (!isNetwork(network))
    throw new OperatorError(`--allow ${network} must be an address such as 10.1.2.3 or a network such as 10.1.0.0/16.`);
}
