// The words around the guides, in both languages.
import { inBoth } from '../../domain/base/in-both.js';

export const DOCS_TEXTS = inBoth({
  title: { es: 'Documentación de Cobro', en: 'Cobro documentation' },
  intro: {
    es: 'Todo lo que necesitas para cobrar por SPEI, en efectivo y con depósito bancario: desde la primera orden de prueba hasta la conciliación.',
    en: 'Everything you need to get paid by SPEI, in cash and by bank deposit, from the first test order to the books.',
  },
  skip: { es: 'Ir al texto', en: 'Skip to the text' },
  guides: { es: 'Guías', en: 'Guides' },
  allGuides: { es: 'Todas las guías', en: 'All guides' },
  reference: { es: 'Referencia de la API', en: 'API reference' },
  referenceNote: {
    es: 'Cada ruta, campo y error, con un formulario para probarlos (en inglés).',
    en: 'Every path, field and error, and a form to try them.',
  },
  changes: { es: 'Qué hay de nuevo', en: 'What is new' },
  status: { es: 'Estado del servicio', en: 'Status of the service' },
  yourKey: {
    es: 'Tu llave privada de prueba, para que los ejemplos la lleven. No sale de este navegador.',
    en: 'Your private test key, for the samples below. It does not leave this browser.',
  },
  dashboard: { es: 'Panel', en: 'Dashboard' },
  onThisPage: { es: 'En esta página', en: 'On this page' },
  search: { es: 'Buscar', en: 'Search' },
  searchHint: { es: 'Busca en las guías', en: 'Search the guides' },
  searchButton: { es: 'Buscar', en: 'Search' },
  searched: (query: string) => ({ es: `Búsqueda: ${query}`, en: `Search: ${query}` }),
  nothingFound: {
    es: 'No encontramos nada. Prueba con menos palabras o con otras.',
    en: 'Nothing was found. Try fewer or other words.',
  },
  found: (count: number) => ({
    es: count === 1 ? '1 resultado' : `${count} resultados`,
    en: count === 1 ? '1 result' : `${count} results`,
  }),
  /** Behind the title of a guide that exists only in the other language. */
  inOther: { es: '(en inglés)', en: '(in Spanish)' },
  previous: { es: 'Anterior', en: 'Previous' },
  next: { es: 'Siguiente', en: 'Next' },
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  notFound: { es: 'Esta página no existe', en: 'There is no such page' },
  notFoundNote: { es: 'Búscala, o elige una de las guías.', en: 'Search for it, or choose one of the guides.' },
});

/** Of the page at `/`. */
export const HOME_TEXTS = inBoth({
  title: { es: 'Cobro: cobra por SPEI, en efectivo y en bancos', en: 'Cobro: get paid by SPEI, in cash and at banks' },
  claim: { es: 'Cobra por SPEI, en efectivo y en bancos', en: 'Get paid by SPEI, in cash and at banks' },
  what: {
    es: 'Tu tienda crea una orden; tu cliente la paga por transferencia, en una tienda o en el banco. Cobro detecta el pago, lleva las cuentas y le avisa a tu tienda.',
    en: 'Your shop creates an order; your customer pays it by transfer, at a store or at a bank. Cobro detects the payment, keeps the books and tells your shop.',
  },
  start: { es: 'Haz tu primera orden de prueba', en: 'Make your first test order' },
  guides: { es: 'Ver las guías', en: 'Read the guides' },
  menu: { es: 'Secciones', en: 'Sections' },
  parts: [
    {
      name: { es: 'Guías', en: 'Guides' },
      text: {
        es: 'SPEI, efectivo, SMS, webhooks, reembolsos, errores y todo lo que pasa cuando un pago no llega como esperabas.',
        en: 'SPEI, cash, SMS, webhooks, refunds, errors, and what happens when a payment is not what you expected.',
      },
      link: { es: 'Leer las guías', en: 'Read the guides' },
      to: { es: '/docs/es', en: '/docs/en' },
    },
    {
      name: { es: 'Referencia de la API', en: 'API reference' },
      text: {
        es: 'Cada ruta y cada campo, con un formulario para probarlos. También como documento OpenAPI.',
        en: 'Every path and every field, with a form to try them. Also as an OpenAPI document.',
      },
      link: { es: 'Abrir la referencia', en: 'Open the reference' },
      to: { es: '/docs/reference', en: '/docs/reference' },
    },
    {
      name: { es: 'Panel', en: 'Dashboard' },
      text: {
        es: 'Busca órdenes, mira qué se le avisó a tu tienda, reembolsa y decide sobre el dinero que llegó de más.',
        en: 'Find orders, see what your shop was told, refund, and decide about money that nobody owed.',
      },
      link: { es: 'Entrar al panel', en: 'Sign in' },
      to: { es: '/dashboard', en: '/dashboard' },
    },
  ],
  sample: { es: 'Una orden es una sola petición', en: 'An order is a single request' },
  status: { es: 'Estado del servicio', en: 'Status of the service' },
});
