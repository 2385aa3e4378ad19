// The explorer of the API and its script, as the build made them (tools/reference/). They are read at the first visit:
// the script is 4 MB.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VENDOR_FOLDER } from '../../paths.js';
import { FOR_GOOD } from '../ui/asset.js';
import { ICON } from '../ui/icon.js';
import { createStaticFile, type StaticFile } from '../ui/static-file.js';

const SCRIPT = 'js/scalar.js';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The files by their paths below /docs/. */
export async function loadExplorer(baseUrl: string): Promise<ReadonlyMap<string, StaticFile>> {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const html = await readFile(join(VENDOR_FOLDER, 'reference.html'), 'utf8');
  const script = await readFile(join(VENDOR_FOLDER, 'scalar.js'));
  const digest = createHash('sha256').update(script).digest('hex').slice(0, 16);
  const keptScript = SCRIPT.replace('.js', `.${digest}.js`);
  const page = html
    .replace(`BASE_PATH/docs/${SCRIPT}`, `BASE_PATH/docs/${keptScript}`)
    .replaceAll('BASE_PATH', basePath)
    .replace('</title>', `</title><link rel="icon" href="${ICON}" />`);
  const kept = await createStaticFile(script, { 'content-type': JAVASCRIPT, 'cache-control': FOR_GOOD });
  const headers = { ...pageHeaders(page, baseUrl), 'content-type': 'text/html; charset=utf-8' };
  return new Map([
    ['explorer', await createStaticFile(page, headers)],
    [keptScript, kept],
    [SCRIPT, { ...kept, headers: { ...kept.headers, 'cache-control': 'no-cache' } }],
  ]);
}

/** The script sets styles, and calls the API where a visitor tries it out. Nothing comes from another site. */
function pageHeaders(page: string, baseUrl: string): Record<string, string> {
  const inline = page.split('<script').flatMap((part) => {
    const [attributes = '', ...rest] = (part.split('</script>', 1)[0] ?? '').split('>');
    if (part === page || attributes.includes('src=')) return [];
    return `'sha256-${createHash('sha256').update(rest.join('>')).digest('base64')}'`;
  });
  return {
    'cache-control': 'no-cache',
    'content-security-policy':
      `default-src 'none'; script-src 'self' ${inline.join(' ')}; style-src 'self' 'unsafe-inline'; ` +
      `img-src 'self' data:; font-src 'self' data:; connect-src 'self' ${new URL(baseUrl).origin}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
}
