// An e-mail as its customer sees it, drawn inside a page. The real one has the same parts (adapters/email/html.tsx).
import type { EmailContent } from '../../../domain/messages/email-content.js';
import { EMAIL_TEXTS } from '../../../domain/messages/texts.js';

export function EmailView({ email }: { readonly email: EmailContent }) {
  const texts = EMAIL_TEXTS[email.language];
  const { logo } = email.brand;
  return (
    <article class="email-content" lang={email.language}>
      <p class="email-content-subject">{email.subject}</p>
      <p class="soft">
        {logo !== null && (
          <img
            src={new URL(logo.url).pathname}
            alt=""
            width={Math.ceil(logo.width / 2)}
            height={Math.ceil(logo.height / 2)}
          />
        )}
        {email.shop}
      </p>
      <p class="email-content-heading">{email.heading}</p>
      <p class="email-content-lines">{email.introduction}</p>
      <dl>
        {email.rows.map(({ label, value, look }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class={look === 'number' ? 'code' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <span class="email-content-button">{email.button.label}</span>
      </p>
      {email.steps.length > 0 && (
        <>
          <p>
            <strong>{texts.steps}</strong>
          </p>
          <ol>
            {email.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {[...email.notes, ...email.footer].map((line) => (
        <p key={line} class="soft">
          <small>{line}</small>
        </p>
      ))}
    </article>
  );
}
