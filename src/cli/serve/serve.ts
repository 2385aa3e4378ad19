// cobro serve: runs the service until SIGINT or SIGTERM.
import { Command, Option } from 'commander';
import { createRunningFile, isRunning } from '../../adapters/running-file.js';
import { createLog } from '../../log.js';
import { loadSettings, type Settings, unknownSettings } from '../../settings/settings.js';
import type { CommandContext, Part, RunningService } from '../context.js';
import { print, printAside, printFailure } from '../output.js';
import { greeting, workersGreeting } from './greeting.js';
import { boundHeap } from './heap.js';

const LOOK_FOR_PARENT_MS = 250;
/** Read first of all, because a shell may soon be gone. */
const PARENT = process.ppid;
const SAME_SIGNAL_MS = 1_000;

type ServeOptions = {
  readonly stopWithParent?: boolean;
  readonly stopWith?: number;
  readonly only?: Part;
  readonly oneOfSeveral?: boolean;
};

export function serveCommand(context: CommandContext): Command {
  return (
    new Command('serve')
      .option('--stop-with-parent', 'stop when the process that started it is gone, as npm start needs it')
      .option('--stop-with <pid>', 'stop when this process is gone', Number)
      .addOption(
        new Option(
          '--only <part>',
          'run a part: HTTP alone, or the work beside it, such as webhooks and expiry',
        ).choices(['api', 'workers']),
      )
      // Only for processes that the service starts itself.
      .addOption(
        new Option('--one-of-several', 'one of the processes of COBRO_PROCESSES, started by the first').hideHelp(),
      )
      .action(async ({ only = 'all', oneOfSeveral = false, ...options }: ServeOptions) => {
        const settings = loadSettings();
        if (oneOfSeveral) return (await import('./one-process.js')).serveAsOneOf(context, settings, only);
        const log = createLog({ level: settings.logLevel, destination: 1 });
        for (const problem of unknownSettings()) log.warn(problem);
        // Listens for signals before the start, so that one that arrives during the start is handled right after it.
        const stopping = stopOnSignals(log);
        stopWithOthers(stopping, options);
        const service =
          settings.processes === 1
            ? await context.startService(settings, log, only)
            : await (await import('./processes.js')).startProcesses(context, settings, log, {
                part: only,
                onHopeless: stopping.fail,
              });
        boundHeap();
        if (!stopping.isAsked()) {
          greet(service, settings, only);
          sayReady(service, only);
        }
        stopping.whenAsked(await noted(service, settings));
      })
  );
}

/** At any level: whoever starts it, a person or a program, waits for this line. */
function sayReady({ url }: RunningService, only: Part): void {
  const log = createLog({ level: 'info', destination: 1 });
  log.info({ url, only }, 'Cobro is ready');
  log.flush();
}

/** Commands on this machine find the service by its data folder, as long as it runs. */
async function noted(service: RunningService, { dataDir }: Settings): Promise<RunningService> {
  const file = createRunningFile(dataDir);
  await file.write(service.url).catch(() => undefined); // a folder that cannot be written to is no reason to stop
  return { ...service, stop: (manner) => service.stop(manner).finally(() => file.remove()) };
}

/**
 * A log has JSON lines and nothing else (D98). Whoever tries the demo with the log elsewhere still reads its keys, on stderr;
 * links to sign in are for a terminal alone.
 */
function greet(service: RunningService, settings: Settings, part: Part): void {
  const { isTTY } = process.stdout;
  if (!isTTY && service.demo === null) return;
  const text = part === 'workers' ? workersGreeting(service) : greeting(service, settings, isTTY ? 'terminal' : 'log');
  if (isTTY) print(text);
  else printAside(text);
}

/** npm runs us in a shell that dies of a signal without passing it on, and lives on when npm is killed. */
function stopWithOthers(stopping: ReturnType<typeof stopOnSignals>, options: ServeOptions): void {
  const { stopWithParent = false, stopWith } = options;
  if (!stopWithParent && stopWith === undefined) return;
  const looking = setInterval(() => {
    const isParentThere = !stopWithParent || process.ppid === PARENT;
    if (isParentThere && (stopWith === undefined || isRunning(stopWith))) return;
    clearInterval(looking);
    stopping.ask('the parent is gone');
  }, LOOK_FOR_PARENT_MS).unref();
}

/**
 * The first signal stops; the next one does not wait. SIGTERM comes from whoever runs the service and leaves the load
 * balancer time to notice; Ctrl-C comes from a person. It may arrive twice, from the terminal and from npm.
 */
function stopOnSignals(log: ReturnType<typeof createLog>) {
  let asked: string | null = null;
  let service: RunningService | null = null;
  let failure: string | null = null;
  const stop = async () => {
    if (service === null) return;
    log.info({ signal: asked }, 'stopping');
    const code = await service.stop(asked === 'SIGTERM' ? 'drained' : 'at-once').then(
      () => (failure === null ? 0 : 1),
      (error: unknown) => {
        log.fatal({ err: error }, 'the stop failed');
        return 1;
      },
    );
    if (failure !== null) printFailure(failure);
    else if (code === 0) log.info('stopped');
    log.flush(() => process.exit(code));
  };
  const ask = (why: string) => {
    if (asked !== null) return;
    asked = why;
    void stop();
  };
  let firstSignalAt: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstSignalAt !== null && now - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      firstSignalAt ??= now;
      ask(signal);
    });
  }
  return {
    ask,
    /** Stops and ends with this message. */
    fail(message: string) {
      failure = message;
      ask('no process gets ready');
    },
    isAsked: () => asked !== null,
    whenAsked(running: RunningService) {
      service = running;
      if (asked !== null) void stop();
    },
  };
}
