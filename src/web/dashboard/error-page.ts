// Shows errors in the dashboard as pages: not found, a refused request, or a failure of the service.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, errorEntry } from '../../errors/errors.js';
import type { ServerState } from '../../http/server.js';
import { errorMessage, renderError } from '../../wire/error.js';
import type { FrameOf } from './frame/frame.js';
import { renderMessage } from './frame/layout.js';
import { FRAME_TEXTS } from './frame/texts.js';
import { sendPage } from './request-type.js';
import type { Sessions } from './session.js';

type ErrorPages = { readonly sessions: Sessions; readonly frameOf: FrameOf };

/** Also for what no page of the dashboard sees: an unknown path, another method, a path that cannot be read. */
export function answerWithErrorPages(state: Pick<ServerState, 'showProblemsBelow'>, trouble: ErrorPages): void {
  state.showProblemsBelow('/dashboard', (problem, request, reply) => sendErrorPage(trouble, problem, request, reply));
}

async function sendErrorPage(
  { sessions, frameOf }: ErrorPages,
  problem: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = errorEntry(problem.code);
  // The menu stays, except after a 5xx, when the database may be down, and for those who ask too often.
  const mayLook = status < 500 && status !== 429;
  const visitor = mayLook ? await sessions.visitorOf(request).catch(() => null) : null;
  const frame = frameOf(request, reply, visitor);
  const texts = FRAME_TEXTS[frame.language];
  const message =
    status === 404 ? texts.notFound : status < 500 ? errorMessage(problem, frame.language) : texts.trouble;
  const { headers } = renderError(problem, frame.language, request.id);
  return sendPage(reply.headers(headers), renderMessage({ ...frame, here: frame.path }, message), status);
}
