// Pages in Spanish are in Spanish, and pages in English in English. Every page that can be reached from the first ones is
// read in both languages, with data on it, and searched for words of the other one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCheck } from '../../../src/actions/keeping/check-books.js';
import { CFDI_USES, REGIMES } from '../../../src/domain/accounts/tax-profile.js';
import type { Language } from '../../../src/domain/base/language.js';
import { multipart, startDesk } from './desk/desk.js';
import { bankList, fillDesk } from './desk/world.js';
import { openShop } from './merchant-pages.js';

const { service, desk } = await startDesk();
const world = await fillDesk(service);
const shop = await openShop(service);
await fillMore();

/** Lists of banks, checks and bank files, so that their pages have something to say. */
async function fillMore(): Promise<void> {
  for (const what of ['ledger', 'audit'] as const)
    await (await startCheck(service.deps, { what, actor: 'test' })).ended;
  const { body, headers } = multipart(
    { mode: 'live', kind: 'spei' },
    { name: 'banco.csv', text: bankList(service, world.paid.payTo, '12.00') },
  );
  await service.call('POST', '/dashboard/desk/reconciliation', { body, headers: { ...headers, cookie: desk.cookie } });
}

/** Words that the language of a page does not have. */
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  es: word(
    'the of is was were not must are have with and for from this that it be been your you by at or if when how what which',
    'payment payments order orders refund refunds merchant amount paid failed sent pending expired canceled transfer key',
    'keys person people settings account holder bank unknown yes missing live on off none default usual',
  ),
  en: word(
    'el la los las de del que es son fue con para por una un se su sus está están tu tus cuando donde como',
    'pago pagos orden órdenes comercio cliente monto dinero sí hoy ayer hace',
  ),
};

function word(...lines: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_@./:-])(${lines.join(' ').replaceAll(' ', '|')})(?![\\p{L}\\d_@:/-])`, 'giu');
}

/** What people and rails have written, and names that are the same in both languages. */
const DATA = new RegExp(
  [
    ...[
      'La Favorita( SA de CV)?',
      'clave de rastreo',
      'The (admin|owner)',
      'Merchant',
      '(live|test)-\\w+',
      'Suscripción .* altura',
    ],
    ...[
      'Dijo que paga el resto el viernes',
      'Curso de barista',
      'Funda de cuero',
      'Comercializadora del Bajío',
      'de la Torre y',
      'Banco de Pruebas',
      'S.A. de C.V.',
      'Funda de celular',
      'MODO DE PRUEBA',
      'Constancia de Situación Fiscal',
      'monto must',
      '“Quiero [^”]+”', // what is said at the till
      ...[...Object.values(REGIMES), ...Object.values(CFDI_USES)],
      '\\{\\w+\\}',
    ],
  ].join('|'),
  'gu',
);

for (const language of ['es', 'en'] as const) {
  test(`no page of a merchant has a word of another language than ${language}`, async () => {
    assert.deepEqual(await foreignWords(shop.cookie, '/dashboard/test/home', language), []);
  });

  test(`no page of the desk has a word of another language than ${language}`, async () => {
    assert.deepEqual(await foreignWords(desk.cookie, '/dashboard/desk/today', language), []);
  });
}

/** Follows links, a few of each kind of page. */
async function foreignWords(cookie: string, start: string, language: Language): Promise<string[]> {
  const found = new Set<string>();
  const seen = new Map<string, number>();
  const open = [start];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const kind = path.replace(/[?].*$/, '').replace(/[^/]*\d{3}[^/]*|[A-Z]\w+|[\da-f]+(?:-[\da-f]+){4}/g, ':id');
    const times = seen.get(kind) ?? 0;
    if (times >= MOST_OF_A_KIND) continue;
    seen.set(kind, times + 1);
    const query = path.includes('?') ? '&' : '?';
    const page = await service.call('GET', `${path}${query}lang=${language}`, { headers: { cookie } });
    if (page.status !== 200 || !String(page.headers['content-type']).startsWith('text/html')) continue;
    for (const said of textsOf(page.text))
      for (const [foreign] of said.replace(DATA, '').matchAll(FOREIGN[language]))
        found.add(`“${foreign}” in “${said}” on ${kind}`);
    for (const [, href = ''] of page.text.matchAll(/href="(\/dashboard\/(?:test|desk)[^"#]*)"/g))
      if (!/[?&;]lang=/.test(href)) open.push(href.replaceAll('&amp;', '&'));
  }
  assert.ok(seen.size > 20, `only ${seen.size} kinds of pages`);
  return [...found];
}

const MOST_OF_A_KIND = 3;

/** The texts of a page and its labels, without codes, sources, and what is said to be in another language or data. */
function textsOf(html: string): string[] {
  const [, body = ''] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  const texts: string[] = [];
  const within: { readonly tag: string; readonly isSkipped: boolean }[] = [];
  for (const [, end, tag = '', attributes = '', text = ''] of body.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (end === '/') {
      while (within.length > 0 && within.pop()?.tag !== tag);
    } else if (!VOID.test(tag)) {
      const isSkipped = SKIPPED.test(tag) || SKIPPED_BY.test(attributes) || within.at(-1)?.isSkipped === true;
      within.push({ tag, isSkipped });
    }
    if (within.at(-1)?.isSkipped === true) continue;
    const labels = [...attributes.matchAll(/\b(?:aria-label|placeholder|title|alt)="([^"]*)"/g)];
    texts.push(...labels.map(([, label = '']) => label), text);
  }
  return texts.map((text) =>
    text
      .replace(/&#39;|&quot;/g, "'")
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

const VOID = /^(area|br|hr|img|input|link|meta|path|rect|circle|line|use)$/;
const SKIPPED = /^(code|pre|script|style|textarea|time)$/;
const SKIPPED_BY = /class="(code|email|email-content-text)"|lang="/;
