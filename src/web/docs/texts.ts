// The words around the guides, in both languages.
import type { Language } from '../../domain/base/language.js';

export type DocsTexts = {
  readonly other: { readonly language: Language; readonly name: string };
  readonly title: string;
  readonly intro: string;
  readonly skip: string;
  readonly guides: string;
  readonly allGuides: string;
  readonly reference: string;
  readonly referenceNote: string;
  readonly dashboard: string;
  readonly onThisPage: string;
  readonly search: string;
  readonly searchHint: string;
  readonly searchButton: string;
  readonly searched: (query: string) => string;
  readonly nothingFound: string;
  readonly found: (count: number) => string;
  /** Behind the title of a guide that exists only in the other language. */
  readonly inOther: string;
  readonly previous: string;
  readonly next: string;
  readonly copy: string;
  readonly copied: string;
  readonly notFound: string;
  readonly notFoundNote: string;
};

const ENGLISH: DocsTexts = {
  other: { language: 'es', name: 'Español' },
  title: 'Cobro documentation',
  intro:
    'Everything you need to get paid by SPEI, in cash and by bank deposit, from the first test order to the books.',
  skip: 'Skip to the text',
  guides: 'Guides',
  allGuides: 'All guides',
  reference: 'API reference',
  referenceNote: 'Every path, field and error, and a form to try them.',
  dashboard: 'Dashboard',
  onThisPage: 'On this page',
  search: 'Search',
  searchHint: 'Search the guides',
  searchButton: 'Search',
  searched: (query) => `Search: ${query}`,
  nothingFound: 'Nothing was found. Try fewer or other words.',
  found: (count) => (count === 1 ? '1 result' : `${count} results`),
  inOther: '(in Spanish)',
  previous: 'Previous',
  next: 'Next',
  copy: 'Copy',
  copied: 'Copied',
  notFound: 'There is no such page',
  notFoundNote: 'Search for it, or choose one of the guides.',
};

const SPANISH: DocsTexts = {
  other: { language: 'en', name: 'English' },
  title: 'Documentación de Cobro',
  intro:
    'Todo lo que necesitas para cobrar por SPEI, en efectivo y con depósito bancario: desde la primera orden de prueba hasta la conciliación.',
  skip: 'Ir al texto',
  guides: 'Guías',
  allGuides: 'Todas las guías',
  reference: 'Referencia de la API',
  referenceNote: 'Cada ruta, campo y error, con un formulario para probarlos (en inglés).',
  dashboard: 'Panel',
  onThisPage: 'En esta página',
  search: 'Buscar',
  searchHint: 'Busca en las guías',
  searchButton: 'Buscar',
  searched: (query) => `Búsqueda: ${query}`,
  nothingFound: 'No encontramos nada. Prueba con menos palabras o con otras.',
  found: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  inOther: '(en inglés)',
  previous: 'Anterior',
  next: 'Siguiente',
  copy: 'Copiar',
  copied: 'Copiado',
  notFound: 'Esta página no existe',
  notFoundNote: 'Búscala, o elige una de las guías.',
};

export const DOCS_TEXTS: Readonly<Record<Language, DocsTexts>> = { en: ENGLISH, es: SPANISH };
