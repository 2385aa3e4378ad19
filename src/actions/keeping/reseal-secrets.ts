// Encrypts stored secrets with the current key (D79): those that an earlier version stored in clear, and those of the
// key before. Every start does it. Several processes may do it at once, and one that is killed loses nothing: a secret
// is replaced only where it is still the one that was read.
import type { Deps } from '../../deps.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import { answerRow, endpointRow, keyIdOf, poolRow, type Sealed, seedRow } from '../../domain/base/vault.js';
import { type AnswerCursor, listAnswersToReseal, resealAnswer } from '../../store/orders/idempotency-keys.js';
import { listSeedsToReseal, resealSeed } from '../../store/people/person-secrets.js';
import { listPoolsToReseal, resealPool } from '../../store/points/number-pools.js';
import { listEndpointsToReseal, resealEndpoint } from '../../store/webhooks/endpoint-secrets.js';

type ResealDeps = Pick<Deps, 'db' | 'vault' | 'log'>;

const BATCH = 500;
/** Answers that are looked at in one statement; nearly all of them hold no secret. */
const ANSWERS = 5_000;

export type Resealed = {
  readonly done: number;
  /** Encrypted with a key that this process does not have; they stay as they are. */
  readonly unreadable: number;
};

export async function resealSecrets(deps: ResealDeps): Promise<Resealed> {
  const counts = { done: 0, unreadable: 0 };
  const count = (outcome: keyof Resealed) => {
    counts[outcome] += 1;
  };
  await resealPools(deps, count);
  await resealEndpoints(deps, count);
  await resealSeeds(deps, count);
  if (counts.done > 0) deps.log.info(counts, 'stored secrets were encrypted with the current key');
  if (counts.unreadable > 0) deps.log.error(counts, 'stored secrets are encrypted with a key that is not known here');
  return counts;
}

type Count = (outcome: keyof Resealed) => void;

async function resealPools({ db, vault }: ResealDeps, count: Count): Promise<void> {
  for (let after = ''; ; ) {
    const pools = await listPoolsToReseal(db, vault.currentId(), { after, limit: BATCH });
    for (const { name, secret } of pools) {
      const sealed = reseal(vault, poolRow(name), secret);
      if (sealed !== null) await resealPool(db, name, secret, sealed);
      count(sealed === null ? 'unreadable' : 'done');
      after = name;
    }
    if (pools.length < BATCH) return;
  }
}

async function resealEndpoints({ db, vault }: ResealDeps, count: Count): Promise<void> {
  for (let after = NIL_UUID; ; ) {
    const endpoints = await listEndpointsToReseal(db, vault.currentId(), { after, limit: BATCH });
    for (const endpoint of endpoints) {
      const old = [endpoint.secret, ...endpoint.previousSecrets.map((one) => one.secret)].filter(
        (one) => !vault.isCurrent(one),
      );
      for (const secret of old) {
        const sealed = secret === null ? null : reseal(vault, endpointRow(endpoint), secret);
        if (sealed !== null) await resealEndpoint(db, endpoint, secret, sealed);
        count(sealed === null ? 'unreadable' : 'done');
      }
      after = endpoint.id;
    }
    if (endpoints.length < BATCH) return;
  }
}

async function resealSeeds({ db, vault }: ResealDeps, count: Count): Promise<void> {
  for (let after = NIL_UUID; ; ) {
    const seeds = await listSeedsToReseal(db, vault.currentId(), { after, limit: BATCH });
    for (const { id, seed } of seeds) {
      const sealed = reseal(vault, seedRow(id), seed);
      if (sealed !== null) await resealSeed(db, id, seed, sealed);
      count(sealed === null ? 'unreadable' : 'done');
      after = id;
    }
    if (seeds.length < BATCH) return;
  }
}

/**
 * Kept answers that hold a secret. Only a change of the key calls this: it looks at every answer of the last 30 days. An
 * answer that the new key cannot open would be a failure for the merchant who repeats a request.
 */
export async function resealAnswers({ db, vault }: ResealDeps): Promise<Resealed> {
  const counts = { done: 0, unreadable: 0 };
  let after: AnswerCursor | null = null;
  do {
    const page: ResealPage = await listAnswersToReseal(db, vault.currentId(), { after, limit: ANSWERS });
    for (const kept of page.answers) {
      const sealed = reseal(vault, answerRow(kept.scope, kept.key), kept.answer);
      if (sealed !== null) await resealAnswer(db, kept, sealed);
      counts[sealed === null ? 'unreadable' : 'done'] += 1;
    }
    after = page.last;
  } while (after !== null);
  return counts;
}

type ResealPage = Awaited<ReturnType<typeof listAnswersToReseal>>;

/** null if it cannot be read. */
function reseal(vault: ResealDeps['vault'], row: string, secret: Sealed): Sealed | null {
  if (keyIdOf(secret) === null) return vault.seal(row, secret.sealed);
  try {
    return vault.seal(row, vault.open(row, secret));
  } catch {
    return null;
  }
}
