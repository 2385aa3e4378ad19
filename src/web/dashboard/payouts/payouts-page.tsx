// Payouts to the merchant: the account that they go to, the one that will count, when they are made, and the last ones.
import type { ComponentChildren } from 'preact';
import { toDecimal } from '../../../domain/base/money.js';
import {
  type PayoutAccount,
  type PayoutAccounts,
  payoutAccountAt,
  shownAccount,
} from '../../../domain/transfers/payout-account.js';
import type { DatedPlan } from '../../../domain/transfers/payout-plan.js';
import { statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { type Frame, may } from '../frame/frame.js';
import { renderMoney } from '../money/money-frame.js';
import type { OwnBalances } from '../money/own-balances.js';
import { MONEY_TEXTS } from '../money/texts.js';
import { TRANSFER_TONES } from '../money/transfers-list.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { Proof } from '../people/people-page.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Field, Form, Hidden, MoneyField, Select } from '../ui/form.js';
import { Callout, Card, Code, CodeFact, Copyable, Fact, Facts, pesos, TimeFact } from '../ui/parts.js';
import { shortMoment } from '../ui/short-time.js';
import { PAYOUTS_TEXTS } from './texts.js';

type PayoutsView = {
  readonly accounts: PayoutAccounts;
  /** Of those who named them, by actor. */
  readonly names: ReadonlyMap<string, string>;
  /** null: payouts are made by hand alone. */
  readonly plan: DatedPlan | null;
  readonly balances: OwnBalances;
  /** The transfers of the last ones. */
  readonly payouts: readonly Transfer[];
  readonly hasSecondFactor: boolean;
  readonly waitHours: number;
};

/** What is known of the next one. */
export type NextPayoutView = Pick<PayoutsView, 'accounts' | 'plan'> & { readonly available: bigint };

type NextProps = { readonly frame: Frame; readonly view: NextPayoutView };

type Props = { readonly frame: Frame; readonly view: PayoutsView };

export function renderPayoutsPage(frame: Frame, view: PayoutsView): string {
  return renderMoney(frame, {
    tab: 'payouts',
    children: (
      <>
        <Waiting frame={frame} view={view} />
        <div class="two">
          <div class="stack">
            <Card title={PAYOUTS_TEXTS[frame.language].nextTitle}>
              <NextSum frame={frame} view={{ ...view, available: view.balances.available }} />
            </Card>
            <LastPayouts frame={frame} view={view} />
            <Current frame={frame} view={view} />
          </div>
          {may(frame, 'manage') && <PlanCard frame={frame} view={view} />}
        </div>
      </>
    ),
  });
}

function Current({ frame, view }: Props) {
  const texts = PAYOUTS_TEXTS[frame.language];
  const { current } = view.accounts;
  return (
    <Card title={texts.account}>
      {current === null ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <>
          <AccountFacts frame={frame} view={view} account={current} />
          {may(frame, 'manage') && (
            <details>
              <summary>{texts.stop.current.button}</summary>
              <Stop frame={frame} account={current} which="current" />
            </details>
          )}
        </>
      )}
      <Naming frame={frame} view={view} />
    </Card>
  );
}

/** A change that nobody may overlook. */
function Waiting({ frame, view }: Props) {
  const texts = PAYOUTS_TEXTS[frame.language];
  const { waiting } = view.accounts;
  if (waiting === null) return null;
  const { clabe, countsFrom, namedBy, namedAt, holder, rfc } = waiting;
  const { language } = frame;
  return (
    <Callout tone="wait">
      <div>
        <p>
          <strong>{texts.changes(shortMoment(countsFrom, language), shownAccount(waiting))}</strong>
        </p>
        <p>
          {holder} · {rfc} · <Code>{may(frame, 'manage') ? clabe : `…${clabe.slice(-4)}`}</Code>
        </p>
        <p>{texts.named(view.names.get(namedBy) ?? namedBy, shortMoment(namedAt, language))}</p>
      </div>
      <Stop frame={frame} account={waiting} which="waiting" />
    </Callout>
  );
}

function AccountFacts({ frame, view, account }: Props & { readonly account: PayoutAccount }) {
  const texts = PAYOUTS_TEXTS[frame.language];
  return (
    <Facts>
      <Fact name={texts.bank}>{account.bank}</Fact>
      <CodeFact name={texts.clabe}>{may(frame, 'manage') ? account.clabe : `…${account.clabe.slice(-4)}`}</CodeFact>
      <Fact name={texts.holder}>{account.holder}</Fact>
      <Fact name={texts.rfc}>{account.rfc}</Fact>
      <Fact name={texts.namedBy}>{view.names.get(account.namedBy) ?? account.namedBy}</Fact>
      {account === view.accounts.current && (
        <TimeFact name={texts.since} at={account.countsFrom} language={frame.language} />
      )}
    </Facts>
  );
}

type StopProps = {
  readonly frame: Frame;
  readonly account: PayoutAccount;
  readonly which: keyof PayoutAccounts;
};

function Stop({ frame, account, which }: StopProps) {
  const { button, text } = PAYOUTS_TEXTS[frame.language].stop[which];
  const action = `/money/payouts/stop-${which}`;
  if (!may(frame, 'manage')) return null;
  return (
    <AskForm frame={frame} action={action} label={button} kind="danger">
      <Hidden name="seen" value={account.id} />
      <p>{text}</p>
      <Submit look="danger">{button}</Submit>
    </AskForm>
  );
}

