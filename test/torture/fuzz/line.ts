// One connection over which requests are sent as bytes, one at a time. It is opened again when the service has closed it.
import { connect, type Socket } from 'node:net';

export type Answer =
  | { readonly is: 'answered'; readonly status: number; readonly text: string }
  | { readonly is: 'closed' | 'late' | 'garbled'; readonly text: string };

export type Line = {
  send(bytes: Buffer, options: { readonly isHead: boolean; readonly withinMs: number }): Promise<Answer>;
  end(): void;
};

export function openLine(port: number): Line {
  let socket: Socket | null = null;
  let received: Buffer = Buffer.alloc(0);
  let wake = (_isOpen: boolean) => {};

  const open = () => {
    received = Buffer.alloc(0);
    const fresh = connect(port, '127.0.0.1');
    fresh.setNoDelay(true);
    fresh.on('error', () => undefined);
    fresh.on('data', (bytes: Buffer) => {
      if (fresh !== socket) return;
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
      wake(true);
    });
    fresh.on('close', () => {
      if (fresh !== socket) return;
      socket = null;
      wake(false);
    });
    return fresh;
  };
  const hangUp = () => {
    const old = socket;
    socket = null;
    old?.destroy();
  };

  return {
    send: (bytes, { isHead, withinMs }) =>
      new Promise((resolve) => {
        const finish = (answer: Answer) => {
          clearTimeout(timer);
          wake = () => {};
          if (answer.is !== 'answered') hangUp();
          resolve(answer);
        };
        const timer = setTimeout(() => finish({ is: 'late', text: shown(received) }), withinMs);
        wake = (isOpen) => {
          const reply = readReply(received, isHead, isOpen);
          if (reply === null) {
            if (!isOpen) finish({ is: received.length === 0 ? 'closed' : 'garbled', text: shown(received) });
            return;
          }
          // What follows an answer was not asked for: the bytes were taken for more than one request.
          if (reply.size !== received.length || reply.closes) hangUp();
          received = Buffer.alloc(0);
          finish({ is: 'answered', status: reply.status, text: reply.text });
        };
        socket ??= open();
        socket.write(bytes);
      }),
    end: hangUp,
  };
}

const shown = (bytes: Buffer) => bytes.toString('latin1', 0, 500);

type Reply = { readonly status: number; readonly text: string; readonly size: number; readonly closes: boolean };

/** null while it is not whole. */
function readReply(bytes: Buffer, isHead: boolean, isOpen: boolean): Reply | null {
  for (let from = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', from);
    if (end < 0) return null;
    const head = bytes.toString('latin1', from, end);
    const status = Number(head.slice(9, 12));
    if (status >= 100 && status < 200) {
      if (status === 101) return null;
      from = end + 4;
      continue;
    }
    const closes = /\r\nconnection: close/i.test(head);
    const start = end + 4;
    // It goes on for as long as somebody listens.
    if (/\r\ncontent-type: text\/event-stream/i.test(head)) return { status, text: '', size: start, closes: true };
    if (isHead || status === 204 || status === 304) return { status, text: '', size: start, closes };
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) {
      const size = start + Number(length);
      return bytes.length < size ? null : { status, text: bytes.toString('utf8', start, size), size, closes };
    }
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) return readChunks(bytes, { start, status, closes });
    return isOpen ? null : { status, text: bytes.toString('utf8', start), size: bytes.length, closes: true };
  }
}

function readChunks(
  bytes: Buffer,
  { start, status, closes }: { start: number; status: number; closes: boolean },
): Reply | null {
  let text = '';
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    // A reply that is broken never becomes whole.
    if (Number.isNaN(size)) return null;
    if (bytes.length < end + 2 + size + 2) return null;
    if (size === 0) return { status, text, size: end + 4, closes };
    text += bytes.toString('utf8', end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

/** Sends parts over a connection of their own: what came back, and whether the service closed or answered in time. */
export function sendRaw(
  port: number,
  { parts, pauseMs, then }: { parts: readonly Buffer[]; pauseMs: number; then: 'wait' | 'half-close' | 'reset' },
  withinMs: number,
): Promise<{ readonly isOver: boolean; readonly text: string }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const finish = (isOver: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ isOver, text });
    };
    const timer = setTimeout(() => finish(false), withinMs);
    let isSent = false;
    socket.on('data', (bytes: Buffer) => {
      if (text.length < 20_000) text += bytes.toString('latin1');
      // The other answers of a pipeline are not waited for.
      if (isSent && /^HTTP\/1\.1 [2-5]/m.test(text)) setImmediate(() => finish(true));
    });
    for (const event of ['end', 'close', 'error']) socket.on(event, () => finish(true));
    const sendPart = (at: number): void => {
      const part = parts[at];
      if (socket.destroyed) return;
      if (part !== undefined) {
        socket.write(part);
        return void setTimeout(sendPart, at + 1 < parts.length ? pauseMs : 0, at + 1);
      }
      isSent = true;
      if (/^HTTP\/1\.1 [2-5]/m.test(text)) return void finish(true);
      if (then === 'half-close') socket.end();
      if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), pauseMs);
    };
    socket.on('connect', () => sendPart(0));
  });
}
