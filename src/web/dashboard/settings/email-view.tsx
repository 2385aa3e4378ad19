// An e-mail as its customer sees it, drawn inside a page. The real one has the same parts (adapters/email/html.tsx).
import type { Letter } from '../../../domain/messages/email-content.js';
import { LETTER_TEXTS } from '../../../domain/messages/texts.js';

export function LetterView({ letter }: { readonly letter: Letter }) {
  const texts = LETTER_TEXTS[letter.language];
  const { logo } = letter.brand;
  return (
    <article class="letter" lang={letter.language}>
      <p class="letter-subject">{letter.subject}</p>
      <p class="soft">
        {logo !== null && (
          <img
            src={new URL(logo.url).pathname}
            alt=""
            width={Math.ceil(logo.width / 2)}
            height={Math.ceil(logo.height / 2)}
          />
        )}
        {letter.shop}
      </p>
      <p class="letter-heading">{letter.heading}</p>
      <p class="letter-lines">{letter.introduction}</p>
      <dl>
        {letter.rows.map(({ label, value, look }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class={look === 'number' ? 'code' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <span class="letter-button">{letter.button.label}</span>
      </p>
      {letter.steps.length > 0 && (
        <>
          <p>
            <strong>{texts.steps}</strong>
          </p>
          <ol>
            {letter.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {[...letter.notes, ...letter.footer].map((line) => (
        <p key={line} class="soft">
          <small>{line}</small>
        </p>
      ))}
    </article>
  );
}
