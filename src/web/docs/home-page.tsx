// The page at `/`: what this service is, for somebody who has opened its address in a browser.
import type { Language } from '../../domain/base/language.js';
import { Mark, renderPage } from './layout.js';

type HomeTexts = {
  readonly title: string;
  readonly other: { readonly language: Language; readonly name: string };
  readonly claim: string;
  readonly what: string;
  readonly start: string;
  readonly guides: string;
  readonly parts: readonly {
    readonly name: string;
    readonly text: string;
    readonly link: string;
    readonly to: string;
  }[];
  readonly sample: string;
  readonly status: string;
  readonly menu: string;
};

const TEXTS: Readonly<Record<Language, HomeTexts>> = {
  es: {
    title: 'Cobro: cobra por SPEI, en efectivo y en bancos',
    other: { language: 'en', name: 'English' },
    claim: 'Cobra por SPEI, en efectivo y en bancos',
    what: 'Tu tienda crea una orden; tu cliente la paga por transferencia, en una tienda o en el banco. Cobro detecta el pago, lleva las cuentas y le avisa a tu tienda.',
    start: 'Haz tu primera orden de prueba',
    guides: 'Ver las guías',
    menu: 'Secciones',
    parts: [
      {
        name: 'Guías',
        text: 'SPEI, efectivo, SMS, webhooks, reembolsos, errores y todo lo que pasa cuando un pago no llega como esperabas.',
        link: 'Leer las guías',
        to: '/docs/es',
      },
      {
        name: 'Referencia de la API',
        text: 'Cada ruta y cada campo, con un formulario para probarlos. También como documento OpenAPI.',
        link: 'Abrir la referencia',
        to: '/docs/reference',
      },
      {
        name: 'Panel',
        text: 'Busca órdenes, mira qué se le avisó a tu tienda, reembolsa y decide sobre el dinero que llegó de más.',
        link: 'Entrar al panel',
        to: '/dashboard',
      },
    ],
    sample: 'Una orden es una sola petición',
    status: 'Estado del servicio',
  },
  en: {
    title: 'Cobro: get paid by SPEI, in cash and at banks',
    other: { language: 'es', name: 'Español' },
    claim: 'Get paid by SPEI, in cash and at banks',
    what: 'Your shop creates an order; your customer pays it by transfer, at a store or at a bank. Cobro detects the payment, keeps the books and tells your shop.',
    start: 'Make your first test order',
    guides: 'Read the guides',
    menu: 'Sections',
    parts: [
      {
        name: 'Guides',
        text: 'SPEI, cash, SMS, webhooks, refunds, errors, and what happens when a payment is not what you expected.',
        link: 'Read the guides',
        to: '/docs/en',
      },
      {
        name: 'API reference',
        text: 'Every path and every field, with a form to try them. Also as an OpenAPI document.',
        link: 'Open the reference',
        to: '/docs/reference',
      },
      {
        name: 'Dashboard',
        text: 'Find orders, see what your shop was told, refund, and decide about money that nobody owed.',
        link: 'Sign in',
        to: '/dashboard',
      },
    ],
    sample: 'An order is a single request',
    status: 'Status of the service',
  },
};

const SAMPLE = `curl $URL/v2/orders -u $KEY: \\
  -H 'Content-Type: application/json' -d '{
  "product": { "id": "SMG-1", "name": "Funda",
               "price": 150 },
  "customer": { "name": "Ana Robles",
                "email": "ana@example.com" },
  "payment": { "type": "SPEI" }
}'`;

export function renderHome(language: Language, basePath: string): string {
  const texts = TEXTS[language];
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
          <a href={`?lang=${texts.other.language}`} hreflang={texts.other.language} lang={texts.other.language}>
            {texts.other.name}
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
