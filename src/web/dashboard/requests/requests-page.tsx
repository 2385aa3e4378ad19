// The API requests of a merchant's programs, and one of them with what was sent and answered.
import type { LoggedRequest } from '../../../domain/keeping/logged-request.js';
import type { KeyRecord } from '../../../store/accounts/accounts.js';
import type { RequestFilter } from '../../../store/keeping/request-log.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { Callout, Card, Code, Empty, Fact, Facts, PageHead, Pager, State, Tabs, Time, TimeFact } from '../ui/parts.js';
import { Guides, Source, ToCopy } from '../ui/source.js';
import { Table } from '../ui/table.js';
import { REQUESTS_TEXTS } from './texts.js';

export type RequestsView = {
  readonly filter: RequestFilter;
  /** The Request-Id that is looked for; empty if none is. */
  readonly search: string;
  readonly requests: readonly LoggedRequest[];
  readonly keys: ReadonlyMap<string, KeyRecord>;
  /** Queries of the pages beside this one; null if there is none. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly days: number;
  readonly isOn: boolean;
};

export function renderRequestsPage(frame: Frame, view: RequestsView): string {
  const texts = REQUESTS_TEXTS[frame.language];
  const here = `${frame.path}/requests`;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.note(view.days)}</p>
      {!view.isOn && <Callout tone="info">{texts.switchedOff}</Callout>}
      <form method="get" action={here} class="row find">
        <label class="grow">
          {texts.find}
          <input name="id" value={view.search} placeholder={texts.findHint} maxLength={64} autocomplete="off" />
        </label>
        <button type="submit">{texts.findButton}</button>
      </form>
      <Tabs
        label={texts.tabsLabel}
        tabs={(['all', 'refused', 'failed'] as const).map((filter) => ({
          name: texts.tabs[filter],
          href: filter === 'all' ? here : `${here}?show=${filter}`,
          isHere: view.search === '' && filter === view.filter,
        }))}
      />
      <Card>
        <RequestTable frame={frame} view={view} />
        <Pager
          previous={view.newer === null ? null : { href: `${here}?${view.newer}`, name: texts.newer }}
          next={view.older === null ? null : { href: `${here}?${view.older}`, name: texts.older }}
        />
      </Card>
      <p class="guides">{texts.limits}</p>
      <RequestGuides frame={frame} />
    </>,
  );
}

function RequestTable({ frame, view }: { readonly frame: Frame; readonly view: RequestsView }) {
  const { language } = frame;
  const texts = REQUESTS_TEXTS[language];
  return (
    <Table
      label={texts.title}
      columns={[
        { name: texts.request, corner: 'top-left' },
        { name: texts.status, corner: 'top-right' },
        { name: texts.duration, corner: 'bottom-right', isNumber: true },
        { name: texts.key, corner: 'left-out' },
        { name: texts.time, corner: 'bottom-left' },
      ]}
      rows={view.requests.map((one) => ({
        key: one.id,
        cells: [
          <>
            <span class="method">{one.method}</span>{' '}
            <a class="path" href={`${frame.path}/requests/${one.id}`}>
              {one.path}
            </a>
          </>,
          <RequestStatus key="status" request={one} />,
          `${one.durationMs} ms`,
          <Code key="key">{keyName(view.keys, one, texts.goneKey)}</Code>,
          <Time key="time" at={one.at} language={language} />,
        ],
      }))}
      none={
        view.search !== '' ? (
          texts.noneFound
        ) : view.filter === 'all' && view.newer === null ? (
          <Empty icon="code" title={texts.none} text={texts.noneNote} />
        ) : (
          texts.noneRefused
        )
      }
    />
  );
}

function keyName(keys: ReadonlyMap<string, KeyRecord>, { keyId }: LoggedRequest, gone: string): string {
  const key = keys.get(keyId);
  return key === undefined ? gone : `${key.prefix}…`;
}

function RequestStatus({ request }: { readonly request: LoggedRequest }) {
  const { status, error } = request;
  return (
    <>
      <State tone={status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good'}>{status}</State>
      {error !== null && <small class="code">{error}</small>}
    </>
  );
}

function RequestGuides({ frame }: { readonly frame: Frame }) {
  const { guides } = REQUESTS_TEXTS[frame.language];
  const pages = [
    { slug: 'errors', name: guides.errors },
    { slug: 'api', name: guides.api },
    { slug: 'reference', name: guides.reference },
  ];
  return <Guides frame={frame} label={FRAME_TEXTS[frame.language].guides} pages={pages} />;
}

export type RequestView = { readonly request: LoggedRequest; readonly keyRecord: KeyRecord | null };

export function renderRequestPage(frame: Frame, { request, keyRecord }: RequestView): string {
  const { language } = frame;
  const texts = REQUESTS_TEXTS[language];
  const shared = FRAME_TEXTS[language];
  const isRefused = request.status >= 400;
  return renderDashboard(
    frame,
    `${request.method} ${request.path}`,
    <>
      <PageHead
        title={
          <span class="url">
            {request.method} {request.path}
          </span>
        }
        back={{ href: `${frame.path}/requests`, name: texts.title }}
        aside={<RequestStatus request={{ ...request, error: null }} />}
      />
      <Card>
        <Facts>
          {request.error !== null && (
            <Fact name={texts.error}>
              <Code>{request.error}</Code>
              <br />
              <a href={`${frame.basePath}/docs/${language}/errors`}>{texts.errorGuide}</a>
            </Fact>
          )}
          <TimeFact name={texts.time} at={request.at} language={language} />
          <Fact name={texts.duration}>{request.durationMs} ms</Fact>
          <Fact name={texts.key}>
            {keyRecord === null ? (
              texts.goneKey
            ) : (
              <a href={`${frame.path}/keys/${keyRecord.id}`}>
                <Code>{keyRecord.prefix}…</Code>
              </a>
            )}
          </Fact>
          <Fact name={texts.address}>
            <Code>{request.address}</Code>
          </Fact>
          {request.userAgent !== null && (
            <Fact name={texts.agent}>
              <span class="url">{request.userAgent}</span>
            </Fact>
          )}
        </Facts>
        <div>
          <p class="source-name">{texts.requestId}</p>
          <ToCopy text={request.requestId} label={shared.copy} done={shared.copied} />
        </div>
      </Card>
      {!isRefused && <p class="soft">{texts.notKept}</p>}
      {isRefused && (
        <>
          <Card title={texts.reply}>
            {request.replyBody === null ? (
              <p class="soft">{texts.noReply}</p>
            ) : (
              <Source name={`HTTP ${request.status}`} text={request.replyBody} />
            )}
          </Card>
          <Card title={texts.body}>
            {request.requestBody === null ? (
              <p class="soft">{texts.noBody}</p>
            ) : (
              <>
                <p class="soft">{texts.bodyNote}</p>
                <Source name={`${request.method} ${request.path}`} text={request.requestBody} />
              </>
            )}
          </Card>
        </>
      )}
      <RequestGuides frame={frame} />
    </>,
  );
}
