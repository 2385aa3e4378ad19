// HTTP by hand: exact bytes onto a socket, and whatever comes back. For what no client library would send.
import { connect, type Socket } from 'node:net';
import { after } from 'node:test';

export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
};

export type Conversation = {
  readonly socket: Socket;
  write(bytes: string | Buffer): void;
  /** The next reply; fails when the connection ends before it is complete. `bodyless`: the reply to HEAD. */
  reply(options?: { readonly bodyless?: boolean; readonly withinMs?: number }): Promise<RawReply>;
  /** Whether the server has closed its side, or does within that time. */
  closed(withinMs?: number): Promise<boolean>;
  end(): void;
};

/** Hung up after the test at the latest: an open connection would keep the server from closing. */
export function converse(port: number): Conversation {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  after(() => void socket.destroy());
  let received = Buffer.alloc(0);
  let isOver = false;
  let failure: Error | null = null;
  let wake = () => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('end', () => {
    isOver = true;
    wake();
  });
  socket.on('error', (error) => {
    failure = error;
    isOver = true;
    wake();
  });

  const change = (withinMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async reply({ bodyless = false, withinMs = 10_000 } = {}) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const parsed = parseReply(received, bodyless);
        if (parsed !== null) {
          received = received.subarray(parsed.size);
          return parsed.reply;
        }
        const left = deadline - performance.now();
        if (isOver || left <= 0) {
          const how = isOver ? `the connection ended (${failure?.message ?? 'in order'})` : `${withinMs} ms passed`;
          throw new Error(`no whole reply: ${how} after ${JSON.stringify(received.toString('latin1').slice(0, 300))}`);
        }
        await change(left);
      }
    },
    async closed(withinMs = 2_000) {
      const deadline = performance.now() + withinMs;
      while (!isOver && performance.now() < deadline) await change(deadline - performance.now());
      return isOver;
    },
    end: () => void socket.destroy(),
  };
}

/** One conversation: sends, takes one reply, hangs up. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  options: { readonly bodyless?: boolean; readonly withinMs?: number } = {},
): Promise<RawReply> {
  const talk = converse(port);
  try {
    talk.write(bytes);
    return await talk.reply(options);
  } finally {
    talk.end();
  }
}

/** A request as text: lines with CRLF, an empty one, and the body. */
export function request(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function parseReply(bytes: Buffer, bodyless: boolean): { reply: RawReply; size: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const hasBody = !bodyless && status >= 200 && status !== 204;
  const length = hasBody ? Number(headers['content-length']) : 0;
  const start = headEnd + 4;
  if (bytes.length < start + length) return null;
  return { reply: { status, headers, text: bytes.toString('utf8', start, start + length) }, size: start + length };
}
