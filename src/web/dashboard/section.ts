// Shared by the routes of all sections: who may see a page, and what a form contains.
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/account.js';
import { visitorActor } from '../../domain/actor.js';
import { AppError } from '../../errors.js';
import { readBody } from '../../http/body.js';
import type { JsonObject } from '../../wire/json.js';
import type { Visit } from './visit.js';

/** The visitor as the audit log names them. */
export function actorOf({ visitor, request }: Visit): string {
  return visitorActor(visitor, request.address);
}

/** A merchant's pages do not exist for the operator. */
export function merchantOf({ visitor }: Visit): Credential {
  if (visitor.kind !== 'merchant') throw new AppError('not_found');
  return visitor.credential;
}

/** The operator's pages do not exist for a merchant. */
export function requireOperator({ visitor }: Visit): void {
  if (visitor.kind !== 'operator') throw new AppError('not_found');
}

export function formOf({ settings }: Pick<Deps, 'settings'>, { request }: Visit): JsonObject {
  return readBody(request, settings.serviceName);
}
