// One process that the service started, as the process that started it sees it.
import cluster, { type Worker } from 'node:cluster';
import type { Begin, FromProcess, Ready, ToProcess } from '../../adapters/siblings.js';
import { OperatorError } from '../../errors/operator-error.js';

export type Ended = { readonly code: number | null; readonly signal: string | null };

export type Member = {
  readonly number: number;
  readonly pid: number | undefined;
  /** Resolves when it takes requests. Rejects if it ends before, with what it said. */
  readonly ready: Promise<Ready>;
  readonly ended: Promise<Ended>;
  /** Does nothing for a process that is gone. */
  send(message: ToProcess): void;
  kill(): void;
};

export function startMember(begin: Begin, onMessage: (from: Member, message: FromProcess) => void): Member {
  const worker = cluster.fork();
  closeWhatItLeaves(worker);
  const ended = new Promise<Ended>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
  });
  let said: string | null = null;
  let isHere = false;
  const ready = new Promise<Ready>((resolve, reject) => {
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'here') {
        isHere = true;
        member.send({ kind: 'begin', begin });
      }
      if (message.kind === 'ready') resolve(message.ready);
      if (message.kind === 'failed') said = message.text;
      onMessage(member, message);
    });
    void ended.then(({ code, signal }) =>
      reject(new OperatorError(said ?? `A process of the service ended at its start (${signal ?? `code ${code}`}).`)),
    );
  });
  ready.catch(() => undefined); // whoever waits for it gets the failure
  const member: Member = {
    number: begin.number,
    pid: worker.process.pid,
    ready,
    ended,
    send(message) {
      // One that does not listen yet has not begun anything either.
      if (!isHere) return void (message.kind === 'stop' && member.kill());
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    kill: () => void worker.process.kill('SIGKILL'),
  };
  worker.on('error', () => undefined); // what could not be sent to a process that is ending
  return member;
}

/**
 * node:cluster forgets a connection that it has handed to a process which dies before it takes it: nobody reads from it,
 * and its client waits for ever. Clients of a process that is killed connect again before this one knows, so it happens.
 * A handle that was taken is closed already, and closing it once more does nothing.
 */
function closeWhatItLeaves(worker: Worker): void {
  let handed: Closable | null = null;
  const { process: child } = worker;
  const send = child.send;
  Object.assign(child, {
    send(message: unknown, handle: unknown, ...rest: unknown[]): boolean {
      if (isNewConnection(message) && isClosable(handle)) handed = handle;
      return Reflect.apply(send, child, [message, handle, ...rest]);
    },
  });
  worker.once('exit', () => handed?.close());
}

type Closable = { close(): void };

function isNewConnection(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}

function isClosable(handle: unknown): handle is Closable {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
}
