// Structured logs: JSON lines for machines, readable lines on a terminal. Bodies, keys and customers' data never go in.
import pino from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** `destination` is a file descriptor: 1 for the service, 2 for commands whose stdout is their answer. */
export function createLog(options: { readonly level: string; readonly destination: 1 | 2 }): pino.Logger {
  const base = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const stream = options.destination === 1 ? process.stdout : process.stderr;
  if (stream.isTTY) {
    const transport = { target: 'pino-pretty', options: { destination: options.destination } };
    return pino({ ...base, transport });
  }
  // Asynchronous and buffered: no write per request. Flushed twice a second and at exit.
  const destination = pino.destination({ dest: options.destination, sync: false, minLength: 4096, periodicFlush: 500 });
  return pino({ ...base, formatters: { level: (label) => ({ level: label }) } }, destination);
}
