// One rail at the desk, and the form for a new one.
import { dateFormat } from '../../../domain/base/date-format.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { MODES } from '../../../domain/base/mode.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { pointsOf } from '../../../domain/rails/rail.js';
import { latelyMs, type RailHealth, railState } from '../../../domain/rails/rail-health.js';
import type { NewRail, RailRecord } from '../../../store/rails/rails.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { LIGHT_TONES, silenceLight } from '../today/lights.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ModeMark, NoteField, RailKindSelect, spanText } from '../ui/desk-parts.js';
import { Field, Form, Hidden, LongField, Select } from '../ui/form.js';
import { Callout, Card, CodeFact, CopyFact, Fact, Facts, LinkButton, PageHead, State, TimeFact } from '../ui/parts.js';
import { DESK_DONE, DESK_TEXTS } from '../ui/texts.js';
import { RAILS_TEXTS } from './texts.js';

type HealthProps = {
  readonly frame: Frame;
  /** undefined: it has told of nothing yet. */
  readonly health: RailHealth | undefined;
  readonly now: number;
};

/** A live rail that is silent hurts orders; one of test mode hurts nobody. */
export function StateOfRail({
  frame,
  rail,
  health,
  now,
}: HealthProps & { readonly rail: Pick<RailRecord, 'revokedAt' | 'mode'> & { readonly userName: string | null } }) {
  const texts = RAILS_TEXTS[frame.language];
  const state = railState(rail, health, now);
  const tone = state === 'silent' ? LIGHT_TONES[silenceLight(rail.mode)] : TONES[state];
  const { lastAt = now, failed = 0 } = health ?? {};
  return <State tone={tone}>{texts.stateIs[state](spanText(now - lastAt, frame.language), failed)}</State>;
}

const TONES = { off: 'off', unheard: 'off', failing: 'wait', low: 'wait', well: 'good' } as const;

export function LastNotice({ frame, health, now }: HealthProps) {
  if (health === undefined) return null;
  return <>{DESK_TEXTS[frame.language].ago(spanText(now - health.lastAt, frame.language))}</>;
}

export function volumeText({ frame: { language }, health, now }: HealthProps): string {
  if (health === undefined) return '';
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const since = clockOf(now - latelyMs(now), language);
  const usual = (health.usual * latelyMs(now)) / HOUR_MS;
  return RAILS_TEXTS[language].volumeOf(number.format(health.lately), since, usual === 0 ? null : number.format(usual));
}

const clockOf = dateFormat({ timeStyle: 'short' });

/** `id` makes one rail of a form that is sent twice. */
export function renderNewRailPage(frame: Frame, id: string): string {
  const texts = RAILS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.add, back: { href: `${frame.path}/rails`, name: texts.title } },
    <Card class="narrow">
      <Form frame={frame} action="/rails/new">
        <Hidden name="id" value={id} />
        <RailKindSelect frame={frame} label={texts.kind} />
        <Select
          name="mode"
          label={desk.mode}
          value="live"
          choices={MODES.map((mode) => ({ value: mode, name: desk[mode] }))}
        />
        <Field name="name" label={texts.name} hint={texts.nameHint} required maxLength={64} />
        <LongField name="allow" label={texts.allow} hint={texts.allowHint} />
        <Field name="points" label={texts.points} hint={texts.pointsHint} maxLength={255} class="of-network" />
        <Submit look="main">{texts.addButton}</Submit>
      </Form>
    </Card>,
  );
}

/** The password is shown this once. */
export function renderSecretPage(
  frame: Frame,
  rail: Pick<NewRail, 'name' | 'userName'> & { readonly password: string },
  is: 'done' | 'proposed',
): string {
  const texts = RAILS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: rail.name, back: { href: `${frame.path}/rails`, name: texts.title } },
    <Card>
      <Callout tone="wait">
        {is === 'proposed' && `${DESK_DONE.proposed[frame.language]} `}
        {texts.once}
      </Callout>
      <Facts>
        <CopyFact frame={frame} name={texts.user} text={rail.userName} />
        <CopyFact frame={frame} name={texts.password} text={rail.password} />
      </Facts>
    </Card>,
  );
}

export type RailView = Omit<HealthProps, 'frame'> & { readonly rail: RailRecord };

export function renderRailPage(frame: Frame, { rail, health, now }: RailView): string {
  const texts = RAILS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  return renderDashboard(
    frame,
    rail.name,
    <>
      <PageHead
        title={rail.name}
        back={{ href: `${frame.path}/rails`, name: texts.title }}
        aside={
          <>
            <StateOfRail frame={frame} rail={rail} health={health} now={now} />
            <ModeMark frame={frame} mode={rail.mode} />
          </>
        }
      >
        <LinkButton
          href={`${frame.path}/rails/notices?rail=${rail.id}&mode=${rail.mode}&state=all`}
          text={texts.notices}
        />
      </PageHead>
      <Card>
        <Facts>
          <Fact name={texts.kind}>{railKindOf(rail).shownName[frame.language]}</Fact>
          <CodeFact name={texts.user}>{rail.userName}</CodeFact>
          <Fact name={texts.allow}>{rail.allow.join(', ') || texts.anyAddress}</Fact>
          <Fact name={texts.points}>{pointsOf(rail)?.join(', ') ?? texts.everyOrder}</Fact>
          <TimeFact name={desk.time} at={rail.createdAt} language={frame.language} />
          {health !== undefined && (
            <>
              <Fact name={texts.lastNotice}>
                <LastNotice frame={frame} health={health} now={now} />
              </Fact>
              <Fact name={texts.notices}>{volumeText({ frame, health, now })}</Fact>
            </>
          )}
        </Facts>
      </Card>
      {may(frame, 'manage') && <RailForms frame={frame} rail={rail} />}
    </>,
  );
}

function RailForms({ frame, rail }: { readonly frame: Frame; readonly rail: RailRecord }) {
  const texts = RAILS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const path = `/rails/${rail.userName}`;
  const points = pointsOf(rail);
  const isOn = rail.revokedAt === null;
  const action = `${path}/${isOn ? 'off' : 'on'}`;
  return (
    <div class="halves">
      <Card title={texts.allow}>
        <Form frame={frame} action={`${path}/allow`}>
          <Hidden name="seen" value={rail.allow.join(' ')} />
          <LongField name="allow" label={texts.allow} hint={texts.allowHint} value={rail.allow.join('\n')} />
          <Submit>{desk.save}</Submit>
        </Form>
      </Card>
      {points !== null && (
        <Card title={texts.points}>
          <Form frame={frame} action={`${path}/points`}>
            <Hidden name="seen" value={points.join(' ')} />
            <Field name="points" label={texts.points} hint={texts.pointsHint} value={points.join(', ')} required />
            <Submit>{desk.save}</Submit>
          </Form>
        </Card>
      )}
      <Card>
        <AskForm
          frame={frame}
          action={action}
          label={isOn ? texts.switchOff : texts.switchOn}
          kind={isOn ? 'danger' : ''}
        >
          <p>{isOn ? texts.switchOffText : texts.switchOnText}</p>
          <NoteField frame={frame} />
          <Submit look={isOn ? 'danger' : 'main'}>
            {isOn ? texts.switchOff : texts.switchOn} {rail.name}
          </Submit>
        </AskForm>
      </Card>
    </div>
  );
}
