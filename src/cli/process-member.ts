// One process that the service started, as the process that started it sees it.
import cluster from 'node:cluster';
import type { Begin, FromProcess, Ready, ToProcess } from '../adapters/siblings.js';
import { OperatorError } from '../operator-error.js';

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