function PlanCard({ frame, view: { plan } }: Props) {
  const texts = PAYOUTS_TEXTS[frame.language];
  const names = Object.entries(texts.everies).map(([value, name]) => ({ value, name }));
  const weekdays = Object.entries(texts.weekdays).map(([value, name]) => ({ value, name }));
  return (
    <Card title={texts.plan}>
      <Form frame={frame} action="/money/payouts/plan" class="fields plan">
        <p class="soft">{texts.planText}</p>
        <Select name="every" label={texts.every} value={plan?.every ?? 'off'} choices={names} />
        <Select
          class="for-week"
          name="weekday"
          label={texts.weekday}
          value={plan?.every === 'week' ? String(plan.onDay) : '1'}
          choices={weekdays}
        />
        <Field
          name="on_day"
          label={texts.monthDay}
          hint={texts.monthDayHint}
          value={plan?.every === 'month' ? String(plan.onDay) : '1'}
          inputMode="numeric"
          maxLength={2}
          class="sum for-month"
        />
        <MoneyField
          class="sum for-plan"
          name="least"
          label={texts.least}
          value={plan === null ? '100.00' : toDecimal(plan.least)}
        />
        <Submit>{texts.savePlan}</Submit>
      </Form>
    </Card>
  );
}

/** The next payout, for the merchant's first page. */
export function NextPayout({ frame, view, children }: NextProps & { readonly children: ComponentChildren }) {
  const texts = PAYOUTS_TEXTS[frame.language];
  return (
    <Card title={texts.nextTitle} aside={<a href={`${frame.path}/money/payouts`}>{texts.toPayouts}</a>}>
      <NextSum frame={frame} view={view} />
      {isNowhere(view.accounts) && may(frame, 'manage') && (
        <p>
          <a href={`${frame.path}/money/payouts`}>{texts.name}</a>
        </p>
      )}
      {children}
    </Card>
  );
}

function isNowhere({ current, waiting }: PayoutAccounts): boolean {
  return current === null && waiting === null;
}

/** When it is made, how much and to where. */
function NextSum({ frame, view: { accounts, plan, available } }: NextProps) {
  const texts = PAYOUTS_TEXTS[frame.language];
  if (plan === null) return <p class="soft">{isNowhere(accounts) ? texts.nextNowhere : texts.noPlan}</p>;
  const account = payoutAccountAt(accounts, plan.nextAt);
  const isPaid = account !== null && available >= plan.least;
  return (
    <>
      {isPaid && <p class="big">{pesos(available)}</p>}
      <p>{shortMoment(plan.nextAt, frame.language)}</p>
      <p class="soft">
        {isPaid
          ? texts.nextTo(shownAccount(account))
          : account === null
            ? texts.nextNowhere
            : texts.nextLess(pesos(plan.least))}
      </p>
      {accounts.waiting !== null && (
        <p class="soft">
          {texts.from(shortMoment(accounts.waiting.countsFrom, frame.language), shownAccount(accounts.waiting))}
        </p>
      )}
    </>
  );
}

function Naming({ frame, view }: Props) {
  const texts = PAYOUTS_TEXTS[frame.language];
  const isFirst = isNowhere(view.accounts);
  const form = { frame, action: '/money/payouts/account' };
  if (!may(frame, 'manage')) return <p class="soft">{texts.ownersOnly}</p>;
  if (!view.hasSecondFactor)
    return (
      <Callout tone="wait">
        {texts.factor} <a href={`${frame.path}/profile`}>{texts.toProfile}</a>
      </Callout>
    );
  const fields = <AccountFields frame={frame} view={view} button={isFirst ? texts.name : texts.change} />;
  return isFirst ? (
    <Form {...form}>{fields}</Form>
  ) : (
    <AskForm {...form} label={texts.other}>
      {fields}
    </AskForm>
  );
}

function AccountFields({ frame, view, button }: Props & { readonly button: string }) {
  const texts = PAYOUTS_TEXTS[frame.language];
  return (
    <>
      <p class="soft">{texts.nameText(view.waitHours)}</p>
      <Field
        name="clabe"
        label={texts.clabe}
        hint={texts.clabeHint}
        inputMode="numeric"
        required
        maxLength={24}
        autocomplete="off"
      />
      <Field name="holder" label={texts.holder} hint={texts.holderHint} required maxLength={120} />
      <Field name="rfc" label={texts.rfc} hint={texts.rfcHint} required maxLength={16} />
      <Proof frame={frame} />
      <Submit look="main">{button}</Submit>
    </>
  );
}

function LastPayouts({ frame, view: { payouts } }: Props) {
  const texts = PAYOUTS_TEXTS[frame.language];
  const { columns } = MONEY_TEXTS[frame.language].transfers;
  const states = { ...ORDER_TEXTS[frame.language].transfers.states, ...texts.states };
  return (
    <Card title={texts.last}>
      <ItemTable
        frame={frame}
        label={texts.last}
        items={payouts}
        columns={(column) => [
          column.time(columns.at, 'top-left', (payout) => payout.createdAt),
          column.word(columns.account, 'bottom-left', ({ destination }) =>
            destination === null ? '' : shownAccount(destination),
          ),
          column.shown(ORDER_TEXTS[frame.language].transfers.trackingKey, 'below', ({ trackingKey }) =>
            trackingKey === null ? '' : <Copyable frame={frame} text={trackingKey} />,
          ),
          column.state(columns.state, 'bottom-right', { of: statusOf, tones: TRANSFER_TONES, names: states }),
          column.money(columns.amount, 'top-right', (payout) => payout.amount),
        ]}
        none={texts.noPayouts}
      />
    </Card>
  );
}
