// What the desk shows of payouts to a merchant: the account and the plan that their owners chose, and the form for a payout.
import { may } from '../frame/frame.js';
import { PAYOUTS_TEXTS } from '../payouts/texts.js';
import { BouncedBefore } from '../transfers/transfers-list.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { NoteField } from '../ui/desk-parts.js';
import { Field, Hidden, MoneyField } from '../ui/form.js';
import { Card, CopyFact, Fact, Facts, pesos, Time, TimeFact } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { MerchantPageProps } from './merchants-view.js';
import { MERCHANTS_TEXTS } from './texts.js';

type Props = Pick<MerchantPageProps, 'frame' | 'view'>;

/** Pays the merchant out: to their own account, or elsewhere. Those who decide about money see the form. */
export function PayoutCard({ frame, view }: Props) {
  const { account, balances, mode, payoutKey, payoutAccounts } = view;
  const texts = MERCHANTS_TEXTS[frame.language];
  const { current } = payoutAccounts;
  return (
    <Card title={texts.payout}>
      <PayoutAccount frame={frame} view={view} />
      {balances.available > 0n && may(frame, 'decide') && (
        <AskForm
          frame={frame}
          action={`/merchants/${account.id}/payout`}
          label={current === null ? texts.payoutElsewhere : texts.payoutUpTo(pesos(balances.available))}
          kind={current === null ? '' : 'main'}
        >
          <Hidden name="mode" value={mode} />
          <Hidden name="key" value={payoutKey} />
          <MoneyField name="amount" label={DESK_TEXTS[frame.language].amount} required />
          <Field
            name="clabe"
            label={texts.clabe}
            inputMode="numeric"
            required={current === null}
            {...(current !== null && { hint: texts.otherAccount })}
            maxLength={24}
          />
          <Field name="holder" label={texts.holder} required={current === null} maxLength={120} />
          <Field name="bank" label={texts.bank} hint={texts.bankHint} maxLength={60} />
          <NoteField frame={frame} />
          <Submit look="main">{texts.payoutButton(account.name)}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

/** The account that the merchant named for payouts, and the one that will count. */
function PayoutAccount({ frame, view: { payoutAccounts, payoutPlan, queued, bounces, decidedBy, mode } }: Props) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const { current, waiting } = payoutAccounts;
  return (
    <>
      {current === null && waiting === null && <p class="soft">{texts.noPayoutAccount}</p>}
      {queued[0] !== undefined && (
        <Facts>
          <Fact name={texts.queued}>
            <a href={`${frame.path}/transfers${mode === 'test' ? '?mode=test' : ''}`}>
              {queued.length} · {pesos(queued.reduce((sum, { amount }) => sum + amount, 0n))}
            </a>
          </Fact>
          <Fact name={texts.lastAccount}>
            {queued[0].destination?.holder} …{queued[0].destination?.clabe.slice(-4)}{' '}
            <BouncedBefore frame={frame} at={bounces.get(queued[0].id)} />
            <small>
              {decidedBy} · <Time at={queued[0].destinationAt ?? queued[0].createdAt} language={frame.language} />
            </small>
          </Fact>
        </Facts>
      )}
      {payoutPlan !== null && (
        <Facts>
          <Fact name={texts.plan}>
            {PAYOUTS_TEXTS[frame.language].everies[payoutPlan.every]}, {texts.planLeast(pesos(payoutPlan.least))}
          </Fact>
          <TimeFact name={texts.planNext} at={payoutPlan.nextAt} language={frame.language} />
        </Facts>
      )}
      {[current, waiting].map(
        (account) =>
          account !== null && (
            <Facts key={account.id}>
              <CopyFact frame={frame} name={texts.clabe} text={account.clabe} />
              <Fact name={texts.holder}>{account.holder}</Fact>
              <Fact name={texts.bank}>{account.bank}</Fact>
              <Fact name="RFC">{account.rfc}</Fact>
              <TimeFact
                name={account === waiting ? texts.countsFrom : texts.countsSince}
                at={account.countsFrom}
                language={frame.language}
              />
            </Facts>
          ),
      )}
    </>
  );
}
