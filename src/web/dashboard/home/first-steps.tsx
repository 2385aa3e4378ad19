// What a merchant without an order does first: sells with a link or by hand; what is for a programmer is folded.
import type { ComponentChildren } from 'preact';
import { type Frame, may } from '../frame/frame.js';
import { Card, LinkButton } from '../ui/parts.js';
import { HOME_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly baseUrl: string; readonly hasAccount: boolean };

export function FirstSteps({ frame, baseUrl, hasAccount }: Props) {
  const texts = HOME_TEXTS[frame.language].start;
  const isTest = frame.viewer?.kind === 'merchant' && frame.viewer.mode === 'test';
  const docs = `${frame.basePath}/docs/${frame.language === 'es' ? 'es/' : ''}`;
  const button = (path: string, text: string, look: 'small' | 'main' = 'small') => (
    <LinkButton href={frame.path + path} look={look} text={text} />
  );
  const manages = !isTest && may(frame, 'manage');
  return (
    <Card title={texts.title}>
      <ol class="steps">
        <Step name={texts.link} text={texts.linkText}>
          {may(frame, 'serve') && button('/links/new', texts.newLink, 'main')}
        </Step>
        <Step name={texts.order} text={isTest ? texts.testText : texts.orderText}>
          {may(frame, 'serve') && button('/orders/new', texts.newOrder)}
        </Step>
        {may(frame, 'develop') && (
          <Step name={texts.shop}>
            <details>
              <summary>{texts.shopText}</summary>
              <pre class="wrapped">{curlFor(baseUrl, isTest ? 'sk_test_…' : 'sk_live_…')}</pre>
              {button('/webhooks', texts.toWebhooks)}
            </details>
          </Step>
        )}
        {manages && !hasAccount && <Step name={texts.account}>{button('/money/payouts', texts.toAccount)}</Step>}
        {manages && <Step name={texts.tax}>{button('/settings/tax', texts.toTax)}</Step>}
      </ol>
      <p>
        <a href={docs}>{texts.guides}</a>
        {isTest && ` · ${texts.live}`}
      </p>
    </Card>
  );
}

function Step(props: { readonly name: string; readonly text?: string; readonly children: ComponentChildren }) {
  return (
    <li>
      <strong>{props.name}</strong>
      {props.text !== undefined && <p class="soft">{props.text}</p>}
      <div>{props.children}</div>
    </li>
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
