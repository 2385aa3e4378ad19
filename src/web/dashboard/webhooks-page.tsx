// The addresses of a merchant's shop that are told of changes.
import type { Endpoint } from '../../domain/endpoint.js';
import { type Frame, renderDashboard } from './layout.js';
import { DASHBOARD_TEXTS } from './texts.js';

export function renderWebhooksPage(frame: Frame, endpoints: readonly Endpoint[]): string {
  const { notices, sections } = DASHBOARD_TEXTS[frame.language];
  return renderDashboard(
    frame,
    sections.notices,
    <>
      <h1>{sections.notices}</h1>
      <p class="soft">{notices.note}</p>
      {endpoints.length === 0 && <p class="card">{notices.none}</p>}
      {endpoints.map((endpoint) => (
        <section key={endpoint.id} class="card" aria-label={endpoint.url}>
          <h2 class="code">{endpoint.url}</h2>
          <p>
            <span class={`status ${endpoint.isActive ? 'paid' : 'expired'}`}>
              {endpoint.isActive ? notices.on : notices.off}
            </span>
          </p>
          <p class="soft">{endpoint.events.join(', ')}</p>
          <div class="row">
            <Act action={`${frame.path}/notices/${endpoint.id}/ping`} text={notices.ping} />
            {endpoint.isActive ? (
              <Act action={`${frame.path}/notices/${endpoint.id}/off`} text={notices.switchOff} />
            ) : (
              <Act action={`${frame.path}/notices/${endpoint.id}/on`} text={notices.switchOn} />
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
