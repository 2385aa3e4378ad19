// Shows errors in the dashboard as pages: not found, a refused request, or a failure of the service.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError, errorEntry } from '../../errors.js';
import { toAppError } from '../../http/problems.js';
import { errorMessage, renderError } from '../../wire/error.js';
import { type Call, sendPage } from './call.js';
import type { FrameOf } from './frame.js';
import { renderMessage } from './layout.js';
import type { Sessions } from './session.js';
import { DASHBOARD_TEXTS } from './texts.js';

type Trouble = Pick<Deps, 'log'> & { readonly sessions: Sessions; readonly frameOf: FrameOf };

export function answerTrouble(pages: FastifyInstance, trouble: Trouble): void {
  pages.setNotFoundHandler((request: Call, reply) => sendTrouble(trouble, request, reply, new AppError('not_found')));
  pages.setErrorHandler((error: FastifyError | AppError, request: Call, reply) =>
    sendTrouble(trouble, request, reply, toAppError(error)),
  );
}

async function sendTrouble(
  { log, sessions, frameOf }: Trouble,
  request: Call,
  reply: FastifyReply,
  problem: AppError,
): Promise<FastifyReply> {
  request.refusal = problem.code;
  if (problem.cause !== undefined) log.error({ request: request.id, err: problem.cause }, problem.code);
  const { status } = errorEntry(problem.code);
  // The menu stays, except after a 5xx, when the database may be down.
  const visitor = status < 500 ? await sessions.visitorOf(request).catch(() => null) : null;
  const frame = await frameOf(request, reply, visitor);
  const texts = DASHBOARD_TEXTS[frame.language];
  const message =
    status === 404 ? texts.notFound : status < 500 ? errorMessage(problem, frame.language) : texts.trouble;
  const { headers } = renderError(problem, frame.language, request.id);
  return sendPage(reply.headers(headers), renderMessage({ ...frame, here: frame.path }, message), status);
}
