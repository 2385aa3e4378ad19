// One payment point at the desk: its facts, the live details that customers pay to, its cards, and the customer's page.
import { toDecimal } from '../../../domain/base/money.js';
import { firstAddressesOf } from '../../../domain/points/extended-key.js';
import { kindOf, neededDetails, type PaymentPoint } from '../../../domain/points/payment-point.js';
import { hoursText } from '../../pay/hours.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { AskFirst, AskForm, Submit } from '../ui/buttons.js';
import { NoteField } from '../ui/desk-parts.js';
import { Check, Field, Form, Hidden, LongField } from '../ui/form.js';
import { Callout, Card, Code, Fact, Facts, PageHead } from '../ui/parts.js';
import { PointState } from './points-list.js';
import { POINTS_TEXTS } from './texts.js';

export type PointView = {
  readonly point: PaymentPoint;
  /** Whether an operator has uploaded its mark. */
  readonly hasMark: boolean;
  readonly cards: { readonly used: number; readonly total: number };
  /** Whether a change of its live details waits for a second person. */
  readonly isProposed: boolean;
  readonly needsSecond: boolean;
};

/** The content of each field, in the form that the operator writes. */
export const POINT_FIELDS = [
  'name',
  'availability',
  'transaction_limit',
  'limit_per_transaction',
  'commission',
] as const;

type PointField = (typeof POINT_FIELDS)[number];

const VALUES: Readonly<Record<PointField, (point: PaymentPoint) => string>> = {
  name: ({ name }) => name,
  availability: ({ availability }) => availability,
  transaction_limit: ({ orderLimit }) => toDecimal(orderLimit),
  limit_per_transaction: ({ tillLimit }) => toDecimal(tillLimit),
  commission: ({ commission }) => (commission === null ? '' : toDecimal(commission)),
};

export function pointField(point: PaymentPoint, field: PointField): string {
  return VALUES[field](point);
}

/** What the form of the live details was filled in from. */
export function seenDetails({ liveDetails }: PaymentPoint): string {
  return JSON.stringify(Object.entries(liveDetails ?? {}).sort());
}

type Props = { readonly frame: Frame; readonly view: PointView };

export function renderPointPage(frame: Frame, view: PointView): string {
  const texts = POINTS_TEXTS[frame.language];
  const { point } = view;
  return renderDashboard(
    frame,
    point.name,
    <>
      <PageHead
        title={point.name}
        back={{ href: `${frame.path}/points`, name: texts.title }}
        aside={
          <>
            {point.code !== point.name && <Code>{point.code}</Code>}
            <PointState frame={frame} point={point} />
          </>
        }
      >
        <a class="button" href={`${frame.path}/points/${point.code}/preview`} target="_blank" rel="noopener">
          {texts.previewTest}
        </a>
        {point.liveDetails !== null && (
          <a
            class="button"
            href={`${frame.path}/points/${point.code}/preview?mode=live`}
            target="_blank"
            rel="noopener"
          >
            {texts.previewLive}
          </a>
        )}
      </PageHead>
      <div class="halves">
        <div class="stack">
          <LiveCard frame={frame} view={view} />
          {hasCards(point) && <CardsCard frame={frame} view={view} />}
          <MarkCard frame={frame} view={view} />
        </div>
        <FactsCard frame={frame} view={view} />
      </div>
    </>,
  );
}

function LiveCard({ frame, view }: Props) {
  const texts = POINTS_TEXTS[frame.language];
  const { point, isProposed, needsSecond } = view;
  const details = Object.entries(neededDetails(point.kind, 'live'));
  const addresses = firstAddressesOf(point.liveDetails ?? {});
  return (
    <Card title={texts.live}>
      <p class="soft">{point.liveDetails === null ? texts.noLive : texts.liveIntro}</p>
      {isProposed && (
        <Callout tone="wait">
          <a href={`${frame.path}/approvals`}>{texts.waits}</a>
        </Callout>
      )}
      {point.liveDetails !== null && (
        <Facts>
          {details.map(([key, { name }]) => (
            <Fact key={key} name={name[frame.language]}>
              <Code>{point.liveDetails?.[key] ?? '–'}</Code>
            </Fact>
          ))}
          {addresses.length > 0 && (
            <Fact name={texts.firstAddresses}>
              {addresses.map((address) => (
                <div key={address}>
                  <Code>{address}</Code>
                </div>
              ))}
            </Fact>
          )}
        </Facts>
      )}
      {may(frame, 'manage') && <LiveForm frame={frame} point={point} needsSecond={needsSecond} />}
    </Card>
  );
}

