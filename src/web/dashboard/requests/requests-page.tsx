// An API request of a merchant's program, with what was sent and answered.

import type { Language } from '../../../domain/base/language.js';
import { parseOutsideJson } from '../../../domain/base/outside-text.js';
import type { LoggedRequest } from '../../../domain/keeping/logged-request.js';
import type { KeyRecord } from '../../../store/accounts/accounts.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Callout, Card, Code, CodeFact, CopyFact, Fact, Facts, State, TimeFact } from '../ui/parts.js';
import { Guides, Source } from '../ui/source.js';
import { REQUESTS_TEXTS } from './texts.js';

export function RequestStatus({ status }: Pick<LoggedRequest, 'status'>) {
  return <State tone={status >= 400 ? 'bad' : 'good'}>{status}</State>;
}

/** The words of an error, which say what to mend. What is no error of ours has none. */
function causeIn(reply: string | null, language: Language): string | null {
  const parsed = parseOutsideJson(reply ?? '', JSON.parse);
  const said = 'value' in parsed ? (parsed.value as Readonly<Record<string, unknown>> | null) : null;
  const text = (language === 'en' ? said?.['debug_message'] : null) ?? said?.['message'];
  return typeof text === 'string' ? text : null;
}

type RequestView = { readonly request: LoggedRequest; readonly keyRecord: KeyRecord | null };

export function renderRequestPage(frame: Frame, { request, keyRecord }: RequestView): string {
  const { language } = frame;
  const texts = REQUESTS_TEXTS[language];
  const isRefused = request.status >= 400;
  const why = causeIn(request.replyBody, language);
  return renderPage(
    frame,
    {
      title: `${request.method} ${request.path}`,
      heading: (
        <span class="url">
          {request.method} {request.path}
        </span>
      ),
      back: { href: `${frame.path}/requests`, name: texts.title },
      aside: <RequestStatus status={request.status} />,
    },
    <>
      {why !== null && <Callout tone="bad">{why}</Callout>}
      <Card>
        <Facts>
          {request.error !== null && (
            <Fact name={texts.error}>
              <Code>{request.error}</Code>
              <br />
              <a href={`${frame.basePath}/docs/${language}/errors`}>{texts.errorGuide}</a>
            </Fact>
          )}
          <TimeFact name={texts.time} at={request.at} language={language} hasSeconds />
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
          <CodeFact name={texts.address}>{request.address}</CodeFact>
          <CopyFact frame={frame} name={texts.requestId} text={request.requestId} />
          {request.userAgent !== null && (
            <Fact name={texts.agent}>
              <span class="url">{request.userAgent}</span>
            </Fact>
          )}
        </Facts>
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
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}
