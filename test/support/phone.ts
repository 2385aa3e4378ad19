// Somebody's phone with an app for second factors.
import { Secret, TOTP } from 'otpauth';

/** How long a phone shows a code. */
export const CODE_MS = 30_000;

export function codeAt(seed: string, time: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(seed), timestamp: time });
}
