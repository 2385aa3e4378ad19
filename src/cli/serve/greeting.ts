// What a start says to whoever started it: where the service is, and something for a newcomer to paste (D2). Links to sign
// in are secrets: they are written to a terminal, and never to a log (D82).
import type { Settings } from '../../settings/settings.js';
import type { RunningService } from '../context.js';

/** Where it is written to. */
type Medium = 'terminal' | 'log';

export function greeting(service: RunningService, settings: Settings, medium: Medium): string {
  const { url, demo } = service;
  const lines = [
    '',
    `Cobro is ready at ${url}`,
    `  dashboard      ${seenAt(url, settings)}/dashboard`,
    `  documentation  ${url}/docs`,
    ...signInLines(service, settings, medium),
  ];
  if (demo !== null) {
    lines.push(
      `  test keys      ${demo.privateKey} (private)`,
      `                 ${demo.publicKey} (public)`,
      '',
      'Create your first order:',
      '',
      `curl ${url}/v2/orders -u ${demo.privateKey}: -H 'Content-Type: application/json' \\`,
      `  -d '{"product":{"id":"SMG-1","name":"Funda","price":150},"customer":{"name":"Ana Robles","email":"ana@example.com"},"payment":{"type":"SPEI"}}'`,
    );
  } else {
    lines.push('  accounts       npx cobro account create --name NAME');
  }
  if (settings.clabePrefix === null) lines.push('', 'Live SPEI orders are off until COBRO_CLABE_PREFIX is set.');
  return `${lines.join('\n')}\n`;
}

export function workersGreeting({ url }: RunningService): string {
  return `\nCobro is ready at ${url} (workers only: it answers /health/live, /health/ready and /metrics)\n`;
}

function signInLines({ url, signIn }: RunningService, settings: Settings, medium: Medium): string[] {
  if (medium === 'log') return ['  sign in        npx cobro operator link'];
  return Object.entries(signIn ?? {})
    .filter(([, link]) => link !== null)
    .map(([who, link]) => {
      const seen = String(link).replace(settings.baseUrl, seenAt(url, settings));
      return `  sign in        ${seen} (${who}; good once, for an hour)`;
    });
}

/** Behind a proxy, the dashboard's cookie belongs to the public address. */
function seenAt(url: string, { baseUrl }: Settings): string {
  return baseUrl.startsWith('https:') ? baseUrl.replace(/\/$/, '') : url;
}
