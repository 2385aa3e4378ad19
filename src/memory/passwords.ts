// Computes the digests of passwords with scrypt (D78): beside the event loop, two at a time, so that tries to sign in
// take neither the memory nor the threads of the process. Those who try take turns, in two lines: one for addresses, and one
// for people who are known. A flood keeps nobody else waiting, and nobody out, and strangers get a small part of the machine
// however many they are (D83).
import { scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Random } from '../domain/base/clock.js';
import { normal, readPassword, SCRYPT_COST, type ScryptCost, writePassword } from '../domain/people/password.js';
import { AppError } from '../errors/errors.js';

export type Passwords = {
  /** What is stored of a password. */
  protect(password: string): Promise<string>;
  /** `stored` is null for somebody unknown: the answer is no, and takes as long as for somebody known. */
  isRight(stored: string | null, password: string, turn: Turn): Promise<boolean>;
};

/** Whose turn it is. */
export type Turn = {
  /** An address, or a person. */
  readonly owner: string;
  /** A person who is signed in, or was in this browser. */
  readonly isKnown: boolean;
  /** Whether nobody waits for the answer any more, so that it need not be computed. */
  isGone?(): boolean;
};

const DIGEST_BYTES = 32;
const SALT_BYTES = 16;
/** Of the four threads that Node has for such work. */
const AT_ONCE = 2;
/** How much of all processors strangers get. One digest fills a processor and its caches for half a second. */
const STRANGERS_PART = 1 / 8;
/** So long a digest of a stranger is rested after, in times of how long it took: on 2 processors 3, from 8 on nothing. */
const REST = Math.max(0, 1 / (STRANGERS_PART * availableParallelism()) - 1);
/** Tries that wait in each line. Beyond it whoever has most of them loses one, which gets 503. */
const MOST_WAITING = 200;

const run = promisify<string, Buffer, number, Parameters<typeof scrypt>[3], Buffer>(scrypt);

export function createPasswords(random: Pick<Random, 'bytes'>, cost: ScryptCost = SCRYPT_COST): Passwords {
  const turns = createTurns();
  const digestOf = (password: string, salt: Buffer, { cost: N, blockSize: r, lanes: p }: ScryptCost) =>
    run(normal(password), salt, DIGEST_BYTES, { N, r, p, maxmem: 256 * N * r });
  const nobody = writePassword({ ...cost, salt: random.bytes(SALT_BYTES), digest: random.bytes(DIGEST_BYTES) });

  return {
    protect: (password) =>
      turns.take({ owner: '', isKnown: true }, async () => {
        const salt = Buffer.from(random.bytes(SALT_BYTES));
        return writePassword({ ...cost, salt, digest: await digestOf(password, salt, cost) });
      }),
    isRight: (stored, password, turn) =>
      turns.take(turn, async () => {
        const known = readPassword(stored ?? nobody);
        const isSame = timingSafeEqual(await digestOf(password, known.salt, known), known.digest);
        return isSame && stored !== null;
      }),
  };
}

/** A try that waits. */
type Waiting = { start(): Promise<void>; refuse(): void; isGone(): boolean };

/** Runs a few works at once: those of people who are known, and one of a stranger's, after which strangers rest. */
function createTurns() {
  const lines = { known: createLine(), strangers: createLine() };
  let running = 0;
  let isStrangersTurn = true;

  const next = () => {
    while (running < AT_ONCE) {
      const stranger = isStrangersTurn ? lines.strangers.shift() : undefined;
      const work = stranger ?? lines.known.shift();
      if (work === undefined) return;
      if (work.isGone()) {
        work.refuse();
        continue;
      }
      running++;
      if (stranger !== undefined) isStrangersTurn = false;
      const startedAt = performance.now();
      void work.start().finally(() => {
        running--;
        if (stranger !== undefined) setTimeout(endRest, REST * (performance.now() - startedAt));
        next();
      });
    }
  };

  const endRest = () => {
    isStrangersTurn = true;
    next();
  };

  return {
    take<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
      const { owner, isKnown, isGone = () => false } = turn;
      return new Promise<Result>((resolve, reject) => {
        (isKnown ? lines.known : lines.strangers).push(owner, {
          start: () => work().then(resolve, reject),
          refuse: () => reject(new AppError('overloaded')),
          isGone,
        });
        next();
      });
    },
  };
}

/** Owners who wait take turns, whatever the number of their tries. */
function createLine() {
  const byOwner = new Map<string, Waiting[]>();
  let length = 0;
  /** The last of them, if several have as many. */
  const longest = () => [...byOwner.values()].reduce((most, one) => (one.length >= most.length ? one : most));

  return {
    push(owner: string, work: Waiting): void {
      const own = byOwner.get(owner) ?? [];
      own.push(work);
      byOwner.set(owner, own);
      length++;
      if (length <= MOST_WAITING) return;
      longest().pop()?.refuse();
      length--;
    },
    shift(): Waiting | undefined {
      for (const [owner, works] of byOwner) {
        const work = works.shift();
        byOwner.delete(owner);
        if (works.length > 0) byOwner.set(owner, works); // to the end of the line
        if (work === undefined) continue;
        length--;
        return work;
      }
      return undefined;
    },
  };
}
