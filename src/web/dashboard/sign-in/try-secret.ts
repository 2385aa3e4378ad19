// One try of a secret on the pages before somebody is signed in. Only tries that fail count, per address and per what they
// aim at. A right secret always counts, also while others fail from the same address; it may have to wait a second.
import type { FastifyReply } from 'fastify';
import type { OpenedSession } from '../../../actions/people/open-session.js';
import type { Visitor } from '../../../domain/people/person.js';
import { AppError, type ErrorCode, errorEntry } from '../../../errors/errors.js';
import { isFromOurPage } from '../../../http/page-origin.js';
import type { ServerState } from '../../../http/server.js';
import type { Settings } from '../../../settings/settings.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import type { Limits } from '../limits.js';
import { refusedForm } from '../refusal.js';
import { type DashboardRequest, sendPage } from '../request-type.js';
import type { Sessions } from '../session.js';

export type Tries = {
  readonly settings: Pick<Settings, 'baseUrl'>;
  readonly limits: Limits;
  readonly state: Pick<ServerState, 'strangers'>;
  readonly sessions: Sessions;
};

type SecretTry = {
  readonly request: DashboardRequest;
  readonly reply: FastifyReply;
  readonly frame: Frame;
  readonly form: JsonObject;
  /** What the try aims at: an e-mail address, the beginning of a key. */
  readonly target: string;
  open(): Promise<OpenedSession>;
  /** The page of the form, again. */
  page(frame: Frame): string;
  /** Where to go with a session; the visitor is null while the code is missing. */
  leadsTo(visitor: Visitor | null): string | Promise<string>;
};

/** What a guesser gets. Another refusal means that the secret was right. */
const WRONG: ReadonlySet<ErrorCode> = new Set([
  'wrong_sign_in',
  'wrong_code',
  'too_many_codes',
  'wrong_setup_secret',
  'link_over',
]);

export async function trySecret({ settings, limits, state, sessions }: Tries, tried: SecretTry): Promise<FastifyReply> {
  const { request, reply, frame, target } = tried;
  if (!isFromOurPage(request, settings.baseUrl)) {
    const problem = FRAME_TEXTS[frame.language].foreign;
    return sendPage(reply, tried.page({ ...frame, problem }), 403);
  }
  const isTooOften = limits.countTry(request, target);
  if (isTooOften) await state.strangers.wait();
  try {
    const opened = await tried.open();
    if (!isTooOften) limits.forgetTry(request, target);
    return reply.redirect(await tried.leadsTo(await sessions.give(request, reply, opened)), 303);
  } catch (error) {
    if (!(error instanceof AppError) || errorEntry(error.code).status >= 500) throw error;
    if (!WRONG.has(error.code) && !isTooOften) limits.forgetTry(request, target);
    return refuse(tried, error, isTooOften && WRONG.has(error.code));
  }
}

function refuse(tried: SecretTry, error: AppError, isTooOften: boolean): FastifyReply {
  const { request, reply, frame, form } = tried;
  request.refusal = isTooOften ? 'address_limited' : error.code;
  const { status, ...shown } = refusedForm({ request, form, frame }, error);
  if (!isTooOften) return sendPage(reply, tried.page({ ...frame, ...shown }), status);
  reply.header('retry-after', '1');
  const problem = FRAME_TEXTS[frame.language].tooOften;
  return sendPage(reply, tried.page({ ...frame, ...shown, problem }), 429);
}
