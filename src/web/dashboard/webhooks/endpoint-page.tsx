// One endpoint: how it does, what can be done to it, and the attempts to reach it.
import type { PingResult } from '../../../actions/webhooks/ping-endpoint.js';
import type { ListPage } from '../../../domain/base/paging.js';
import { EVENTS } from '../../../domain/orders/event-types.js';
import type { ListedAttempt } from '../../../store/webhooks/endpoint-attempts.js';
import { formatEventId } from '../../../wire/webhooks/webhook-body.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskFirst, AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Field, Form, Sure } from '../ui/form.js';
import { ListPager } from '../ui/list-section.js';
import { Callout, Card, CodeFact, Fact, Facts, LinkButton, More, State } from '../ui/parts.js';
import { ShortTime } from '../ui/short-time.js';
import { Guides, Source } from '../ui/source.js';
import { type EndpointView, Explained, HealthFacts, HealthState, HealthTrouble } from './health.js';
import { explainReason } from './reasons.js';
import { WEBHOOKS_TEXTS } from './texts.js';

export type AttemptsView = { readonly attempts: ListPage<ListedAttempt> };

type EndpointPageView = EndpointView & AttemptsView & { readonly ping: PingResult | null };

export function renderEndpointPage(frame: Frame, view: EndpointPageView): string {
  const { language } = frame;
  const { endpoint } = view;
  const texts = WEBHOOKS_TEXTS[language];
  return renderPage(
    frame,
    {
      title: endpoint.url,
      heading: <span class="url">{endpoint.url}</span>,
      back: { href: `${frame.path}/webhooks`, name: texts.title },
      aside: <HealthState view={view} language={language} />,
    },
    <>
      {view.ping !== null && <PingCard frame={frame} ping={view.ping} />}
      <HealthTrouble view={view} language={language} />
      {may(frame, 'develop') && <Tools frame={frame} view={view} />}
      <Card>
        <Facts>
          <HealthFacts view={view} language={language} />
          <CodeFact name={texts.version}>{endpoint.interfaceVersion}</CodeFact>
          <Fact name={texts.events}>{endpoint.events.join(', ')}</Fact>
        </Facts>
      </Card>
      <Card title={texts.attempts}>
        <Attempts frame={frame} view={view} />
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

function PingCard({ frame, ping }: { readonly frame: Frame; readonly ping: PingResult }) {
  const { language } = frame;
  const texts = WEBHOOKS_TEXTS[language];
  return (
    <Card title={texts.pingTitle}>
      <Callout tone={ping.accepted ? 'good' : 'bad'}>
        <p role="status">
          {ping.accepted ? texts.pingGood(ping.httpStatus ?? 0, ping.durationMs) : texts.pingBad(ping.durationMs)}
        </p>
        <Explained reason={ping.reason} language={language} />
      </Callout>
      {ping.httpStatus !== null &&
        (ping.body ? <Source name={texts.answer} text={ping.body} /> : <p class="soft">{texts.noAnswer}</p>)}
    </Card>
  );
}

type ToolsProps = { readonly frame: Frame; readonly view: EndpointPageView };

function Tools({ frame, view }: ToolsProps) {
  const { endpoint } = view;
  const texts = WEBHOOKS_TEXTS[frame.language];
  const action = `/webhooks/${endpoint.id}`;
  return (
    <div class="tools">
      <Form frame={frame} action={`${action}/ping`}>
        <Submit>{texts.ping}</Submit>
      </Form>
      {!endpoint.isActive && (
        <Form frame={frame} action={`${action}/on`}>
          <Submit look="main">{texts.on}</Submit>
        </Form>
      )}
      <AskFirst label={texts.replay} of={{ frame, action: `${action}/replay` }}>
        <Replay frame={frame} action={`${action}/replay`} />
      </AskFirst>
      <More frame={frame}>
        <LinkButton href={`${frame.path}${action}/edit`} text={texts.edit} />
        <AskForm frame={frame} action={`${action}/rotate`} label={texts.rotate}>
          <p>{texts.rotateNote}</p>
          <Submit look="main">{texts.rotateSure}</Submit>
        </AskForm>
        {endpoint.isActive && (
          <AskForm frame={frame} action={`${action}/off`} label={texts.off}>
            <p>{texts.offAsk}</p>
            <Submit>{texts.offSure}</Submit>
          </AskForm>
        )}
        <AskForm frame={frame} action={`${action}/delete`} label={texts.remove} kind="danger">
          <p>{texts.removeNote}</p>
          <Sure text={FRAME_TEXTS[frame.language].sure} />
          <Submit look="danger">{texts.removeSure}</Submit>
        </AskForm>
      </More>
    </div>
  );
}

function Replay({ frame, action }: { readonly frame: Frame; readonly action: string }) {
  const texts = WEBHOOKS_TEXTS[frame.language];
  return (
    <>
      <p>{texts.replayNote}</p>
      <Form frame={frame} action={action}>
        <div class="row">
          <Field name="from" type="time" label={texts.replayFrom} hint={FRAME_TEXTS[frame.language].zone} />
          <Field name="to" type="time" label={texts.replayTo} hint={texts.replayToHint} />
        </div>
        <Field name="after" label={texts.replayAfter} hint={texts.replayAfterHint} maxLength={80} autocomplete="off" />
        <Submit look="main">{texts.replaySure}</Submit>
      </Form>
    </>
  );
}

function Attempts({ frame, view }: ToolsProps) {
  const { language } = frame;
  const texts = WEBHOOKS_TEXTS[language];
  const here = `${frame.path}/webhooks/${view.endpoint.id}`;
  return (
    <>
      <ItemTable
        frame={frame}
        label={texts.attempts}
        items={view.attempts.rows}
        columns={(column) => [
          column.shown(texts.time, 'top-left', ({ orderId, sequence, number, at }) => (
            <a href={`${frame.path}/events/${formatEventId(orderId, sequence)}/attempts/${view.endpoint.id}/${number}`}>
              <ShortTime at={at} frame={frame} hasSeconds />
            </a>
          )),
          column.word(texts.event, 'day', ({ type, folio }) =>
            type === null ? '' : `${EVENTS[type].name[language]} · ${folio}`,
          ),
          column.shown(texts.result, 'bottom-left', (attempt) => <OutcomeState {...attempt} frame={frame} />),
          column.figure(texts.duration, 'top-right', ({ durationMs }) => `${durationMs} ms`),
        ]}
        none={texts.attemptsNone}
      />
      <ListPager frame={frame} path={here} page={view.attempts} />
    </>
  );
}

const OUTCOME_TONES = { delivered: 'good', retry: 'wait', tried: 'bad', failed: 'bad' } as const;

export function OutcomeState(props: {
  readonly outcome: string;
  readonly reason: string | null;
  /** Of the newest attempt: null for those before it. */
  readonly nextAt: number | null;
  readonly frame: Pick<Frame, 'language' | 'now'>;
}) {
  const { outcome, reason, nextAt, frame } = props;
  const { outcomes, now } = WEBHOOKS_TEXTS[frame.language];
  const retried = nextAt === null ? 'tried' : 'retry';
  const when = (nextAt ?? 0) <= frame.now ? now.toLowerCase() : <ShortTime at={nextAt ?? 0} frame={frame} />;
  const name = outcome === 'delivered' ? outcome : outcome === 'retry' ? retried : 'failed';
  return (
    <>
      <State tone={OUTCOME_TONES[name]}>
        {outcomes[name]} {name === 'retry' && when}
      </State>
      {reason !== null && <small>{explainReason(reason, frame.language).text}</small>}
    </>
  );
}
