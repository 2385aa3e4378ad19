// One of several processes of the service (COBRO_PROCESSES): it serves as the process that started it says. It ends with
// that process, because Node.js ends it when the wire between them breaks.
import { inspect } from 'node:util';
import { createSiblings, type FromProcess, type ToProcess, type Wire } from '../../adapters/siblings.js';
import { createLog } from '../../log.js';
import type { Settings } from '../../settings/settings.js';
import type { CommandContext, Part, RunningService, Stop } from '../context.js';
import { failureText } from '../failure.js';
import { boundHeap } from './heap.js';

export async function serveAsOneOf({ startService }: CommandContext, settings: Settings, part: Part): Promise<void> {
  const begin = await beginning();
  const { number, count, databaseUrl } = begin;
  const log = createLog({ level: settings.logLevel, destination: 1, process: number });
  const stopping = stopWhenTold(log);
  // Connections are spread evenly, so each process may have its share of them.
  const own: Settings = {
    ...settings,
    port: begin.port,
    maxConnections: Math.ceil(settings.maxConnections / count),
  };
  try {
    const service = await startService(own, log, part, { siblings: createSiblings(begin, wire), databaseUrl });
    boundHeap();
    const { url, demo, signIn } = service;
    wire.send({ kind: 'ready', ready: { url, demo, signIn } });
    stopping.whenTold(service);
  } catch (error) {
    wire.send({ kind: 'failed', text: failureText(error) ?? inspect(error) });
    log.flush(() => process.exit(1));
  }
}

const wire: Wire = {
  send(message: FromProcess) {
    // If the wire is broken, the process is about to end.
    process.send?.(message, undefined, undefined, () => undefined);
  },
  onMessage(listener) {
    process.on('message', (message: ToProcess) => listener(message));
  },
};

function beginning() {
  return new Promise<Extract<ToProcess, { kind: 'begin' }>['begin']>((resolve) => {
    wire.onMessage((message) => {
      if (message.kind === 'begin') resolve(message.begin);
    });
    wire.send({ kind: 'here' });
  });
}

/**
 * Stops when it is told, and at a SIGTERM of its own: another process then takes its place. A terminal sends Ctrl-C to
 * every process, and the one that started this one tells it what to do.
 */
function stopWhenTold(log: ReturnType<typeof createLog>) {
  let service: RunningService | null = null;
  let told: Stop | null = null;
  let isStopping = false;
  const stop = async () => {
    if (service === null || told === null || isStopping) return;
    isStopping = true;
    const code = await service.stop(told).then(
      () => 0,
      (error: unknown) => {
        log.fatal({ err: error }, 'the stop failed');
        return 1;
      },
    );
    log.flush(() => process.exit(code));
  };
  wire.onMessage((message) => {
    if (message.kind !== 'stop') return;
    told ??= message.manner;
    void stop();
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => {
    told ??= service === null ? null : 'drained';
    void stop();
  });
  return {
    whenTold(running: RunningService) {
      service = running;
      void stop();
    },
  };
}
