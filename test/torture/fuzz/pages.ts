// The pages and forms of the dashboard as operations of the fuzz. They are found as a person finds them: by signing in,
// following links, and looking at the forms.
import { createLog } from '../../../src/log.js';
import { createDeps } from '../../../src/service/compose.js';
import { readSettings } from '../../../src/settings/settings.js';
import { openDb } from '../../../src/store/db.js';
import { TEST_SECRET_KEY } from '../../support/secret-key.js';
import type { Call, Reply } from '../../support/service.js';
import { type FoundForm, formsIn } from '../../web/dashboard/forms.js';
import { ensurePerson, enter, PASSWORD } from '../../web/dashboard/sign-in.js';
import { FILES, FORM, MULTIPART } from './bodies.js';
import type { Operation } from './operations.js';

type Ask = (method: 'GET' | 'POST', path: string, call: Call) => Promise<Reply>;

export type Visitor = { readonly cookie: string; readonly pages: readonly Operation[] };

/** Pages that one visitor looks at to find forms. */
const MOST_PAGES = 150;
/** There are many more: a walk that finds fewer was stopped at a page to sign in on. */
const FEWEST_PAGES = 20;
/** What would end the session, or the credentials that other requests use. */
const ENDING = /sign-out|session|password|second-factor|profile|people|keys|suspend|resume|\/rails/;

/** An owner of each account, and as often an admin of the operator, each with what their pages offer. */
export async function makeVisitors(databaseUrl: string, accountIds: readonly string[], ask: Ask): Promise<Visitor[]> {
  const settings = readSettings({ DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: TEST_SECRET_KEY });
  const log = createLog({ level: 'silent', destination: 2 });
  const db = openDb({ url: databaseUrl, poolSize: 4, timeoutMs: 30_000, log });
  try {
    const service = { deps: await createDeps({ settings, log, db }), call: ask };
    const visitors: Visitor[] = [];
    for (const team of [...accountIds, null]) {
      const area = team === null ? 'desk' : 'test';
      const { email } = await ensurePerson(service, team);
      const { cookie, start = '' } = await enter(service, { email, password: PASSWORD }, area);
      const pages = await walk(ask, cookie, start);
      if (pages.length < FEWEST_PAGES) throw new Error(`${email} found only ${pages.length} pages and forms`);
      visitors.push({ cookie, pages });
    }
    const desk = visitors.slice(-1);
    return visitors.flatMap((visitor) => (desk.includes(visitor) ? [] : [visitor, ...desk]));
  } finally {
    await db.close();
  }
}

async function walk(ask: Ask, cookie: string, start: string): Promise<Operation[]> {
  const paths = new Set([start]);
  const found = new Map<string, Operation>();
  for (const path of paths) {
    const { status, text } = await ask('GET', path, { headers: { cookie } });
    if (status !== 200) continue;
    found.set(`GET ${path}`, pageAt(path, formsIn(text)));
    for (const form of formsIn(text))
      if (form.method === 'post' && !ENDING.test(form.action)) found.set(`POST ${form.action}`, toOperation(form));
    for (const [, link = ''] of text.matchAll(/href="(\/dashboard\/[^"?#]*)/g))
      if (paths.size < MOST_PAGES && !ENDING.test(link)) paths.add(link);
  }
  return [...found.values()];
}

/** A list is asked with the fields of its filters. */
function pageAt(path: string, forms: readonly FoundForm[]): Operation {
  const query = forms.filter(({ method }) => method === 'get').flatMap(({ fields }) => fields.map(([name]) => name));
  return { method: 'GET', path, query, bodyType: null, schema: null, security: 'session' };
}

function toOperation({ action, fields, files }: FoundForm): Operation {
  const properties = Object.fromEntries(
    fields.map(([name, value]) => [name, { examples: files.includes(name) ? FILES : [value] }]),
  );
  return {
    method: 'POST',
    path: action,
    query: [],
    bodyType: files.length === 0 ? FORM : MULTIPART,
    schema: { properties, required: Object.keys(properties) },
    security: 'session',
  };
}
