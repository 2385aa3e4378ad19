// Collects what the proof of the books finds wrong, claim by claim.
import { type RowKey, signatureProblem } from '../../../domain/base/row-key.js';
import type { Db } from '../../../store/db.js';
import { EXAMPLES, type Found, type FoundOf, prove } from '../../../store/money/proofs/claims.js';
import type { SignedRow } from '../../../store/money/proofs/signed-rows.js';

export type Proof = Found & { readonly claim: string };

export const SIGNED_CLAIM = 'every row of money is as it was signed';

const NOTHING: Found = { broken: 0, examples: [] };

export type Findings = ReturnType<typeof createFindings>;

/** Collects what is found for each of these claims, beside what is known of them. */
export function createFindings(known: readonly Proof[]) {
  const all = new Map<string, Found>(known.map(({ claim, ...found }) => [claim, found]));
  const add = (claim: string, { broken, examples }: Found) => {
    if (broken === 0) return;
    const before = all.get(claim) ?? NOTHING;
    const shown = [...before.examples, ...examples].sort().slice(0, EXAMPLES);
    all.set(claim, { broken: before.broken + broken, examples: shown });
  };
  return {
    add,
    addAll(other: { proofs(): readonly Proof[] }) {
      for (const { claim, ...found } of other.proofs()) add(claim, found);
    },
    addEach(found: FoundOf) {
      for (const [claim, one] of found) add(claim, one);
    },
    signed(key: RowKey, rows: Iterable<SignedRow>) {
      for (const row of rows) {
        const problem = signatureProblem(key, row);
        if (problem !== null) add(SIGNED_CLAIM, { broken: 1, examples: [`${row.name} ${problem}`] });
      }
    },
    async proveAll<At>(db: Db, claims: Readonly<Record<string, (at: At) => Parameters<typeof prove>[1]>>, at: At) {
      for (const [claim, problems] of Object.entries(claims)) add(claim, await prove(db, problems(at)));
    },
    proofs: (): Proof[] => [...all].map(([claim, found]) => ({ claim, ...found })),
  };
}
