// cobro user: the people who sign in to the dashboard, a merchant's and the operator's (D78). Whoever has the machine can
// always let somebody in again.
import { Command, Option } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { disablePerson } from '../../actions/people/change-member.js';
import type { Invitation } from '../../actions/people/invite-person.js';
import type { Member, Team } from '../../domain/people/person.js';
import { MERCHANT_ROLES, OPERATOR_ROLES } from '../../domain/people/role.js';
import { AppError } from '../../errors/errors.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findPerson, findPersonByEmail, listEveryone, listPeople } from '../../store/people/people.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, printMany, printOne } from '../output.js';

type Json = { json?: boolean };
type TeamOptions = Json & { account?: string; operator?: boolean };
type AddOptions = TeamOptions & { email: string; name?: string; role?: string };

const PERSON = 'the e-mail address or the id';

export function userCommand(context: CommandContext): Command {
  const command = new Command('user');
  addList(command, context);
  addAdd(command, context);
  addChanges(command, context);
  return command;
}

function addList(command: Command, { withDeps }: CommandContext): void {
  command
    .command('list')
    .description('who may sign in to the dashboard: everybody, or those of one team')
    .option('--account <id>', "a merchant's people")
    .option('--operator', "the operator's people")
    .action((options: TeamOptions) =>
      withDeps(async (deps) => {
        const isAll = options.account === undefined && options.operator !== true;
        const people = isAll ? await listEveryone(deps.db) : await listPeople(deps.db, await teamOf(deps, options));
        printMany(people.map(personLine), options, 'Nobody yet. `cobro user add` invites somebody.');
      }),
    );
}

function addAdd(command: Command, { withService }: CommandContext): void {
  command
    .command('add')
    .description('invite somebody; the link is shown this once and is good for 7 days')
    .option('--account <id>', 'to a merchant')
    .option('--operator', 'to the operator’s desk')
    .requiredOption('--email <address>', 'what they sign in with')
    .option('--name <name>', 'how others see them (default: from the e-mail address)')
    .addOption(
      new Option('--role <role>', 'what they may do (default: owner, or admin)').choices([
        ...new Set([...MERCHANT_ROLES, ...OPERATOR_ROLES]),
      ]),
    )
    .action((options: AddOptions) =>
      withService(async (deps) => {
        const team = await teamOf(deps, options);
        const { email, role = team === null ? 'admin' : 'owner', name = email.split('@')[0] ?? email } = options;
        const done = await actAtTerminal(deps, { kind: 'person.invite', team, email, name, role }, options);
        if (done !== null) printOne(linkLine(done.result), options);
      }),
    );
}

function addChanges(command: Command, { withDeps, withService }: CommandContext): void {
  command
    .command('role')
    .description('let somebody do more or less')
    .argument('<person>', PERSON)
    .argument('<role>', `${MERCHANT_ROLES.join(', ')}; of the operator: ${OPERATOR_ROLES.join(', ')}`)
    .action((person: string, role: string, options: Json) =>
      withService(async (deps) => {
        const { id } = await call(deps, person);
        const done = await actAtTerminal(deps, { kind: 'person.role', id, role }, options);
        if (done !== null) printOne(personLine(done.result), options);
      }),
    );
  command
    .command('reset')
    .description('a link to set a new password; it is shown this once and is good for 24 hours')
    .argument('<person>', PERSON)
    .option('--second-factor', 'also take away the second factor of somebody who has lost it')
    .action((person: string, options: Json & { secondFactor?: boolean }) =>
      withService(async (deps) => {
        const { id } = await call(deps, person);
        const act = { kind: 'person.reset', id, secondFactor: options.secondFactor === true } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne(linkLine(done.result), options);
      }),
    );
  command
    .command('disable')
    .description('take somebody’s access away; their sessions end at once')
    .argument('<person>', PERSON)
    .action((person: string, options: Json) =>
      withDeps(async (deps) => printOne(personLine(await disablePerson(deps, await call(deps, person))), options)),
    );
  command
    .command('enable')
    .description('give the access back')
    .argument('<person>', PERSON)
    .action((person: string, options: Json) =>
      withService(async (deps) => {
        const { id } = await call(deps, person);
        const done = await actAtTerminal(deps, { kind: 'person.enable', id }, options);
        if (done !== null) printOne(personLine(done.result), options);
      }),
    );
}

async function teamOf(deps: CommandDeps, { account, operator: isOperator }: TeamOptions): Promise<Team> {
  if ((account === undefined) !== (isOperator === true))
    throw new OperatorError('Say whose people: --account ID, or --operator.');
  return account === undefined ? null : (await requireAccount(deps, account)).id;
}

async function call(deps: CommandDeps, person: string) {
  const isEmail = person.includes('@');
  const found = isEmail ? await findPersonByEmail(deps.db, person.toLowerCase()) : await findById(deps, person);
  if (found === null) throw new AppError('unknown_person', { id: person });
  return { team: 'any', id: found.id, actor: operator() } as const;
}

function findById({ db }: CommandDeps, id: string): Promise<Member | null> {
  return /^[0-9a-f-]{36}$/.test(id) ? findPerson(db, id) : Promise.resolve(null);
}

function personLine(person: Member) {
  return {
    id: person.id,
    account: person.team ?? 'operator',
    email: person.email,
    name: person.name,
    role: person.role,
    state: person.disabledAt !== null ? 'disabled' : person.hasPassword ? 'active' : 'invited',
    second_factor: person.hasSecondFactor,
    seen_at: isoTime(person.seenAt),
  };
}

function linkLine({ member, link }: Invitation) {
  return { ...personLine(member), link: link.url, link_ends_at: isoTime(link.expiresAt) };
}
