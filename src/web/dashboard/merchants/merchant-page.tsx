// One merchant at the desk: balances and payouts, taxes, fees and policies; then keys, webhooks, facts, and whether their keys work.
import { POLICY_CASES, POLICY_CHOICES } from '../../../domain/money/policy.js';
import { may } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { ModeTabs, NoteField, spanText } from '../ui/desk-parts.js';
import { Field, Form, Hidden, Select } from '../ui/form.js';
import { Card, CodeFact, CopyShort, Fact, Facts, PageHead, pesos, State, TimeFact } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { KeysCard } from './keys-card.js';
import { Fees, Overdraft, TaxCard } from './merchant-terms.js';
import { RiskMarks } from './merchants-list.js';
import { type MerchantPageProps, riskyOf } from './merchants-view.js';
import { PayoutCard } from './payout-cards.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function renderMerchantPage(props: MerchantPageProps): string {
  const { frame, view } = props;
  const texts = MERCHANTS_TEXTS[frame.language];
  const { account, mode } = view;
  const filters = `merchant=${account.id}${mode === 'test' ? '&mode=test' : ''}`;
  return renderDashboard(
    frame,
    account.name,
    <>
      <PageHead
        title={account.name}
        back={{ href: `${frame.path}/merchants`, name: texts.title }}
        aside={<RiskMarks frame={frame} merchant={riskyOf(view)} />}
      >
        <ModeTabs frame={frame} path={`${frame.path}/merchants/${account.id}`} mode={mode} />
        <span class="row middle">
          {(['orders', 'payments', 'messages'] as const).map((name) => (
            <a key={name} href={`${frame.path}/${name}?${filters}`}>
              {texts[name]}
            </a>
          ))}
          <a href={`${frame.path}/ledger/${account.id}${mode === 'test' ? '?mode=test' : ''}`}>{texts.movements}</a>
        </span>
      </PageHead>
      <Balances frame={frame} view={view} />
      <div class="two">
        <div class="stack">
          <PayoutCard frame={frame} view={view} />
          <TaxCard {...props} />
        </div>
        <Fees {...props} />
      </div>
      <details open={frame.sent !== null}>
        <summary>{texts.settings}</summary>
        <div class="two">
          <div class="stack">
            <PoliciesCard {...props} />
            <KeysCard {...props} />
          </div>
          <div class="stack">
            <Overdraft {...props} />
            <Webhooks frame={frame} view={view} />
            <FactsCard {...props} />
            {may(frame, 'manage') && <SuspendCard frame={frame} view={view} />}
          </div>
        </div>
      </details>
    </>,
  );
}

type Props = Pick<MerchantPageProps, 'frame' | 'view'>;

function Balances({ frame, view: { balances } }: Props) {
  const texts = MERCHANTS_TEXTS[frame.language];
  return (
    <dl class="figures">
      {(['available', 'pending', 'held', 'surplus', 'to_pay_out'] as const).map((name) => (
        <div key={name}>
          <dt>{texts.balance[name]}</dt>
          <dd>{pesos(balances[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function FactsCard({ frame, view: { account } }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const path = `/merchants/${account.id}/name`;
  return (
    <Card title={texts.facts}>
      <Facts>
        <Fact name="Id">
          <CopyShort frame={frame} id={account.id} />
        </Fact>
        <TimeFact name={texts.created} at={account.createdAt} language={frame.language} />
      </Facts>
      <details>
        <summary>{texts.advanced}</summary>
        <Facts>
          <CodeFact name={texts.version}>{account.interfaceVersion}</CodeFact>
          <Fact name={texts.envelope}>{account.ordersEnvelope ? desk.yes : desk.no}</Fact>
        </Facts>
      </details>
      {may(frame, 'manage') && (
        <AskForm frame={frame} action={path} label={texts.rename}>
          <Hidden name="seen" value={account.name} />
          <Field name="name" label={texts.name} value={account.name} required maxLength={255} />
          <Submit>{desk.save}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

function PoliciesCard({ frame, view: { account, policies } }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  if (!may(frame, 'manage'))
    return (
      <Card title={texts.policies}>
        <Facts>
          {POLICY_CASES.map((name) => (
            <Fact key={name} name={texts.policy[name]}>
              {texts.choice[policies[name]]}
            </Fact>
          ))}
        </Facts>
      </Card>
    );
  return (
    <Card title={texts.policies}>
      <Form frame={frame} action={`/merchants/${account.id}/policies`} class="fields columns">
        {POLICY_CASES.map((name) => (
          <div key={name}>
            <Hidden name={`was_${name}`} value={policies[name]} />
            <Select
              name={name}
              label={texts.policy[name]}
              value={policies[name]}
              choices={POLICY_CHOICES.map((choice) => ({ value: choice, name: texts.choice[choice] }))}
            />
          </div>
        ))}
        <div class="whole">
          <Submit look="main">{desk.save}</Submit>
        </div>
      </Form>
    </Card>
  );
}

function Webhooks({ frame, view: { endpoints, now } }: Props) {
  const texts = MERCHANTS_TEXTS[frame.language];
  return (
    <Card title={texts.webhooks}>
      <ItemTable
        frame={frame}
        items={endpoints}
        columns={() => [
          { name: 'URL', cell: ({ url }) => <span class="breakable">{url}</span> },
          {
            name: DESK_TEXTS[frame.language].state,
            cell({ isActive, failingSince }) {
              if (!isActive) return <State tone="off">{texts.off}</State>;
              if (failingSince === null) return <State tone="good">{texts.healthy}</State>;
              return <State tone="bad">{texts.failing(spanText(now - failingSince, frame.language))}</State>;
            },
          },
        ]}
        none={texts.noWebhooks}
      />
    </Card>
  );
}

function SuspendCard({ frame, view: { account } }: Props) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const isSuspended = account.suspendedAt !== null;
  const path = `/merchants/${account.id}/${isSuspended ? 'resume' : 'suspend'}`;
  return (
    <Card title={texts.access}>
      <p class="soft">{isSuspended ? texts.resumeText : texts.suspendText}</p>
      <AskForm
        frame={frame}
        action={path}
        label={isSuspended ? texts.resume : texts.suspend}
        kind={isSuspended ? '' : 'danger'}
      >
        <NoteField frame={frame} />
        <Submit look={isSuspended ? 'main' : 'danger'}>
          {isSuspended ? texts.resume : texts.suspend} {account.name}
        </Submit>
      </AskForm>
    </Card>
  );
}
