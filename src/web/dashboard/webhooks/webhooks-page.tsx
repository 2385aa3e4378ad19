// The list of a merchant's webhook endpoints, and the page that shows a secret this once.
import type { Frame } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { ItemTable } from '../ui/columns.js';
import { Card, Empty, LinkButton, PageHead } from '../ui/parts.js';
import { Guides, ToCopy } from '../ui/source.js';
import { countText, type EndpointView, HealthState, HealthTrouble } from './health.js';
import { WEBHOOKS_TEXTS } from './texts.js';

export function renderWebhooksPage(frame: Frame, views: readonly EndpointView[]): string {
  const { language } = frame;
  const texts = WEBHOOKS_TEXTS[language];
  const troubled = views.filter(({ endpoint, figures }) => endpoint.isActive && figures.failingSince !== null);
  const add = <LinkButton href={`${frame.path}/webhooks/new`} look="main" icon="plus" text={texts.add} />;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title}>{views.length > 0 && add}</PageHead>
      {troubled.map((view) => (
        <HealthTrouble
          key={view.endpoint.id}
          view={view}
          language={language}
          href={`${frame.path}/webhooks/${view.endpoint.id}`}
        />
      ))}
      <Card>
        <ItemTable
          frame={frame}
          label={texts.title}
          items={views}
          columns={(column) => [
            column.shown(texts.url, 'top-left', ({ endpoint }) => (
              <a class="path" href={`${frame.path}/webhooks/${endpoint.id}`}>
                {endpoint.url}
              </a>
            )),
            column.shown(texts.state, 'bottom-left', (view) => <HealthState view={view} language={language} />),
            column.time(texts.lastSuccess, 'left-out', ({ figures }) => figures.lastSuccessAt, texts.never),
            column.word(texts.dayFailures, 'left-out', ({ figures: { dayAttempts, dayFailures } }) =>
              dayAttempts === 0 ? texts.noAttempts : texts.share(dayFailures, dayAttempts),
            ),
            {
              ...column.figure(texts.queue, 'bottom-right', ({ figures }) => countText(figures.queued)),
              isCalled: true,
            },
          ]}
          none={
            <Empty icon="bell" title={texts.none} text={texts.noneNote}>
              {add}
            </Empty>
          }
        />
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

type SecretView = { readonly secret: string | null; readonly endpointId: string; readonly isRotated: boolean };

/** The only page that ever shows the secret. null: the endpoint was there already and keeps its own. */
export function renderSecretPage(frame: Frame, { secret, endpointId, isRotated }: SecretView): string {
  const texts = WEBHOOKS_TEXTS[frame.language];
  const title = secret === null ? texts.title : texts.secretTitle;
  return renderPage(
    frame,
    { title: title },
    <>
      <Card>
        <p>{secret === null ? texts.secretKnown : texts.secretNote}</p>
        {secret !== null && <ToCopy text={secret} frame={frame} words={texts} />}
        {isRotated && <p class="soft">{texts.secretRotated}</p>}
        <p>
          <LinkButton
            href={`${frame.path}/webhooks/${endpointId}`}
            look="main"
            text={secret === null ? texts.title : texts.kept}
          />
        </p>
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}
