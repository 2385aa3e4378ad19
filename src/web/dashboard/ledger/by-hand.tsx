// What a treasurer does to the books by hand (D87): an adjustment, which always wants a second person, and the close of a month,
// which cannot be undone.
import { closeMonth } from '../../../actions/money/close-month.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { dateFormat } from '../../../domain/base/date-format.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { endOfMexicoDay, mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { Mode } from '../../../domain/base/mode.js';
import { parseAmount } from '../../../domain/base/money.js';
import { ADJUSTABLE } from '../../../domain/money/ledger.js';
import { daysOfMonth, monthAfter } from '../../../domain/money/month.js';
import { invalidRequest } from '../../../errors/errors.js';
import { deskActs, type WantedAct } from '../act-at-desk.js';
import { type Frame, may } from '../frame/frame.js';
import { amountIn, textIn } from '../refusal.js';
import { AskForm, Submit } from '../ui/buttons.js';
import type { MerchantName } from '../ui/desk-parts.js';
import { type Choice, Field, Hidden, LongField, MoneyField, Select } from '../ui/form.js';
import { choiceIn, modeIn } from '../ui/list-query.js';
import { Card } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { LEDGER_DONE, LEDGER_TEXTS } from './texts.js';

export function byHandRoutes(visits: Visits, deps: Deps, page: Page<OperatorVisit>): void {
  const form = { page, backTo: '/ledger' };
  deskActs(visits, deps)('/ledger/adjust', 'ledger.adjust', { ...form, done: LEDGER_DONE.adjusted }, adjustmentIn);
  visits.operator.act('/ledger/close', 'decide', { ...form, done: LEDGER_DONE.closed }, (visit) =>
    closeMonth(deps, { month: textIn(visit, 'month'), actor: visit.actor }),
  );
}

/** What is empty or says nothing is refused at its field, by the action itself as far as it can tell. */
async function adjustmentIn(visit: OperatorVisit): Promise<WantedAct<'ledger.adjust'>> {
  const account = (name: string) => {
    const chosen = choiceIn(visit.form, name, ADJUSTABLE);
    if (chosen === null) throw invalidRequest({ param: name, error: 'required' });
    return chosen;
  };
  const amount = parseAmount(amountIn(visit, 'amount'));
  if (typeof amount !== 'bigint') throw invalidRequest({ param: 'amount', error: 'not_positive' });
  const reason = textIn(visit, 'reason');
  return {
    act: {
      kind: 'ledger.adjust',
      scope: { accountId: textIn(visit, 'account'), mode: modeIn(visit.form) },
      from: account('from'),
      to: account('to'),
      amount: String(amount),
      reason,
      evidence: textIn(visit, 'evidence'),
    },
    note: reason,
  };
}

type Props = {
  readonly frame: Frame;
  readonly mode: Mode;
  readonly merchants: readonly MerchantName[];
  /** The last month that was closed; null: none. */
  readonly closed: string | null;
  readonly now: number;
};

export function ByHandCards({ frame, mode, merchants, closed, now }: Props) {
  if (!may(frame, 'decide')) return null;
  return (
    <div class="halves">
      <AdjustCard frame={frame} mode={mode} merchants={merchants} />
      {mode === 'live' && <CloseCard frame={frame} closed={closed} now={now} />}
    </div>
  );
}

function AdjustCard({ frame, mode, merchants }: Pick<Props, 'frame' | 'mode' | 'merchants'>) {
  const texts = LEDGER_TEXTS[frame.language];
  const books = [{ id: HOUSE_ACCOUNT, name: texts.house }, ...merchants];
  const accounts = ADJUSTABLE.map((name) => ({ value: name, name: texts.account[name] }));
  const action = '/ledger/adjust';
  return (
    <Card title={texts.adjust}>
      <p class="soft">{texts.adjustText}</p>
      <AskForm frame={frame} action={action} label={texts.adjustButton}>
        <Hidden name="mode" value={mode} />
        <Select name="account" label={texts.books} choices={books.map(({ id, name }) => ({ value: id, name }))} />
        <Select name="from" label={texts.from} choices={accounts} />
        <Select name="to" label={texts.to} choices={accounts} />
        <MoneyField name="amount" label={DESK_TEXTS[frame.language].amount} required />
        <LongField name="reason" label={texts.reason} rows={2} maxLength={255} required />
        <Field name="evidence" label={texts.evidence} hint={texts.evidenceHint} maxLength={255} required />
        <Submit look="main">{texts.adjustButton}</Submit>
      </AskForm>
    </Card>
  );
}

function CloseCard({ frame, closed, now }: Pick<Props, 'frame' | 'closed' | 'now'>) {
  const texts = LEDGER_TEXTS[frame.language];
  const action = '/ledger/close';
  const before = monthAfter(mexicoDay(now), -1);
  const month = closed === before ? monthAfter(mexicoDay(now), 0) : before;
  const named = texts.closeButton(nameOf(month, frame.language));
  const openUntil = (endOfMexicoDay(daysOfMonth(month)?.to ?? '') ?? now) + 3 * DAY_MS;
  return (
    <Card title={texts.close}>
      <p class="soft">{texts.closeText}</p>
      <p>{closed === null ? texts.noneClosed : texts.lastClosed(nameOf(closed, frame.language))}</p>
      {now < openUntil ? (
        <p>
          <strong>{named}</strong>: {texts.closableFrom(longDay(openUntil, frame.language))}
        </p>
      ) : (
        <AskForm frame={frame} action={action} label={named}>
          <p>{texts.closeSure}</p>
          <Hidden name="month" value={month} />
          <Submit look="danger">{named}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

/** A year of months to choose from, this one first. */
export function lastMonths(now: number, language: Language): readonly Choice[] {
  return Array.from({ length: 12 }, (_, back) => monthAfter(mexicoDay(now), -back)).map((month) => ({
    value: month,
    name: nameOf(month, language),
  }));
}

const longMonth = dateFormat({ month: 'long', year: 'numeric' });
const longDay = dateFormat({ dateStyle: 'long' });

function nameOf(month: string, language: Language): string {
  return longMonth(startOfMexicoDay(`${month}-01`) ?? 0, language);
}
