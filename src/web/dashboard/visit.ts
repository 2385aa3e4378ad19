// A visit of a signed-in person to a page of the dashboard, and what a page or a form is made of.
import type { FastifyReply } from 'fastify';
import type { Credential } from '../../domain/accounts/account.js';
import type { ActKind } from '../../domain/people/act.js';
import type { Visitor } from '../../domain/people/person.js';
import type { MerchantDuty, OperatorDuty } from '../../domain/people/role.js';
import type { SentFile } from '../../http/multipart.js';
import type { JsonObject } from '../../wire/json.js';
import type { DoneText, Frame } from './frame/frame.js';
import type { DashboardRequest } from './request-type.js';
import type { Sessions } from './session.js';

export type Visit = {
  readonly request: DashboardRequest;
  /** For cookies; the page itself is what is returned. */
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  readonly frame: Frame;
  /** The visitor as the audit log names them. */
  readonly actor: string;
  /** When the visit began. */
  readonly now: number;
  /** What a form contains; nothing for a page. */
  readonly form: JsonObject;
  /** Files of the form, by the name of their field; none if nothing was chosen. */
  readonly files: Readonly<Record<string, SentFile>>;
};

/** A part of the address that the route names, such as the id. */
export function paramIn({ request }: Pick<Visit, 'request'>, name = 'id'): string {
  return request.params[name] ?? '';
}

export type MerchantVisit = Visit & {
  readonly visitor: Visitor & { readonly kind: 'merchant' };
  /** The merchant in the mode of the page. */
  readonly merchant: Credential;
};
export type OperatorVisit = Visit & { readonly visitor: Visitor & { readonly kind: 'operator' } };

export type Page<V extends Visit> = (visit: V) => Promise<string>;

export type FormOptions<V extends Visit> = {
  /** The page of the form. It is shown again if the form is refused. */
  readonly page: Page<V>;
  /** The path of that page. */
  readonly backTo: string;
  /** What the next page says once, unless it says all by itself. */
  readonly done?: DoneText;
  /** Other results that the next page may tell of, by the `done` of an outcome. */
  readonly also?: Readonly<Record<string, DoneText>>;
  /** Which act of the closed table it is (D81). */
  readonly act?: ActKind;
  /** The form has a file (http/multipart.ts), which may make it larger than other forms. In bytes. */
  readonly largest?: number;
};

/**
 * What a form leads to, if not to its own page: another page, by its path, or a page to show at once, such as a secret
 * that is shown only once. A form that resolves to anything else leads to its own page.
 */
export type Outcome = { readonly to?: string; readonly done?: string } | { readonly page: string };

/** The pages of merchants, or those of the operator's desk. Paths are below `/dashboard/test`, `/live` or `/desk`. */
export type Section<V extends Visit, Duty> = {
  show(url: string, duty: Duty, page: Page<V>): void;
  act(url: string, duty: Duty, form: FormOptions<V>, work: (visit: V) => Promise<unknown>): void;
  /** A file, or anything else that is not a page. */
  send(url: string, duty: Duty, answer: (visit: V, reply: FastifyReply) => Promise<unknown>): void;
};

export type Visits = {
  readonly merchant: Section<MerchantVisit, MerchantDuty>;
  readonly operator: Section<OperatorVisit, OperatorDuty>;
  readonly sessions: Sessions;
};
