// Counts the e-mails of a day to an address, of an account and of a team. A public key is for everybody, so nobody shall make
// us write to strangers without end (D62).
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { type Email, isAboutMoney } from '../../domain/messages/email.js';
import { countMessage, uncountMessage } from '../../store/messages/day-counts.js';

type CountDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** What was counted, to be given back if the e-mail is not sent. */
export type CountedEmail = { readonly day: string; readonly counted: readonly string[] };

/**
 * Counts it, all or nothing; null: a limit is reached. A limit of 0 is none. Everybody counts in one sequence. E-mails about
 * money that came count by themselves: anybody makes orders without paying, and must not use up what tells a customer that
 * they have paid, or asks where their money goes.
 */
export function countEmail(
  deps: CountDeps,
  to: string,
  { scope, kind }: Pick<Email, 'scope' | 'kind'>,
): Promise<CountedEmail | null> {
  const about = isAboutMoney(kind) ? 'money ' : '';
  const sender = { whose: `${about}account ${scope.accountId}`, max: deps.settings.emailPerAccountDay };
  return count(deps, { to, whose: `${about}address` }, sender);
}

/**
 * An e-mail to somebody of a team: invitations make us write to strangers, too (D82). It counts apart from customers' e-mails:
 * whoever makes orders with somebody's address must not keep links to a new password from them.
 */
export function countPersonEmail(deps: CountDeps, to: string, team: string | null): Promise<CountedEmail | null> {
  return count(
    deps,
    { to, whose: 'people address' },
    { whose: `people of ${team ?? 'the operator'}`, max: deps.settings.peopleEmailsPerDay },
  );
}

/** One that anybody can ask for: it takes nothing from what the team sends. */
export function countForgottenEmail(deps: CountDeps, to: string): Promise<CountedEmail | null> {
  return count(deps, { to, whose: 'forgotten address' }, { whose: 'anybody', max: 0 });
}

type Limit = { readonly whose: string; readonly max: number };

async function count(
  deps: CountDeps,
  { to, whose: whoseAddress }: { readonly to: string; readonly whose: string },
  sender: Limit,
): Promise<CountedEmail | null> {
  const { db, clock, settings } = deps;
  const digest = createHash('sha256').update(to.toLowerCase()).digest('hex');
  const day = mexicoDay(clock.now());
  const limits = [{ whose: `${whoseAddress} ${digest}`, max: settings.emailPerAddressDay }, sender].filter(
    ({ max }) => max > 0,
  );
  return db.transaction(async (tx) => {
    const counted: string[] = [];
    for (const { whose, max } of limits) {
      if (await countMessage(tx, 'email_day_counts', { day, counted: whose, max })) counted.push(whose);
      else {
        if (counted.length > 0) await uncountMessage(tx, 'email_day_counts', { day, counted });
        return null;
      }
    }
    return { day, counted };
  });
}

export async function uncountEmail({ db }: Pick<Deps, 'db'>, { day, counted }: CountedEmail): Promise<void> {
  if (counted.length > 0) await db.transaction((tx) => uncountMessage(tx, 'email_day_counts', { day, counted }));
}
