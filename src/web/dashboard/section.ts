// What the routes of all sections ask of a visit: whose pages these are, and what a form says.
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/account.js';
import { AppError } from '../../errors.js';
import { readBody } from '../../http/body.js';
import type { JsonObject } from '../../wire/json.js';
import type { Visit } from './visit.js';

/** Who acts, in the audit log. */
export const ACTOR = 'dashboard';

/** Pages of a merchant do not exist for the operator. */
export function merchantOf({ visitor }: Visit): Credential {
  if (visitor.kind !== 'merchant') throw new AppError('not_found');
  return visitor.credential;
}

/** Pages of the operator do not exist for a merchant. */
export function requireOperator({ visitor }: Visit): void {
  if (visitor.kind !== 'operator') throw new AppError('not_found');
}

export function formOf({ settings }: Pick<Deps, 'settings'>, { request }: Visit): JsonObject {
  return readBody(request, settings.serviceName);
}
