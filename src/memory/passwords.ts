// Computes the digests of passwords with scrypt (D78): beside the event loop, two at a time, so that tries to sign in
// take neither the memory nor the threads of the process. Addresses take turns, and so do
// people with a browser that is known, so a flood does not keep the others waiting.
import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../domain/base/clock.js';
import { normal, readPassword, SCRYPT_COST, type ScryptCost, writePassword } from '../domain/people/password.js';
import { AppError } from '../errors/errors.js';

export type Passwords = {
  /** What is stored of a password. */
  protect(password: string): Promise<string>;
  /**
   * `stored` is null for somebody unknown: the answer is no, and takes as long as for somebody known. `owner` is whose
   * turn it is: an address, or a person.
   */
  isRight(stored: string | null, password: string, owner: string): Promise<boolean>;
};

const DIGEST_BYTES = 32;
const SALT_BYTES = 16;
/** Of the four threads that Node has for such work. */
const AT_ONCE = 2;
/** Tries that wait. One address may have half of them; a try beyond gets 503. */
const MOST_WAITING = 400;

const run = promisify<string, Buffer, number, Parameters<typeof scrypt>[3], Buffer>(scrypt);

export function createPasswords(random: Pick<Random, 'bytes'>, cost: ScryptCost = SCRYPT_COST): Passwords {
  const turns = createTurns();
  const digestOf = (password: string, salt: Buffer, { cost: N, blockSize: r, lanes: p }: ScryptCost) =>
    run(normal(password), salt, DIGEST_BYTES, { N, r, p, maxmem: 256 * N * r });
  const nobody = writePassword({ ...cost, salt: random.bytes(SALT_BYTES), digest: random.bytes(DIGEST_BYTES) });

  return {
    protect: (password) =>
      turns.take('', async () => {
        const salt = Buffer.from(random.bytes(SALT_BYTES));
        return writePassword({ ...cost, salt, digest: await digestOf(password, salt, cost) });
      }),
    isRight: (stored, password, owner) =>
      turns.take(owner, async () => {
        const known = readPassword(stored ?? nobody);
        const isSame = timingSafeEqual(await digestOf(password, known.salt, known), known.digest);
        return isSame && stored !== null;
      }),
  };
}

type Work = () => Promise<void>;

/** Runs a few works at once. Owners who wait take turns, whatever the number of their works. */
function createTurns() {
  const waiting = new Map<string, Work[]>();
  let running = 0;
  let length = 0;

  const next = () => {
    for (const [owner, works] of waiting) {
      if (running >= AT_ONCE) return;
      const work = works.shift();
      waiting.delete(owner);
      if (works.length > 0) waiting.set(owner, works); // to the end of the line
      if (work === undefined) continue;
      length--;
      running++;
      void work().finally(() => {
        running--;
        next();
      });
    }
  };

  return {
    async take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      const own = waiting.get(owner) ?? [];
      if (length >= MOST_WAITING || own.length >= MOST_WAITING / 2) throw new AppError('overloaded');
      const done = new Promise<Result>((resolve, reject) => {
        own.push(() => work().then(resolve, reject));
      });
      waiting.set(owner, own);
      length++;
      next();
      return done;
    },
  };
}
