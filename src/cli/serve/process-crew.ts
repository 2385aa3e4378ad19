// The processes of the service: started one after the other, replaced when one dies, and stopped together.
import cluster from 'node:cluster';
import type { Ready } from '../../adapters/siblings.js';
import { OperatorError } from '../../errors/operator-error.js';
import type { Log } from '../../log.js';
import { SERVICE_FILE } from '../../paths.js';
import type { Part, Stop } from '../context.js';
import { createExchange, type Exchange } from './process-exchange.js';
import { type Ended, type Member, startMember } from './process-member.js';

/** One that dies sooner than this has failed to start, and the next one waits longer. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const MOST_FAILURES = 5;

type CrewOptions = {
  readonly part: Part;
  readonly count: number;
  /** Where the embedded database runs; null with a database of the operator's own. */
  readonly databaseUrl: string | null;
  readonly port: number;
  /** No process can be kept running. */
  onHopeless(why: string): void;
};

/** A seat for a process, which one after another may have. */
type Seat = {
  readonly number: number;
  member: Member | null;
  isReady: boolean;
  startedAt: number;
  failures: number;
  timer: NodeJS.Timeout | undefined;
};

export class Crew {
  readonly #log: Log;
  readonly #options: CrewOptions;
  readonly #seats: readonly Seat[];
  readonly #exchange: Exchange;
  #isStopping = false;
  #isStarted = false;

  constructor(log: Log, options: CrewOptions) {
    this.#log = log;
    this.#options = options;
    this.#seats = Array.from({ length: options.count }, (_, index) => newSeat(index + 1));
    this.#exchange = createExchange(() => this.#seats.flatMap(({ member }) => (member === null ? [] : [member])));
    cluster.setupPrimary({
      exec: SERVICE_FILE,
      args: ['serve', '--one-of-several', ...(options.part === 'all' ? [] : ['--only', options.part])],
      serialization: 'advanced',
    });
    // A process that hangs would outlive this one.
    process.once('exit', () => {
      for (const { member } of this.#seats) member?.kill();
    });
  }

  /** The first one does alone what has to be done once; then come the others. Fails if one of them does. */
  async start(): Promise<Ready> {
    const [first, ...others] = this.#seats;
    if (first === undefined) throw new Error('there is no process');
    try {
      const ready = await this.#fill(first);
      this.#isStarted = true;
      await Promise.all(others.map((seat) => this.#fill(seat)));
      return ready;
    } catch (error) {
      await this.#end('at-once');
      throw error;
    }
  }

  /** In the order of their numbers. */
  pids(): (number | undefined)[] {
    return this.#seats.map(({ member }) => member?.pid);
  }

  async stop(manner: Stop): Promise<void> {
    if (!(await this.#end(manner))) throw new OperatorError('A process of the service did not stop as it should.');
  }

  /** Resolves when the process is ready, and rejects if it ends before. */
  async #fill(seat: Seat): Promise<Ready> {
    const { count, databaseUrl, port } = this.#options;
    const begin = { number: seat.number, count, isFirst: !this.#isStarted, databaseUrl, port };
    const member = startMember(begin, this.#exchange.receive);
    Object.assign(seat, { member, startedAt: performance.now() });
    void member.ended.then((ended) => this.#onEnd(seat, member, ended));
    const ready = await member.ready;
    seat.isReady = true;
    return ready;
  }

  #onEnd(seat: Seat, member: Member, { code, signal }: Ended): void {
    const wasReady = seat.isReady;
    Object.assign(seat, { member: null, isReady: false });
    this.#exchange.forget(member);
    if (this.#isStopping || !wasReady) return;
    const ended = { process: seat.number, pid: member.pid, code, signal };
    if (code === 0) this.#log.info(ended, 'a process was stopped; another takes its seat');
    else this.#log.error(ended, 'a process died; another takes its seat');
    if (performance.now() - seat.startedAt > STEADY_MS) seat.failures = 0;
    this.#replace(seat);
  }

  #replace(seat: Seat): void {
    if (this.#isStopping) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** seat.failures);
    seat.failures++;
    seat.timer = setTimeout(() => {
      this.#fill(seat).then(
        () => this.#log.info({ process: seat.number, pid: seat.member?.pid }, 'a process is ready again'),
        (error: Error) => this.#onFailure(seat, error.message),
      );
    }, pauseMs);
  }

  /** While others take requests there is hope: what is missing, such as the database, may come back. */
  #onFailure(seat: Seat, why: string): void {
    if (this.#isStopping) return;
    this.#log.error({ process: seat.number, why }, 'a process did not get ready');
    if (seat.failures < MOST_FAILURES || this.#seats.some(({ isReady }) => isReady)) this.#replace(seat);
    else this.#options.onHopeless(`No process of the service gets ready any more. The last one said: ${why}`);
  }

  /** Whether all of them ended well. */
  async #end(manner: Stop): Promise<boolean> {
    this.#isStopping = true;
    const endings = this.#seats.map(async ({ member, timer, isReady }) => {
      clearTimeout(timer);
      if (member === null) return true;
      member.send({ kind: 'stop', manner });
      return (await member.ended).code === 0 || !isReady;
    });
    return (await Promise.all(endings)).every(Boolean);
  }
}

function newSeat(number: number): Seat {
  return { number, member: null, isReady: false, startedAt: 0, failures: 0, timer: undefined };
}
