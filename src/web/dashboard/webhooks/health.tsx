// How an endpoint does, for people: a state in colour and words, the figures, and for a dead one since when, why, and what
// to do.

import type { Language } from '../../../domain/base/language.js';
import type { Endpoint } from '../../../domain/webhooks/endpoint.js';
import { type EndpointFigures, type Health, healthOf, QUEUE_SHOWN } from '../../../domain/webhooks/endpoint-health.js';
import { Callout, Fact, State, Time, TimeFact, type Tone } from '../ui/parts.js';
import { explainReason } from './reasons.js';
import { WEBHOOKS_TEXTS } from './texts.js';

/** An endpoint with all that a page knows of it. */
export type EndpointView = { readonly endpoint: Endpoint; readonly figures: EndpointFigures; readonly now: number };

/** What will be tried again is amber; red is what gets nothing any more. */
const TONES: Readonly<Record<Health, Tone>> = {
  new: 'info',
  good: 'good',
  stumbling: 'wait',
  dead: 'wait',
  off: 'off',
  'given-up': 'bad',
  gone: 'bad',
};

type Props = { readonly view: EndpointView; readonly language: Language };

export function HealthState({ view, language }: Props) {
  const health = healthOf(view.endpoint, view.figures, view.now);
  return <State tone={TONES[health]}>{WEBHOOKS_TEXTS[language].health[health]}</State>;
}

export function HealthFacts({ view, language }: Props) {
  const texts = WEBHOOKS_TEXTS[language];
  const { figures, endpoint, now } = view;
  const { lastSuccessAt, failingSince, dayAttempts, dayFailures, queued, nextTryAt } = figures;
  return (
    <>
      <Fact name={texts.lastSuccess}>
        {lastSuccessAt === null ? texts.never : <Time at={lastSuccessAt} language={language} />}
      </Fact>
      <TimeFact name={texts.failingSince} at={failingSince} language={language} />
      {endpoint.isActive && nextTryAt !== null && (
        <Fact name={texts.nextTry}>{nextTryAt <= now ? texts.now : <Time at={nextTryAt} language={language} />}</Fact>
      )}
      <Fact name={texts.dayFailures}>
        {dayAttempts === 0 ? texts.noAttempts : texts.share(dayFailures, dayAttempts)}
      </Fact>
      <Fact name={texts.queue}>{countText(queued)}</Fact>
    </>
  );
}

/** Counting stops where nobody counts any further. */
export function countText(count: number): string {
  return count > QUEUE_SHOWN ? `${QUEUE_SHOWN.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}

/** Nothing for an endpoint that does well. `href`: where more is known of it. */
export function HealthTrouble({ view, language, href }: Props & { readonly href?: string }) {
  const texts = WEBHOOKS_TEXTS[language];
  const { endpoint, figures, now } = view;
  const health = healthOf(endpoint, figures, now);
  if (health === 'new' || health === 'good') return null;
  const reason = health === 'off' ? null : (figures.lastAttempt?.reason ?? null);
  return (
    <Callout tone={TONES[health]}>
      <p>
        <strong>{texts.troubles[health]}</strong>
        {figures.failingSince !== null && (
          <>
            {' · '}
            {texts.failingSince} <Time at={figures.failingSince} language={language} />
          </>
        )}
      </p>
      {href !== undefined && (
        <p>
          <a class="url" href={href}>
            {endpoint.url}
          </a>
        </p>
      )}
      <Explained reason={reason} language={language} />
      <p>{endpoint.isActive ? texts.deadNote : texts.offNote}</p>
    </Callout>
  );
}

/** Why an attempt failed, and what to do about it. */
export function Explained({ reason, language }: { readonly reason: string | null; readonly language: Language }) {
  if (reason === null) return null;
  const texts = WEBHOOKS_TEXTS[language];
  const { text, advice } = explainReason(reason, language);
  return (
    <>
      <p>
        <strong>{texts.why}:</strong> {text}
      </p>
      {advice !== '' && (
        <p>
          <strong>{texts.todo}:</strong> {advice}
        </p>
      )}
    </>
  );
}
