// What waits for a second person of the operator's, with everything that would be done, and what became of the others (D78).

import type { PictureText } from '../../../domain/accounts/brand.js';
import { type Payment, stateOf } from '../../../domain/money/payment.js';
import type { Order } from '../../../domain/orders/order.js';
import { type Act, FACT_NAMES, type FactName, isActKind } from '../../../domain/people/act.js';
import { digestOf, type Proposal, type ProposalState } from '../../../domain/people/proposal.js';
import { type PastAct, PastActs } from '../audit/past-acts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { NoteField } from '../ui/desk-parts.js';
import { Form, Hidden } from '../ui/form.js';
import { Card, Copyable, Empty, Fact, Facts, pesos, State, shortId, Time, TimeFact, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { factText } from './fact-text.js';
import { APPROVALS_TEXTS } from './texts.js';

export type ApprovalsView = {
  readonly open: readonly Proposal[];
  readonly past: readonly Proposal[];
  /** Names of people and merchants by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** What the facts name, by its id. */
  readonly orders: ReadonlyMap<string, Order>;
  readonly payments: ReadonlyMap<string, Payment>;
  /** What was done before to what a proposal is about, by the id of the proposal. */
  readonly history: ReadonlyMap<string, readonly PastAct[]>;
  readonly over: bigint | null;
};

const TONES: Readonly<Record<ProposalState, Tone>> = {
  open: 'wait',
  approved: 'good',
  declined: 'off',
  expired: 'off',
  done: 'wait',
};

export function renderApprovalsPage(frame: Frame, view: ApprovalsView): string {
  const texts = APPROVALS_TEXTS[frame.language];
  return renderPage(
    frame,
    {
      title: texts.title,
      aside: view.open.length > 0 && <State tone="wait">{`${view.open.length} · ${pesos(sumOf(view.open))}`}</State>,
    },
    <>
      {view.over === null ? <p class="soft">{texts.introOff}</p> : <p class="soft">{texts.intro(pesos(view.over))}</p>}
      {view.open.length === 0 && (
        <Card>
          <Empty icon="check" title={texts.none} />
        </Card>
      )}
      {view.open.map((proposal) => (
        <ProposalCard key={proposal.id} frame={frame} view={view} proposal={proposal} />
      ))}
      <Past frame={frame} view={view} />
    </>,
  );
}

function sumOf(open: readonly Proposal[]): bigint {
  return open.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

/** A proposal may be of an act that is no longer offered. */
function actName({ language }: Frame, { kind }: Act): string {
  const { act, removedAct } = APPROVALS_TEXTS[language];
  return isActKind(kind) ? act[kind] : removedAct(String(kind));
}

type Props = { readonly frame: Frame; readonly view: ApprovalsView; readonly proposal: Proposal };

function ProposalCard({ frame, view, proposal }: Props) {
  const texts = APPROVALS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { act, amount, note } = proposal;
  const { mode } = proposal.facts;
  const picture = pictureOf(act);
  const nameOf = (id: string) => view.names.get(id) ?? id;
  const past = view.history.get(proposal.id) ?? [];
  return (
    <Card
      title={`${actName(frame, act)}${amount === null ? '' : ` · ${pesos(amount)}`}`}
      aside={<State tone={TONES[proposal.state]}>{texts.state[proposal.state]}</State>}
    >
      <Facts>
        <ActFacts frame={frame} view={view} proposal={proposal} />
        {picture !== null && (
          <Fact name={texts.picture}>
            <img class="logo" src={`data:image/png;base64,${picture.png}`} alt="" />
          </Fact>
        )}
        <Fact name={texts.proposedBy}>
          {nameOf(proposal.proposedBy)}, <Time at={proposal.proposedAt} language={frame.language} />
        </Fact>
        <TimeFact name={texts.until} at={proposal.expiresAt} language={frame.language} />
        {note !== null && <Fact name={desk.note}>{note}</Fact>}
        {mode !== undefined && <Fact name={texts.fact.mode}>{factText('mode', mode, frame.language)}</Fact>}
        <Fact name={texts.digest}>
          <Copyable frame={frame} text={digestOf(proposal).slice(0, DIGEST_SHOWN)} />
          <small>{texts.digestHint}</small>
        </Fact>
      </Facts>
      {past.length > 0 && <PastActs frame={frame} acts={past} />}
      {may(frame, 'decide') && <Buttons frame={frame} view={view} proposal={proposal} />}
    </Card>
  );
}

/** What the second person would let customers see: the very bytes, as we drew them. */
function pictureOf(act: Act): PictureText | null {
  if (act.kind === 'provider.mark') return act.picture;
  return act.kind === 'brand.set' ? (act.logo ?? null) : null;
}

/** So much of a digest is compared by two people. */
const DIGEST_SHOWN = 16;

function Buttons({ frame, view, proposal }: Props) {
  const texts = APPROVALS_TEXTS[frame.language];
  const isOwn = frame.viewer?.person.id === proposal.proposedBy;
  const { merchant, point } = proposal.facts;
  const changed = merchant === undefined ? point : (view.names.get(merchant) ?? shortId(merchant));
  const sum = proposal.amount === null ? null : pesos(proposal.amount);
  const ofWhat = changed === undefined ? texts.approve : texts.approveChange(changed);
  return (
    <div class="row middle">
      {isOwn ? (
        <p class="soft">{texts.ownNote}</p>
      ) : (
        <Form frame={frame} action={`/approvals/${proposal.id}/approve`} class="part-of-row">
          <Hidden name="seen" value={proposal.state} />
          <Submit look="main">{sum === null ? ofWhat : `${texts.approve} ${sum}`}</Submit>
        </Form>
      )}
      {isOwn ? (
        <Form frame={frame} action={`/approvals/${proposal.id}/decline`} class="part-of-row">
          <Submit>{texts.withdraw}</Submit>
        </Form>
      ) : (
        <AskForm frame={frame} action={`/approvals/${proposal.id}/decline`} label={texts.decline}>
          <NoteField frame={frame} />
          <Submit look="danger">{texts.decline}</Submit>
        </AskForm>
      )}
    </div>
  );
}

/** What the second person approves, and nothing else is done. The title has the amount; the mode comes last. */
function ActFacts({ frame, view, proposal: { facts } }: Props) {
  const names = APPROVALS_TEXTS[frame.language].fact;
  // A payment that is found goes by its tracking key already.
  const isNamed = facts.tracking_key !== undefined && facts.tracking_key === paymentOf(view, facts)?.trackingKey;
  const elsewhere: readonly FactName[] = ['amount', 'mode', ...(isNamed ? (['tracking_key'] as const) : [])];
  return (
    <>
      {FACT_NAMES.filter((name) => !elsewhere.includes(name)).map((name) => {
        const value = facts[name];
        return value === undefined ? null : (
          <Fact key={name} name={names[name]}>
            <FactValue frame={frame} view={view} name={name} value={value} />
          </Fact>
        );
      })}
    </>
  );
}

function paymentOf({ payments }: ApprovalsView, { payment }: Proposal['facts']): Payment | undefined {
  return payment === undefined ? undefined : payments.get(payment);
}

/** The pages of what facts name. */
const PAGES: { readonly [Name in FactName]?: string } = {
  merchant: 'merchants',
  order: 'orders',
  payment: 'payments',
  transfer: 'transfers',
  point: 'points',
};

type FactProps = Omit<Props, 'proposal'> & { readonly name: FactName; readonly value: string };

function FactValue(props: FactProps) {
  const { frame, name, value } = props;
  const page = PAGES[name];
  if (page !== undefined)
    return (
      <>
        <a href={`${frame.path}/${page}/${encodeURIComponent(value)}`}>{nameOf(props)}</a>
        <Named {...props} />
      </>
    );
  if (COPIED.includes(name)) return <Copyable frame={frame} text={value} />;
  if (!ARE_CODES.includes(name)) return <>{factText(name, value, frame.language)}</>;
  const lines = factText(name, value, frame.language).split('\n');
  return (
    <>
      {lines.map((line) => (
        <span key={line} class="url">
          {line}
        </span>
      ))}
    </>
  );
}

/** Numbers that two people compare, and texts of files. Everything else is words. */
const COPIED: readonly FactName[] = ['destination', 'own_account', 'tracking_key'];
const ARE_CODES: readonly FactName[] = [
  'details',
  'cards',
  'allow',
  'points',
  'key',
  'replaces',
  'file',
  'evidence',
  'policies',
  'lost',
];

/** What people call it; the end of a long id, if nobody does. */
function nameOf({ view, value }: FactProps): string {
  const named = view.names.get(value) ?? view.orders.get(value)?.folio ?? view.payments.get(value)?.trackingKey;
  return named ?? shortId(value);
}

/** Beside the link to an order or a payment: whose it is, and how much. */
function Named({ frame, view, name, value }: FactProps) {
  const texts = APPROVALS_TEXTS[frame.language];
  const { status, paymentState } = FRAME_TEXTS[frame.language];
  const order = name === 'order' ? view.orders.get(value) : undefined;
  if (order !== undefined)
    return <small>{[order.customer.name, pesos(order.amount), status[order.status]].join(' · ')}</small>;
  const payment = name === 'payment' ? view.payments.get(value) : undefined;
  if (payment === undefined) return null;
  const { payerName, payerAccount, destination } = payment;
  const payer = [payerName, payerAccount].filter((one) => one !== null).join(' ') || '–';
  return (
    <small>
      {[pesos(payment.amount), paymentState[stateOf(payment)], texts.payer(payer, destination)].join(' · ')}
    </small>
  );
}

/** What it is about: the first of its facts. */
function About({ frame, view, proposal: { facts } }: Props) {
  const name = FACT_NAMES.find((one) => facts[one] !== undefined) ?? 'details';
  return <FactValue frame={frame} view={view} name={name} value={facts[name] ?? '–'} />;
}

function Past({ frame, view }: Omit<Props, 'proposal'>) {
  const texts = APPROVALS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const nameOf = (id: string | null) => (id === null ? '–' : (view.names.get(id) ?? id));
  if (view.past.length === 0) return null;
  return (
    <Card title={texts.past}>
      <ItemTable
        frame={frame}
        items={view.past}
        columns={(column) => [
          column.shown(texts.about, 'top-left', (one) => (
            <>
              {actName(frame, one.act)}
              <small>
                <About frame={frame} view={view} proposal={one} />
              </small>
            </>
          )),
          column.word(texts.proposedBy, 'bottom-left', (one) => nameOf(one.proposedBy)),
          column.shown(texts.decidedBy, 'left-out', (one) => (
            <>
              {nameOf(one.decidedBy)}
              {one.decidedAt !== null && (
                <small>
                  <Time at={one.decidedAt} language={frame.language} />
                </small>
              )}
              {one.reason !== null && <small>{one.reason}</small>}
            </>
          )),
          column.state(desk.state, 'bottom-right', { of: (one) => one.state, tones: TONES, names: texts.state }),
          column.figure(desk.amount, 'top-right', ({ amount }) => (amount === null ? '' : pesos(amount))),
        ]}
      />
    </Card>
  );
}
