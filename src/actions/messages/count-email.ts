// Counts the e-mails of a day to an address and of an account. A public key is for everybody, so nobody shall make us
// write to strangers without end (D62).
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { countMessage, uncountMessage } from '../../store/messages/day-counts.js';

type CountDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** What was counted, to be given back if the e-mail is not sent. */
export type CountedEmail = { readonly day: string; readonly counted: readonly string[] };

/** Counts it, all or nothing; null: a limit is reached. A limit of 0 is none. Everybody counts in one sequence. */
export async function countEmail(deps: CountDeps, to: string, accountId: string | null): Promise<CountedEmail | null> {
  const { db, clock, settings } = deps;
  const digest = createHash('sha256').update(to.toLowerCase()).digest('hex');
  const day = mexicoDay(clock.now());
  const limits = [
    { whose: `address ${digest}`, max: settings.emailPerAddressDay },
    { whose: `account ${accountId}`, max: accountId === null ? 0 : settings.emailPerAccountDay },
  ].filter(({ max }) => max > 0);
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
