// Reads DATABASE_URL and explains what is wrong with it. A message never repeats the address, because it holds a password.
import { readFileSync } from 'node:fs';

type DatabaseUrl = { readonly url: string; readonly problems: readonly string[] };

const FORM = 'must be an address like postgres://user:password@host/database';
const ESCAPES =
  'In a user name or password write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25 and a space as %20';

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** The driver checks the certificate in all of these, as with verify-full, and prints a warning for the others. */
const CHECKED_MODES = ['prefer', 'require', 'verify-ca'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Every problem is the rest of a sentence that starts with the name of the setting. */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const url = parse(text);
  if (typeof url === 'string') return { url: text, problems: [url] };
  const { searchParams } = url;
  const problems: string[] = [];
  const mode = searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    problems.push(`has sslmode=${mode}; it is one of ${SSL_MODES.join(', ')}.`);
  // libpq's word for the certificate authorities that come along, which is what happens without it.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  for (const name of FILES) {
    const file = searchParams.get(name);
    if (file !== null && !isReadable(file)) problems.push(`names the file ${file} (${name}), which cannot be read.`);
  }
  if (mode !== null && CHECKED_MODES.includes(mode) && searchParams.get('uselibpqcompat') !== 'true') {
    searchParams.set('sslmode', 'verify-full');
  }
  return { url: url.href.replace(NO_HOST, ''), problems };
}

/** An address of a Unix socket has no host, which URL refuses. The driver does the same. */
const NO_HOST = '___none___';

function parse(text: string): URL | string {
  if (!/^postgres(ql)?:\/\/.+/.test(text)) return `${FORM}.`;
  // Otherwise everything after # would be cut off, and the rest could be a valid address of another database.
  if (text.includes('#')) return `has a # in it. ${ESCAPES}.`;
  try {
    return new URL(text.replace('@/', `@${NO_HOST}/`));
  } catch {
    return `cannot be read: it ${FORM}. ${ESCAPES}. In a file .env, put a value with # into quotes.`;
  }
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
