// The audit log (D79). Whoever writes a line signs it, and writers do not wait for each other. A seal then covers some
// lines and the seal before it: a line that is changed, removed or inserted later is detected.
import { hash } from 'node:crypto';
import type { Signature, Vault } from '../base/vault.js';
import type { AuditAction } from './audit-actions.js';

export type AuditStep = {
  readonly at: number;
  /** Who did it and from where: `person:ID@ADDRESS`, `key:ID@ADDRESS`, `cli:name` or `service`. */
  readonly actor: string;
  /** What they did: `payment.match`, `key.revoke`. */
  readonly action: AuditAction;
  /** The person or thing it was done to. */
  readonly subject: string;
  readonly details: AuditDetails;
};

export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

/** The facts that differ, each before and after. */
export function changeDetails(before: AuditDetails, after: AuditDetails): AuditDetails {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}_before`, before[name] ?? null],
      [`${name}_after`, after[name] ?? null],
    ]),
  );
}

/** The same of facts that are texts, each in one. */
export function changeTexts(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string> {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries(changed.map(([name, value]) => [name, `${before[name]} -> ${value}`]));
}

/** What the signature of a line covers. */
type SignedLine = Omit<AuditStep, 'details' | 'action'> & {
  /** Older versions may have written acts that are not known any more. */
  readonly action: string;
  /** Makes each line different, so that a copy of one is detected. */
  readonly id: string;
  /** JSON with sorted keys, exactly as it was signed. */
  readonly details: string;
};

export type AuditLine = Omit<SignedLine, 'id'> & {
  readonly sequence: bigint;
  /** Lines that were written before lines were signed have no id and no signature; they have a hash chain. */
  readonly id: string | null;
  readonly signature: Signature | null;
  readonly previousHash: string | null;
  readonly hash: string | null;
};

export type AuditSeal = {
  readonly number: bigint;
  /** The sequence numbers of its lines. */
  readonly lines: readonly bigint[];
  /** Those of its lines whose signature was wrong, or by an unknown key, when they were sealed. */
  readonly unproven: readonly bigint[];
  /** Of its lines and of the seal before it. */
  readonly hash: string;
  readonly signature: Signature;
  readonly sealedAt: number;
};

/** The seal before the first one. */
export const AUDIT_START: Pick<AuditSeal, 'number' | 'hash'> = { number: 0n, hash: '0'.repeat(64) };

export function toSignedLine(id: string, { details, ...step }: AuditStep): SignedLine {
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...step, id, details: JSON.stringify(Object.fromEntries(sorted)) };
}

/** The text that is signed. */
export function lineText({ id, at, actor, action, subject, details }: SignedLine): string {
  return `audit line ${JSON.stringify([id, at, actor, action, subject, details])}`;
}

export function makeSeal(
  vault: Pick<Vault, 'sign' | 'check'>,
  last: Pick<AuditSeal, 'number' | 'hash'>,
  { lines, sealedAt }: { readonly lines: readonly AuditLine[]; readonly sealedAt: number },
): AuditSeal {
  const unproven = lines.filter((line) => isUnproven(vault, line)).map(({ sequence }) => sequence);
  const seal = { number: last.number + 1n, unproven, hash: sealHash(last, lines), sealedAt };
  return { ...seal, lines: lines.map(({ sequence }) => sequence), signature: vault.sign(sealText(seal)) };
}

function isUnproven(vault: Pick<Vault, 'check'>, line: AuditLine): boolean {
  const { id, signature } = line;
  return id !== null && signature !== null && vault.check(lineText({ ...line, id }), signature) !== 'right';
}

function sealHash(last: Pick<AuditSeal, 'hash'>, lines: readonly AuditLine[]): string {
  const content = lines.map((line) => [
    String(line.sequence),
    line.id,
    line.at,
    line.actor,
    line.action,
    line.subject,
    line.details,
    line.signature?.mac ?? null,
    line.previousHash,
    line.hash,
  ]);
  return hash('sha256', last.hash + JSON.stringify(content));
}

function sealText({ number, unproven, hash, sealedAt }: Omit<AuditSeal, 'lines' | 'signature'>): string {
  return `audit seal ${JSON.stringify([String(number), unproven.map(String), hash, sealedAt])}`;
}

/**
 * What is wrong. `line` faults name a line, `seal` faults a seal. `forged`: written without the key; `cut`: known from
 * outside of the table, and no longer in it.
 */
export type AuditFault =
  | { readonly is: 'missing' | 'changed' | 'forged' | 'copied' | 'unsealed'; readonly line: bigint }
  | { readonly is: 'seal_missing' | 'seal_changed' | 'cut'; readonly seal: bigint };

/** How far a log was read without a fault. */
export type AuditReading = {
  readonly last: Pick<AuditSeal, 'number' | 'hash'>;
  /** Whether the last seal was signed with a key that is known. One that is proves all seals before it. */
  readonly isProven: boolean;
  /** Whether signed lines have begun. No unsigned line may follow them. */
  readonly isSigned: boolean;
  /** The hash of the last line of the old chain. */
  readonly oldHash: string;
};

export const AUDIT_READING_START: AuditReading = {
  last: AUDIT_START,
  isProven: true,
  isSigned: false,
  oldHash: AUDIT_START.hash,
};

type SealedLines = { readonly seal: AuditSeal; readonly lines: readonly AuditLine[] };

/** What is wrong with the next seal and its lines; null if all is intact. `lines` are those that are in the table. */
export function sealFault(
  vault: Pick<Vault, 'check'>,
  reading: AuditReading,
  { seal, lines }: SealedLines,
): AuditFault | null {
  const { last } = reading;
  if (seal.number !== last.number + 1n) return { is: 'seal_missing', seal: last.number + 1n };
  const missing = seal.lines.find((sequence, at) => lines[at]?.sequence !== sequence);
  if (missing !== undefined) return { is: 'missing', line: missing };
  if (vault.check(sealText(seal), seal.signature) === 'wrong') return { is: 'seal_changed', seal: seal.number };
  const isWhole = seal.hash === sealHash(last, lines);
  const fault = lineFaults(vault, lines, reading)[0];
  if (fault !== undefined) return fault;
  if (!isWhole) return { is: 'seal_changed', seal: seal.number };
  const [unproven] = seal.unproven;
  return unproven === undefined ? null : { is: 'forged', line: unproven };
}

export function readOn(vault: Pick<Vault, 'check'>, reading: AuditReading, { seal, lines }: SealedLines): AuditReading {
  return {
    last: seal,
    isProven: vault.check(sealText(seal), seal.signature) === 'right',
    isSigned: reading.isSigned || lines.some(({ signature }) => signature !== null),
    oldHash: lines.findLast((line) => line.hash !== null)?.hash ?? reading.oldHash,
  };
}

function lineFaults(vault: Pick<Vault, 'check'>, lines: readonly AuditLine[], reading: AuditReading): AuditFault[] {
  let { isSigned: signedBefore, oldHash } = reading;
  return lines.flatMap((line): AuditFault[] => {
    const { sequence, id, signature } = line;
    if (id !== null && signature !== null) {
      signedBefore = true;
      return vault.check(lineText({ ...line, id }), signature) === 'wrong' ? [{ is: 'changed', line: sequence }] : [];
    }
    if (signedBefore) return [{ is: 'forged', line: sequence }];
    if (!hasOldHash(line)) return [{ is: 'changed', line: sequence }];
    const follows = line.previousHash === oldHash;
    oldHash = line.hash ?? oldHash;
    return follows ? [] : [{ is: 'missing', line: sequence - 1n }];
  });
}

/** How lines were chained before they were signed. */
function hasOldHash({ sequence, at, actor, action, subject, details, previousHash, hash: known }: AuditLine): boolean {
  const text = JSON.stringify([String(sequence), at, actor, action, subject, details]);
  return known === hash('sha256', (previousHash ?? '') + text);
}
