// Checks the books or the audit log and keeps the result, so that the desk knows when they were last proved and how. A
// check of a large database takes a while, so whoever asks for it need not wait: it goes on beside the requests.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { AppError } from '../../errors/errors.js';
import { violates } from '../../store/db.js';
import * as retention from '../../store/keeping/retention.js';
import {
  BEAT_MS,
  type CheckedBook,
  type CheckFinding,
  finishCheck,
  insertCheck,
  keepCheck,
  takeCutOff,
} from '../../store/money/book-checks.js';
import { type VerifyOptions, verifyLedger } from '../money/proofs/verify-ledger.js';
import { verifyAudit } from './verify-audit.js';

type CheckDeps = Pick<Deps, 'settings' | 'db' | 'clock' | 'random' | 'vault' | 'auditAnchor' | 'log'>;

/** A check that says nothing for that long was cut off. */
const CUT_OFF_MS = 5 * BEAT_MS;

type CheckResult = { readonly ok: boolean; readonly findings: readonly CheckFinding[] };

type CheckCall = {
  readonly what: CheckedBook;
  readonly actor: string;
  /** Of the books: only what is new since then. */
  readonly since?: number | null;
  /** Told how many pieces of the books are proved. */
  progress?(pieces: number): void;
};

/** Starts a check and resolves when it runs. `ended` resolves with its result. One of the books that was cut off is gone on with. */
export async function startCheck(
  deps: CheckDeps,
  { what, actor, since = null, progress }: CheckCall,
): Promise<{ readonly ended: Promise<CheckResult> }> {
  const startedAt = deps.clock.now();
  const id = deps.random.uuid(startedAt);
  const cutOff = await deps.db
    .transaction(async (tx) => {
      const place = await takeCutOff(tx, what, startedAt - CUT_OFF_MS);
      await insertCheck(tx, { id, what, startedBy: actor, startedAt });
      return place;
    })
    .catch((error: unknown) => {
      throw violates(error, 'book_checks_running') ? new AppError('check_running') : error;
    });
  const run = (keep: Keep) => RUNS[what](deps, { since, cutOff, onPiece: told(keep, progress) });
  return { ended: runCheck(deps, id, run) };
}

/** The same for those who do not wait: a failure is kept and logged. */
export async function checkBeside(
  deps: CheckDeps,
  call: { readonly what: CheckedBook; readonly actor: string },
): Promise<void> {
  const { ended } = await startCheck(deps, call);
  ended.catch((error: unknown) => deps.log.error({ err: error }, `the check of the ${call.what} failed`));
}

type CheckMark = { readonly since: number };

/**
 * Every night one process checks what is new in the books since the check before, and whoever runs the service hears of what is
 * wrong (D87). A night that is cut off is made up for by the next one, and so is one in which somebody checks them all.
 */
export async function checkNewBooks(deps: CheckDeps): Promise<void> {
  const now = deps.clock.now();
  const mark = await deps.db.transaction(async (tx) => {
    const last = await retention.lockMark<CheckMark>(tx, 'ledger_check');
    if (last === null || (last.finishedAt ?? 0) > now - DAY_MS) return null;
    await retention.finishWalk(tx, 'ledger_check', last.place, now);
    return last.place;
  });
  if (mark === null) return;
  const check = await startCheck(deps, { what: 'ledger', actor: 'service', since: mark.since ?? null }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'check_running') return null;
      throw error;
    },
  );
  if (check === null) return;
  const { ok, findings } = await check.ended;
  const wrong = findings.filter(({ broken }) => broken > 0);
  if (!ok)
    deps.log.error({ wrong }, 'the nightly check of the books found something wrong: see the ledger page of the desk');
  await deps.db.transaction((tx) => retention.finishWalk(tx, 'ledger_check', ok ? { since: now } : mark, now));
}

/** Is told between two pieces how far the check is: of what makes the text that a later check can go on from. */
type Keep = (write: () => string) => void;

async function runCheck(
  deps: CheckDeps,
  id: string,
  check: (keep: Keep) => Promise<CheckResult>,
): Promise<CheckResult> {
  let place: string | null = null;
  let isDue = true;
  const beat = setInterval(() => {
    isDue = true;
    keepCheck(deps.db, { id, at: deps.clock.now(), place }).catch(() => {}); // the next beat tells it
  }, BEAT_MS);
  try {
    const result = await check((write) => {
      if (isDue) place = write();
      isDue = false;
    });
    await finishCheck(deps.db, { id, at: deps.clock.now(), ...result });
    return result;
  } catch (error) {
    const findings = [{ claim: INTERRUPTED, broken: 1, examples: [] }];
    await finishCheck(deps.db, { id, at: deps.clock.now(), ok: false, findings }).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Instead of a claim: the check could not be finished. */
export const INTERRUPTED = 'the check was interrupted';

function told(keep: Keep, progress: CheckCall['progress']): Required<VerifyOptions>['onPiece'] {
  return ({ pieces, write }) => {
    progress?.(pieces);
    keep(write);
  };
}

const RUNS: Readonly<Record<CheckedBook, (deps: CheckDeps, options: VerifyOptions) => Promise<CheckResult>>> = {
  async ledger(deps, options) {
    const { ok, proofs } = await verifyLedger(deps, options);
    return { ok, findings: proofs.map(({ claim, broken, examples }) => ({ claim, broken, examples })) };
  },
  async audit(deps) {
    const { ok, lines, seals, lastSeal, fault } = await verifyAudit(deps);
    const where = fault === null ? '' : 'line' in fault ? `line ${fault.line}` : `seal ${fault.seal}`;
    return {
      ok,
      findings: [
        { claim: `${lines} lines in ${seals} seals, up to seal ${lastSeal}`, broken: 0, examples: [] },
        ...(fault === null ? [] : [{ claim: fault.is, broken: 1, examples: [where] }]),
      ],
    };
  },
};
