// Runs a program in its own process and exchanges messages with it. If it ends, pending waits for a message fail.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOf } from '../cpu.js';

export type Child<To, From> = {
  tell(message: To): void;
  /** The first message from now on for which `pick` does not return null. */
  next<Picked>(pick: (message: From) => Picked | null): Promise<Picked>;
  /** The processor time that it has used. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
};

export type ChildOptions = {
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
};

const STOP_TIMEOUT_MS = 10_000;

export function forkChild<To extends object, From>(program: string, options: ChildOptions): Child<To, From> {
  options.signal.throwIfAborted();
  let said = '';
  // Passes only the path of the caller's environment, because other settings would change what is measured.
  const child = fork(program, {
    env: { PATH: process.env['PATH'], ...options.env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const note = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4_000);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = () => void child.kill('SIGTERM');
  options.signal.addEventListener('abort', end, { once: true });

  return {
    tell: (message) => void child.send(message),
    next: (pick) =>
      new Promise((resolve, reject) => {
        const ended = () => {
          child.off('message', heard);
          reject(new Error(`${program} ended:\n${said}`));
        };
        const heard = (message: unknown) => {
          const picked = pick(message as From);
          if (picked === null) return;
          child.off('message', heard);
          child.off('exit', ended);
          resolve(picked);
        };
        if (hasEnded()) return ended();
        child.on('message', heard);
        child.once('exit', ended);
      }),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    async stop() {
      options.signal.removeEventListener('abort', end);
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      end();
      const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(overdue);
    },
  };
}
