// Structured logs: JSON lines for machines, readable lines on a terminal. Bodies, keys and customers' data never go in.
import pino from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** `destination` is a file descriptor: 1 for the service, 2 for commands whose stdout is their answer. */
export function createLog(options: { readonly level: string; readonly destination: 1 | 2 }): pino.Logger {
  const base = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
  };
  const stream = options.destination === 1 ? process.stdout : process.stderr;
  if (stream.isTTY) {
    const transport = { target: 'pino-pretty', options: { destination: options.destination } };
    return pino({ ...base, transport });
  }
  // Asynchronous and buffered: no write per request. Flushed twice a second and at exit.
  const destination = pino.destination({ dest: options.destination, sync: false, minLength: 4096, periodicFlush: 500 });
  return pino({ ...base, formatters: { level: (label) => ({ level: label }) } }, destination);
}

/** What is wrong and where, without what the error carries along: database errors hold rows, connections hold secrets. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : plainError(error.cause);
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
