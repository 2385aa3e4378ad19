// The text of a failed command: a refusal is one clear message with advice and no stack trace.
import { AppError, type ErrorCode } from '../errors/errors.js';
import { OperatorError } from '../errors/operator-error.js';
import { debugMessage } from '../wire/error.js';

/** The command that helps, for refusals that have one. */
const HINTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  unknown_account: 'List them with: npx cobro account list',
  unknown_key: 'List them with: npx cobro key list --account ID (the id, not the key itself)',
  key_misplaced: 'If it is right as it is, add --force.',
  key_revoked: 'Do it with: npx cobro key create',
  unknown_payment: 'List them with: npx cobro payment list',
  unknown_point: 'List them with: npx cobro provider list',
  transfer_not_found: 'List them with: npx cobro transfer list',
  destination_missing: 'Do it with: npx cobro transfer set-destination',
  rail_not_found: 'List those of both modes with: npx cobro rail list',
  rail_not_configured: 'Set COBRO_CLABE_PREFIX.',
  empty_list: 'Give it with --date.',
};

/** null if the failure is a bug, which needs its stack trace. */
export function failureText(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof AppError) || error.code === 'internal_error') return null;
  const hint = HINTS[error.code];
  return hint === undefined ? debugMessage(error) : `${debugMessage(error)} ${hint}`;
}
