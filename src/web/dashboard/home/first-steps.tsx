// What a merchant without an order does first: with the dashboard, or with the API.
import { type Frame, may } from '../frame/frame.js';
import { Card, LinkButton } from '../ui/parts.js';
import { HOME_TEXTS } from './texts.js';

export function FirstSteps({ frame, baseUrl }: { readonly frame: Frame; readonly baseUrl: string }) {
  const texts = HOME_TEXTS[frame.language].start;
  const isTest = frame.viewer?.kind === 'merchant' && frame.viewer.mode === 'test';
  const docs = `${frame.basePath}/docs/${frame.language === 'es' ? 'es/' : ''}`;
  return (
    <Card title={texts.title}>
      <ol class="steps">
        <li>
          <strong>{texts.order}</strong>
          <p class="soft">{texts.orderText}</p>
          {may(frame, 'develop') && <pre class="wrapped">{curlFor(baseUrl, isTest ? 'sk_test_…' : 'sk_live_…')}</pre>}
          {may(frame, 'serve') && <LinkButton href={`${frame.path}/orders/new`} look="main" text={texts.newOrder} />}
        </li>
        {isTest && (
          <li>
            <strong>{texts.page}</strong>
            <p class="soft">{texts.pageText}</p>
          </li>
        )}
        {may(frame, 'develop') && (
          <li>
            <strong>{texts.webhooks}</strong>
            <p class="soft">{texts.webhooksText}</p>
            <LinkButton href={`${frame.path}/webhooks`} look="small" text={texts.toWebhooks} />
          </li>
        )}
        <li>
          <strong>{texts.plugins}</strong>
          <p class="soft">{texts.pluginsText}</p>
          {may(frame, 'serve') && <LinkButton href={`${frame.path}/links/new`} look="small" text={texts.newLink} />}
        </li>
      </ol>
      <p>
        <a href={docs}>{texts.guides}</a>
        {isTest && ` · ${texts.live}`}
      </p>
    </Card>
  );
}

function curlFor(baseUrl: string, key: string): string {
  return `curl ${baseUrl}/v2/orders -u ${key}: \\
  -H 'Content-Type: application/json' \\
  -d '{
    "product": { "id": "SMG-1", "name": "Funda", "price": 150 },
    "customer": { "name": "Ana Robles", "email": "ana@example.com" },
    "payment": { "type": "SPEI" }
  }'`;
}
