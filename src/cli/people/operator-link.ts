// cobro operator: a way in for whoever has the machine (D82). Links are secrets, so a start writes them to nothing but a
// terminal; elsewhere they come from here.
import { Command } from 'commander';
import { makeSignInLink } from '../../actions/people/make-person-link.js';
import { canLead, leadRoleOf, type Member } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findPersonByEmail, listPeople } from '../../store/people/people.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, printOne } from '../output.js';

type LinkOptions = { json?: boolean; email?: string };

export function operatorCommand({ withDeps }: CommandContext): Command {
  const command = new Command('operator');
  command
    .command('link')
    .description('a link to sign in, good once and for an hour; a second factor is still asked for')
    .option('--email <address>', 'of this person (default: the first admin of the operator’s)')
    .action((options: LinkOptions) =>
      withDeps(async (deps) => {
        const { id } = await personOf(deps, options);
        const { member, link } = await makeSignInLink(deps, { team: null, id, actor: operator() });
        const { email, name, role } = member;
        printOne({ email, name, role, link: link.url, link_ends_at: isoTime(link.expiresAt) }, options);
      }),
    );
  return command;
}

async function personOf({ db }: CommandDeps, { email }: LinkOptions): Promise<Member> {
  if (email !== undefined) {
    const named = await findPersonByEmail(db, email.trim().toLowerCase());
    // A merchant's people are let in by their merchant, or with `cobro user reset`, which may need a second person (D81).
    if (named === null || named.team !== null) throw new AppError('unknown_person', { id: email });
    return named;
  }
  const admins = (await listPeople(db, null)).filter(
    ({ role, disabledAt }) => role === leadRoleOf(null) && disabledAt === null,
  );
  const first = admins.find(canLead) ?? admins[0];
  if (first !== undefined) return first;
  throw new OperatorError(
    'Nobody can manage the desk yet. Invite somebody: npx cobro user add --operator --email ADDRESS',
  );
}
