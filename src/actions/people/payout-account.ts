// The account that a merchant's payouts go to (D85). An owner with a second factor names it and proves who they are; it counts
// after COBRO_PAYOUT_ACCOUNT_WAIT. All owners are told by e-mail, and any of them can stop it.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { isLive } from '../../domain/base/mode.js';
import { readRfc } from '../../domain/base/rfc.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { type PayoutAccountStep, writePayoutAccountEmail } from '../../domain/people/payout-account-email.js';
import { canLead, type Person } from '../../domain/people/person.js';
import { type PayoutAccount, type PayoutAccounts, shownAccount } from '../../domain/transfers/payout-account.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { findAccount } from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { listPeople, lockTeam } from '../../store/people/people.js';
import { findPayoutAccounts, insertPayoutAccount, stopPayoutAccounts } from '../../store/transfers/payout-accounts.js';
import { requirePayeeAccount, type WantedPayeeAccount } from '../transfers/set-payee-account.js';
import { type By, type MailDeps, mailPerson } from './mail-person.js';
import { proveSelf } from './prove-self.js';

type AccountDeps = MailDeps & Pick<Deps, 'vault' | 'passwords' | 'clabes'>;

/** The owner who acts, and the language of their page. */
type OwnerCall = { readonly scope: Scope; readonly actor: string; readonly by: By };

type NameCall = OwnerCall & {
  readonly person: Person;
  readonly current: string;
  readonly code: string;
  readonly wanted: WantedPayeeAccount & { readonly rfc: string };
};

export async function namePayoutAccount(deps: AccountDeps, call: NameCall): Promise<PayoutAccount> {
  const { scope, actor, wanted } = call;
  if (!call.person.hasSecondFactor) throw new AppError('second_factor_needed');
  const rfc = readRfc(wanted.rfc);
  if (rfc === null) throw invalidRequest({ param: 'rfc', error: 'invalid_rfc' });
  const payee = requirePayeeAccount(deps, wanted);
  // An account of which nobody is told would count like one that nobody minds.
  if (isLive(scope.mode) && deps.mailer === null) throw new AppError('payout_account_needs_mail');
  await proveSelf(deps, call);
  const account = await deps.db.transaction(async (tx) => {
    await lockTeam(tx, scope.accountId);
    const at = deps.clock.now();
    // One that still waits makes room: two changes would count one after the other.
    await stopPayoutAccounts(tx, scope, { which: 'waiting', by: actor, at });
    const countsFrom = at + deps.settings.payoutAccountWaitHours * HOUR_MS;
    const named = { ...payee, scope, rfc, id: deps.random.uuid(at), namedBy: actor, namedAt: at, countsFrom };
    await insertPayoutAccount(tx, named);
    await note(deps, tx, { ...call, action: 'payout_account.name' }, named);
    return named;
  });
  await tellOwners(deps, call, 'named', account);
  return account;
}

/** Of two who stop it, the second finds nothing any more. */
export async function stopPayoutAccount(
  deps: AccountDeps,
  call: OwnerCall & { readonly which: keyof PayoutAccounts; readonly id: string },
): Promise<void> {
  const { scope, actor, which, id } = call;
  const stopped = await deps.db.transaction(async (tx) => {
    await lockTeam(tx, scope.accountId);
    const at = deps.clock.now();
    const found = (await findPayoutAccounts(tx, scope, at))[which];
    if (found?.id !== id) throw new AppError('no_payout_account');
    await stopPayoutAccounts(tx, scope, { which, by: actor, at });
    await note(deps, tx, { ...call, action: 'payout_account.stop' }, found);
    return found;
  });
  await tellOwners(deps, call, 'stopped', stopped);
}

async function note(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { scope, actor, action }: OwnerCall & { readonly action: AuditAction },
  account: PayoutAccount,
): Promise<void> {
  await appendAudit(tx, deps, {
    actor,
    action,
    subject: scope.accountId,
    details: {
      mode: scope.mode,
      destination: `${shownAccount(account)} ${account.holder}`,
      rfc: account.rfc,
      counts_from: new Date(account.countsFrom).toISOString(),
    },
  });
}

/** Whoever did it is told as well: perhaps it was not they. */
async function tellOwners(
  deps: AccountDeps,
  { scope, by }: OwnerCall,
  step: PayoutAccountStep,
  account: PayoutAccount,
): Promise<void> {
  const owners = (await listPeople(deps.db, scope.accountId)).filter(canLead);
  const team = (await findAccount(deps.db, scope.accountId))?.name ?? '';
  const url = `${deps.settings.baseUrl}/dashboard/${scope.mode}/money/payouts`;
  await Promise.all(
    owners.map((owner) => {
      const about = { language: owner.language, name: owner.name, by: by.name, team, url };
      return mailPerson(deps, owner, writePayoutAccountEmail({ ...about, step, account }), 'always');
    }),
  );
}
