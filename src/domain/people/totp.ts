// The second factor (D78): codes of six digits that a phone computes from a seed and the time (RFC 6238), and recovery
// codes for somebody who has lost that phone. A seed is text in base32, as people type it into their app.
import { base32 } from '@scure/base';
import { Secret, TOTP } from 'otpauth';
import type { Random } from '../base/clock.js';

const SEED_BYTES = 20;

export function makeSeed(random: Pick<Random, 'bytes'>): string {
  return base32.encode(random.bytes(SEED_BYTES));
}

/**
 * The number of the 30 seconds to which a code belongs that is right now; null if it is wrong. A code up to the last
 * accepted one is wrong, because somebody who saw it being typed must not use it again.
 */
export function acceptedStep(
  seed: string,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number | null },
): number | null {
  const token = code.replace(/\s/g, '');
  // The library throws at six characters that are more than six bytes.
  if (!/^\d{6}$/.test(token)) return null;
  // A phone's clock may be half a minute off, and typing takes time.
  const stepsOff = TOTP.validate({ token, secret: Secret.fromBase32(seed), timestamp: now, window: 1 });
  if (stepsOff === null) return null;
  const step = TOTP.counter({ timestamp: now }) + stepsOff;
  return step > (lastStep ?? 0) ? step : null;
}

/** What the QR code for an app contains. */
export function totpAddress(
  seed: string,
  { email, issuer }: { readonly email: string; readonly issuer: string },
): string {
  return new TOTP({ secret: seed, label: email, issuer }).toString();
}

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** `ABCD-EFGH-IJKL-MNOP`: 80 random bits. */
export function makeRecoveryCodes(random: Pick<Random, 'bytes'>): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32.encode(random.bytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** A recovery code as it was made, however somebody types it; null if it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z2-7]{16}$/.test(letters) ? (letters.match(/.{4}/g) ?? []).join('-') : null;
}
