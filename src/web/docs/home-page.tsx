// The page at `/`: what this service is, for somebody who has opened its address in a browser.
import { type Language, OTHER_LANGUAGE } from '../../domain/base/language.js';
import { Mark, renderPage } from './layout.js';
import { HOME_TEXTS } from './texts.js';

const SAMPLE = `curl $URL/v2/orders -u $KEY: \\
  -H 'Content-Type: application/json' -d '{
  "product": { "id": "SMG-1", "name": "Funda",
               "price": 150 },
  "customer": { "name": "Ana Robles",
                "email": "ana@example.com" },
  "payment": { "type": "SPEI" }
}'`;

export function renderHome(language: Language, basePath: string): string {
  const texts = HOME_TEXTS[language];
  const other = OTHER_LANGUAGE[language];
  return renderPage(
    { language, basePath, title: texts.title, description: texts.what },
    <body class="home">
      <header class="top">
        <p class="brand">
          <Mark />
          Cobro
        </p>
        <nav class="places" aria-label={texts.menu}>
          {texts.parts.map(({ name, to }) => (
            <a key={to} href={basePath + to}>
              {name}
            </a>
          ))}
          <a href={`?lang=${other.language}`} hreflang={other.language} lang={other.language}>
            {other.name}
          </a>
        </nav>
      </header>
      <main>
        <section class="hero">
          <div>
            <h1>{texts.claim}</h1>
            <p class="intro">{texts.what}</p>
            <p class="actions">
              <a class="button main" href={`${basePath}/docs/${language}/quick-start`}>
                {texts.start}
              </a>{' '}
              <a class="button" href={`${basePath}/docs/${language}`}>
                {texts.guides}
              </a>
            </p>
          </div>
          <figure>
            <figcaption>{texts.sample}</figcaption>
            <pre tabindex={0}>
              <code>{SAMPLE}</code>
            </pre>
          </figure>
        </section>
        <ul class="cards">
          {texts.parts.map(({ name, text, link, to }) => (
            <li key={to}>
              <h2>{name}</h2>
              <p>{text}</p>
              <a href={basePath + to}>{link}</a>
            </li>
          ))}
        </ul>
      </main>
      <footer>
        <a href={`${basePath}/health/ready`}>{texts.status}</a> <a href={`${basePath}/openapi.json`}>OpenAPI</a>
      </footer>
    </body>,
  );
}