function LiveForm(props: { readonly frame: Frame; readonly point: PaymentPoint; readonly needsSecond: boolean }) {
  const { frame, point, needsSecond } = props;
  const texts = POINTS_TEXTS[frame.language];
  const action = `/points/${point.code}/live`;
  const isFirst = point.liveDetails === null;
  const form = (
    <Form frame={frame} action={action}>
      <Hidden name="seen" value={seenDetails(point)} />
      {Object.entries(neededDetails(point.kind, 'live')).map(([key, { name }]) => (
        <Field
          key={key}
          name={`live_details.${key}`}
          label={name[frame.language]}
          value={point.liveDetails?.[key] ?? ''}
          required
          maxLength={255}
        />
      ))}
      {isFirst && hasCards(point) && (
        <LongField name="cards" label={texts.firstCards} hint={texts.cardsHint} rows={4} required />
      )}
      <NoteField frame={frame} />
      {needsSecond && <p class="soft">{texts.needsSecond}</p>}
      <Submit look="main">{texts.saveLive(point.name)}</Submit>
    </Form>
  );
  return isFirst ? (
    form
  ) : (
    <AskFirst label={texts.saveLive(point.name)} of={{ frame, action }}>
      {form}
    </AskFirst>
  );
}

function CardsCard({ frame, view: { point, cards } }: Props) {
  const texts = POINTS_TEXTS[frame.language];
  const action = `/points/${point.code}/cards`;
  return (
    <Card title={texts.cards}>
      <p>{texts.cardUse(cards.used, cards.total)}</p>
      {cards.total > 0 && <progress class="level" max={cards.total} value={cards.used} aria-label={texts.cards} />}
      {may(frame, 'manage') && point.liveDetails !== null && (
        <AskForm frame={frame} action={action} label={texts.addCards}>
          <LongField name="cards" label={texts.firstCards} hint={texts.cardsHint} rows={6} required />
          <Submit>{texts.importCards}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

function FactsCard({ frame, view: { point } }: Props) {
  const texts = POINTS_TEXTS[frame.language];
  if (!may(frame, 'manage'))
    return (
      <Card title={texts.facts}>
        <Facts>
          {POINT_FIELDS.map((field) => (
            <Fact key={field} name={texts.fields[field]}>
              {VALUES[field](point)}
            </Fact>
          ))}
        </Facts>
      </Card>
    );
  const hours = hoursText(point.availability, frame.language);
  return (
    <Card title={texts.facts}>
      <Form frame={frame} action={`/points/${point.code}`}>
        {POINT_FIELDS.map((field) => (
          <div key={field}>
            <Hidden name={`was_${field}`} value={VALUES[field](point)} />
            <Field
              name={field}
              label={texts.fields[field]}
              value={VALUES[field](point)}
              required={field !== 'commission'}
              {...(field === 'commission' ? { placeholder: texts.unknownCommission } : {})}
              {...(field === 'availability' && hours !== null && { hint: texts.customersRead(hours) })}
              inputMode={field === 'name' || field === 'availability' ? 'text' : 'decimal'}
            />
          </div>
        ))}
        <Hidden name="was_is_active" value={point.isActive ? 'yes' : ''} />
        <Check name="is_active" label={texts.isActive} isOn={point.isActive} />
        <Submit look="main">{texts.saveFacts}</Submit>
      </Form>
    </Card>
  );
}

function MarkCard({ frame, view: { point, hasMark } }: Props) {
  const texts = POINTS_TEXTS[frame.language];
  return (
    <Card title={texts.mark}>
      <p class="row middle">
        <img
          src={`${frame.basePath}/assets/providers/${encodeURIComponent(point.code)}-medium.png`}
          alt=""
          width="64"
          height="64"
        />
        <span class="soft">{hasMark ? texts.hasMark : texts.noMark}</span>
      </p>
      {may(frame, 'manage') && (
        <Form frame={frame} action={`/points/${point.code}/mark`} takes="file">
          <Field type="file" name="mark" label={texts.newMark} hint={texts.markHint} accept="image/png,image/jpeg" />
          {hasMark && <Check name="no_mark" label={texts.removeMark} />}
          <Submit>{texts.saveMark}</Submit>
        </Form>
      )}
    </Card>
  );
}

function hasCards(point: PaymentPoint): boolean {
  return kindOf(point).identifiedBy === 'card';
}
