// The second factor (D78): codes of six digits that a phone computes from a seed and the time (RFC 6238), and recovery
// codes for somebody who has lost that phone.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from '@scure/base';
import { stretchesSince1970 } from '../base/clock.js';

export const SEED_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
/** A phone's clock may be half a minute off, and typing takes time. */
const STEPS_AROUND = [0, -1, 1];

/** The number of the 30 seconds in which a code is shown. */
export function totpStep(now: number): number {
  return stretchesSince1970(now, STEP_MS);
}

export function totpCode(seed: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', seed).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step of a code that is right now; null if it is wrong. A code up to the last accepted one is wrong, because
 * somebody who saw it being typed must not use it again.
 */
export function acceptedStep(
  seed: Buffer,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number | null },
): number | null {
  const typed = Buffer.from(code.replace(/\s/g, ''));
  const current = totpStep(now);
  const steps = STEPS_AROUND.map((around) => current + around).filter((step) => step > (lastStep ?? 0));
  const right = steps.filter((step) => {
    const wanted = Buffer.from(totpCode(seed, step));
    return wanted.length === typed.length && timingSafeEqual(wanted, typed);
  });
  return right[0] ?? null;
}

/** The seed as people type it into their app. */
export function seedText(seed: Buffer): string {
  return base32.encode(seed);
}

export function readSeed(text: string): Buffer {
  return Buffer.from(base32.decode(text));
}

/** What the QR code for an app contains. */
export function totpAddress(
  seed: Buffer,
  { email, issuer }: { readonly email: string; readonly issuer: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${seedText(seed)}&issuer=${encodeURIComponent(issuer)}`;
}

export const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** `ABCD-EFGH-IJKL-MNOP`: 80 random bits. */
export function makeRecoveryCodes(random: (size: number) => Buffer): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32.encode(random(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** A recovery code as it was made, however somebody types it; null if it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z2-7]{16}$/.test(letters) ? (letters.match(/.{4}/g) ?? []).join('-') : null;
}
