// cobro webhook: an operator's hands on a merchant's endpoints, and an explanation of why a signature is wrong.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { pingEndpoint } from '../../actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../../actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../../actions/webhooks/remove-endpoint.js';
import { replayEvents } from '../../actions/webhooks/replay-events.js';
import { requireEndpoint } from '../../actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../../actions/webhooks/rotate-secret.js';
import { deactivateEndpoint } from '../../actions/webhooks/switch-endpoint.js';
import type { Deps } from '../../deps.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listEndpoints } from '../../store/webhooks/endpoints.js';
import type { Sent } from '../../wire/shape/request.js';
import { writePingBody } from '../../wire/versions/write-webhook.js';
import { renderEndpoint, renderGoneEndpoint, renderPingResult, renderReplaying } from '../../wire/webhooks/endpoint.js';
import { newEndpoint, RegisterEndpoint } from '../../wire/webhooks/endpoint-request.js';
import { readEventCursor } from '../../wire/webhooks/event.js';
import type { CommandContext, CommandDeps } from '../context.js';
import { merchantFor, type ScopeOptions, scoped, words } from '../merchant.js';
import { operator } from '../operator.js';
import { printMany, printOne } from '../output.js';
import { readSecret } from '../secret-option.js';
import { diagnose, readHeaders } from './verify-signature.js';

export function webhookCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('webhook');
  scoped(command.command('list').description('the endpoints of a merchant')).action((options: ScopeOptions) =>
    withDeps(async (deps) => {
      const { scope } = await merchantFor(deps, options);
      printMany((await listEndpoints(deps.db, scope)).map(lineOf), options, 'No endpoints.');
    }),
  );
  scoped(command.command('add').description('register an endpoint, or switch it on again'))
    .requiredOption('--url <url>', 'where webhooks are sent')
    .option('--events <types>', 'types it wants, separated by commas (default: the changes of state)', words)
    .action((options: AddOptions) => withService((deps) => add(deps, options)));
  addSwitches(command, withService);
  scoped(command.command('ping').description('send the test webhook now').argument('<id>')).action(
    (id: string, options: ScopeOptions) =>
      withService(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const result = await pingEndpoint(deps, scope, id, writePingBody(deps.settings.serviceName));
        deps.sender.close();
        printOne(renderPingResult(result), options);
        if (!result.accepted) process.exitCode = 1;
      }),
  );
  scoped(command.command('replay').description('send events once more to an endpoint').argument('<id>'))
    .option('--after <event>', 'all after this event or cursor')
    .option('--from <time>', 'all since then, such as 2026-11-01T00:00:00Z')
    .option('--to <time>', 'until then')
    .action((id: string, options: ReplayOptions) => withDeps((deps) => replayRange(deps, id, options)));
  command
    .command('verify')
    .description('say whether a webhook is signed right, and if not, why')
    .requiredOption('--secret <secret>', 'whsec_…; @FILE reads it from a file', readSecret)
    .requiredOption('--file <file>', 'the body, byte for byte as it came')
    .option('--id <id>', 'webhook-id')
    .option('--timestamp <seconds>', 'webhook-timestamp')
    .option('--signature <signature>', 'webhook-signature')
    .option('--headers <file>', 'a file with these headers, as lines or as a JSON object')
    .option('--tolerance <seconds>', 'the oldest timestamp that is fine; 0: any', '300')
    .action(verify);
  return command;
}

function addSwitches(command: Command, withService: CommandContext['withService']): void {
  scoped(command.command('off').description('switch an endpoint off; its deliveries are held').argument('<id>')).action(
    (id: string, options: ScopeOptions) =>
      withService(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        printOne(renderEndpoint(await deactivateEndpoint(deps, scope, id, operator()), 'deactivated'), options);
      }),
  );
  scoped(
    command
      .command('rotate')
      .description('make a new secret; the one of now also signs for a day. It is shown this once')
      .argument('<id>'),
  ).action((id: string, options: ScopeOptions) =>
    withService(async (deps) => {
      const { scope } = await merchantFor(deps, options);
      const { endpoint, secret } = await rotateSecret(deps, scope, id, operator());
      printOne(renderEndpoint(endpoint, 'updated', secret), options);
    }),
  );
  scoped(
    command.command('delete').description('remove an endpoint; nothing more is sent to it').argument('<id>'),
  ).action((id: string, options: ScopeOptions) =>
    withService(async (deps) => {
      const { scope } = await merchantFor(deps, options);
      // A merchant's plugin may delete twice. A person at the terminal should hear of a wrong id.
      await requireEndpoint(deps, scope, id);
      const gone = await removeEndpoint(deps, scope, id, operator());
      printOne(gone === null ? renderGoneEndpoint(id, 'deleted') : renderEndpoint(gone, 'deleted'), options);
    }),
  );
}

type AddOptions = ScopeOptions & { url: string; events?: string[] };
type ReplayOptions = ScopeOptions & { after?: string; from?: string; to?: string };
type VerifyOptions = {
  secret: string;
  file: string;
  id?: string;
  timestamp?: string;
  signature?: string;
  headers?: string;
  tolerance: string;
  json?: boolean;
};

async function add(deps: Deps, options: AddOptions): Promise<void> {
  const wanted = newEndpoint(
    RegisterEndpoint.read({ url: options.url, events: options.events } satisfies Sent<typeof RegisterEndpoint>),
  );
  const merchant = await merchantFor(deps, options);
  const { endpoint, isNew, secret } = await registerEndpoint(deps, merchant, wanted, operator());
  printOne(renderEndpoint(endpoint, isNew ? 'new' : 'exists', secret), options);
}

async function replayRange(deps: CommandDeps, id: string, options: ReplayOptions): Promise<void> {
  if (options.after === undefined && options.from === undefined) throw new OperatorError('Give --after or --from.');
  const { scope } = await merchantFor(deps, options);
  const endpoint = await requireEndpoint(deps, scope, id);
  const replayed = await replayEvents(deps, endpoint, {
    after: options.after === undefined ? null : readEventCursor(options.after),
    from: readTime('--from', options.from),
    to: readTime('--to', options.to),
  });
  printOne(renderReplaying(replayed), options);
}

async function verify(options: VerifyOptions): Promise<void> {
  const headers = options.headers === undefined ? {} : readHeaders(await readText(options.headers));
  const findings = diagnose({
    secret: options.secret,
    body: await readText(options.file),
    id: options.id ?? headers['webhook-id'],
    timestamp: options.timestamp ?? headers['webhook-timestamp'],
    signature: options.signature ?? headers['webhook-signature'],
    toleranceSeconds: Number(options.tolerance),
    now: Date.now(),
  });
  printMany(findings, options, '');
  if (findings.some(({ result }) => result === 'wrong')) process.exitCode = 1;
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read.`, { cause: error });
  });
}

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = /^\d{9,11}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(ms)) throw new OperatorError(`${option} ${text} is no time: 2026-11-01T00:00:00Z`);
  return ms;
}

function lineOf(endpoint: Endpoint) {
  return renderEndpoint(endpoint, endpoint.isActive ? 'active' : 'inactive');
}
