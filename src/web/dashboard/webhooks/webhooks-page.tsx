// The webhook endpoints of a merchant.
import type { Endpoint } from '../../../domain/endpoint.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DASHBOARD_TEXTS } from '../texts.js';

export function renderWebhooksPage(frame: Frame, endpoints: readonly Endpoint[]): string {
  const { webhooks, sections } = DASHBOARD_TEXTS[frame.language];
  return renderDashboard(
    frame,
    sections.webhooks,
    <>
      <h1>{sections.webhooks}</h1>
      <p class="soft">{webhooks.note}</p>
      {endpoints.length === 0 && <p class="card">{webhooks.none}</p>}
      {endpoints.map((endpoint) => (
        <section key={endpoint.id} class="card" aria-label={endpoint.url}>
          <h2 class="code">{endpoint.url}</h2>
          <p>
            <span class={`status ${endpoint.isActive ? 'paid' : 'expired'}`}>
              {endpoint.isActive ? webhooks.on : webhooks.off}
            </span>
          </p>
          <p class="soft">{endpoint.events.join(', ')}</p>
          <div class="row">
            <Act action={`${frame.path}/webhooks/${endpoint.id}/ping`} text={webhooks.ping} />
            {endpoint.isActive ? (
              <Act action={`${frame.path}/webhooks/${endpoint.id}/off`} text={webhooks.switchOff} />
            ) : (
              <Act action={`${frame.path}/webhooks/${endpoint.id}/on`} text={webhooks.switchOn} />
            )}
          </div>
        </section>
      ))}
    </>,
  );
}

function Act({ action, text }: { readonly action: string; readonly text: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit">{text}</button>
    </form>
  );
}
