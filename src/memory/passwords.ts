// Computes the digests of passwords with scrypt (D78): beside the event loop, two at a time, so that tries to sign in
// take neither the memory nor the threads of the process. Those who try take turns, in two lines: one for addresses, and one
// for people who are known. A flood keeps nobody else waiting, and nobody out, and a small part of the machine is all
// that a person gets, and all that strangers get, however many they are (D83).
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
/** How much of all processors each person gets, and all strangers. One digest fills a processor and its caches for half a second. */
const PART = 1 / 8;
/** So long they rest after a digest, in times of how long it took: on 2 processors 3, from 8 on nothing. */
const REST = Math.max(0, 1 / (PART * availableParallelism()) - 1);
/** Whoever sets a password has proved who they are, or holds a link that is good once, and does not rest. */
const NOBODY = '';
const STRANGERS = 'strangers';
/** Tries that wait in each line. Beyond it whoever has most of them loses one, which gets 503. */
const MOST_WAITING = 200;
/** Whoever is known waits behind their own tries alone. Who has so many that this takes longer is told to come again. */
const KNOWN_PATIENCE_MS = 10_000;

const run = promisify<string, Buffer, number, Parameters<typeof scrypt>[3], Buffer>(scrypt);

export function createPasswords(
  random: Pick<Random, 'bytes'>,
  cost: ScryptCost = SCRYPT_COST,
  knownPatienceMs = KNOWN_PATIENCE_MS,
): Passwords {
  const turns = createTurns(knownPatienceMs);
  const digestOf = (password: string, salt: Buffer, { cost: N, blockSize: r, lanes: p }: ScryptCost) =>
    run(normal(password), salt, DIGEST_BYTES, { N, r, p, maxmem: 256 * N * r });
  const nobody = writePassword({ ...cost, salt: random.bytes(SALT_BYTES), digest: random.bytes(DIGEST_BYTES) });

  return {
    protect: (password) =>
      turns.take({ owner: NOBODY, isKnown: true }, async () => {
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

/** A try that waits. `by` rests after it. */
type Waiting = {
  readonly by: string;
  start(): Promise<void>;
  refuse(): void;
  isGone(): boolean;
};

/** Runs a few works at once, but never two for one who rests after it. */
function createTurns(knownPatienceMs: number) {
  const lines = { known: createLine(), strangers: createLine() };
  const resting = new Set<string>();
  let running = 0;

  const next = () => {
    while (running < AT_ONCE) {
      const work = lines.strangers.shift(resting) ?? lines.known.shift(resting);
      if (work === undefined) return;
      if (work.isGone()) {
        work.refuse();
        continue;
      }
      running++;
      if (work.by !== NOBODY) resting.add(work.by);
      const startedAt = performance.now();
      const endRest = () => {
        resting.delete(work.by);
        next();
      };
      void work.start().finally(() => {
        running--;
        if (work.by !== NOBODY) setTimeout(endRest, REST * (performance.now() - startedAt));
        next();
      });
    }
  };

  return {
    take<Result>({ owner, isKnown, isGone = () => false }: Turn, work: () => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        let isLate = false;
        const giveUp = () => {
          isLate = true;
          reject(new AppError('address_limited'));
        };
        const overdue = isKnown ? setTimeout(giveUp, knownPatienceMs) : undefined;
        (isKnown ? lines.known : lines.strangers).push(owner, {
          by: isKnown ? owner : STRANGERS,
          start() {
            clearTimeout(overdue);
            return work().then(resolve, reject);
          },
          refuse() {
            clearTimeout(overdue);
            reject(new AppError('overloaded'));
          },
          isGone: () => isLate || isGone(),
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
    shift(resting: ReadonlySet<string>): Waiting | undefined {
      for (const [owner, works] of byOwner) {
        if (resting.has(works[0]?.by ?? NOBODY)) continue;
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
