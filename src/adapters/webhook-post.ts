// One POST on one connection: cut at its time, no redirects, the reply read up to 1 KiB.
import type { Dispatcher } from 'undici';
import type { Connection } from './kept-connections.js';
import { plainHeaders, plainText, REPLY_BYTES, type Sent } from './webhook-reply.js';

/** What is not an answer: the receiver had closed the connection, or it speaks before its answer. */
export type NoAnswer = 'closed while kept' | 'interim answer';

export type Post = {
  readonly connection: Connection;
  readonly request: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  /** The problem when there is no answer in time. */
  readonly overdue: string;
  /** Called when the connection can carry another. */
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
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, code, received) {
        status = code;
        headers = plainHeaders(received);
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        // A longer reply is not read to its end; its connection is given up.
        if (size > REPLY_BYTES) giveUp({ status, headers, body: plainText(chunks) });
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

/** How a connection fails that the receiver closed while it was kept. */
const RESET = new Set(['ECONNRESET', 'EPIPE']);

function judgeError(error: Error, { isKept }: { readonly isKept: boolean }): Sent | NoAnswer {
  if (error.message === 'bad response') return 'interim answer';
  const problem = problemOf(error);
  // The receiver closed a kept connection at this very moment: that says nothing about it.
  return isKept && RESET.has(problem) ? 'closed while kept' : { problem };
}

/** The word of the operating system where there is one. A connection that the other side ends is as good as reset. */
function problemOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  return code === '' || code.startsWith('UND_ERR') ? error.message : code;
}
