// One POST on one connection, with a time limit and no redirects. Reads at most 4 KiB of the reply.
import type { Dispatcher } from 'undici';
import { READ_REPLY_BYTES } from '../domain/webhooks/endpoint.js';
import type { Connection } from './kept-connections.js';
import { plainHeaders, plainText, type Sent } from './webhook-reply.js';

/** Results that are not a reply: the receiver had closed the connection, or it sent an interim reply first. */
type NoAnswer = 'closed while kept' | 'interim answer';

type Post = {
  readonly connection: Connection;
  readonly request: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  /** The problem to report if there is no reply in time. */
  readonly overdue: string;
  /** Called when the connection is free for another request. */
  onFree(connection: Connection): void;
};

export function post({ connection, request, timeoutMs, overdue, onFree }: Post): Promise<Sent | NoAnswer> {
  return new Promise((resolve) => {
    const { client } = connection;
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    const finish = (sent: Sent | NoAnswer) => {
      clearTimeout(timer);
      resolve(sent);
    };
    const giveUp = (sent: Sent | NoAnswer) => {
      finish(sent);
      void client.destroy();
    };
    const timer = setTimeout(() => giveUp({ problem: overdue }), timeoutMs);
    connection.limit.begin();
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, code, received) {
        status = code;
        headers = plainHeaders(received);
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        // A longer reply is not read to its end, and its connection is closed.
        if (size > READ_REPLY_BYTES) giveUp({ status, headers, body: plainText(chunks) });
      },
      onResponseEnd() {
        finish({ status, headers, body: plainText(chunks) });
        onFree(connection);
      },
      onResponseError(_controller, error) {
        giveUp(judgeError(error, { isKept: connection.isUsed && status === 0 }));
      },
    });
  });
}

/** The errors of a connection that the receiver closed while it was kept. */
const RESET = new Set(['ECONNRESET', 'EPIPE']);

function judgeError(error: Error, { isKept }: { readonly isKept: boolean }): Sent | NoAnswer {
  if (error.message === 'bad response') return 'interim answer';
  const problem = problemOf(error);
  // The receiver closed a kept connection at this very moment, which says nothing about the receiver.
  return isKept && RESET.has(problem) ? 'closed while kept' : { problem };
}

/** The operating system's error code if there is one. A connection that the other side closed counts as reset. */
function problemOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  return code === '' || code.startsWith('UND_ERR') ? error.message : code;
}
