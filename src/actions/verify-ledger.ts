// Verifies the books from one snapshot while the service keeps running (D48).
import type { Deps } from '../deps.js';
import { type Proof, proveLedger } from '../store/money/ledger-proofs.js';

export async function verifyLedger(deps: Pick<Deps, 'db'>): Promise<{ ok: boolean; proofs: readonly Proof[] }> {
  const proofs = await deps.db.transaction(proveLedger);
  return { ok: proofs.every(({ broken }) => broken === 0), proofs };
}
