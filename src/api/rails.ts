// The endpoints for rails (D44 to D46). They never accept merchant keys, and rail credentials work nowhere else.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keepMalformedReversal, lookUpCash, reverseCash } from '../actions/money/cash-till.js';
import { receiveNotice } from '../actions/money/receive-notice.js';
import type { Deps } from '../deps.js';
import { RAIL_KIND_NAMES, type RailKindName, railKindOf } from '../domain/rails/kinds.js';
import type { Rail } from '../domain/rails/rail.js';
import { AppError, errorEntry, fillIn } from '../errors/errors.js';
import { basicCredentials } from '../http/access.js';
import { rawBody, readBody } from '../http/body.js';
import type { GuessLimit } from '../http/guess-limit.js';
import { isFromOurPage } from '../http/page-origin.js';
import { sendJson } from '../http/request.js';
import { renderTillAnswer, TillLookup, TillReversal } from '../wire/rails/till.js';
import * as schemas from './schemas/rails.js';

export function railRoutes(app: FastifyInstance, deps: Deps, strangers: GuessLimit): void {
  const { serviceName } = deps.settings;
  const config = { access: 'rail' } as const;

  for (const name of RAIL_KIND_NAMES) {
    const kind = railKindOf({ kind: name });
    const { format, door } = kind;
    const acknowledgement = format.acknowledge(door.reply);
    const route = { config, onRequest: open(name), schema: schemas.noticeRoute(kind) };
    app.post(door.path, route, async (request, reply) => {
      await receiveNotice(deps, railOf(request), rawBody(request).toString('utf8'));
      return reply.header('content-type', `${format.mediaType}; charset=utf-8`).send(acknowledgement);
    });
  }

  app.post(
    '/rails/cash/lookup',
    { config, onRequest: open('cash'), schema: schemas.lookup },
    async (request, reply) => {
      const { network, reference } = TillLookup.read(readBody(request, serviceName));
      requireNetwork(request, network);
      const quote = await lookUpCash(deps, railOf(request), reference);
      return sendJson(reply, JSON.stringify(renderTillAnswer(quote)));
    },
  );

  app.post(
    '/rails/cash/reversals',
    { config, onRequest: open('cash'), schema: schemas.reversal },
    async (request, reply) => {
      const [rail, text] = [railOf(request), rawBody(request).toString('utf8')];
      const { network, transaction_id } = await readReversal(request, rail, text);
      requireNetwork(request, network);
      await reverseCash(deps, rail, transaction_id, text);
      return sendJson(reply, '{"status":"reversed"}');
    },
  );

  /** A reversal that cannot be read is kept before it is refused, like a malformed notice (D72). */
  async function readReversal(request: FastifyRequest, rail: Rail, text: string) {
    try {
      return TillReversal.read(readBody(request, serviceName));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await keepMalformedReversal(deps, rail, text, fillIn(errorEntry(error.code).debug, error.details));
      throw error;
    }
  }

  function open(kind: RailKindName) {
    return async (request: FastifyRequest): Promise<void> => {
      const given = basicCredentials(request.headers.authorization);
      const rail = await strangers.check(request, {
        isKnown: given !== null && deps.rails.isKnown(given.user),
        find: () => given && deps.rails.open(given.user, given.password, request.address),
      });
      if (rail === null) throw new AppError('invalid_rail_credentials');
      if (rail.kind !== kind) throw new AppError('rail_forbidden');
      if (!isFromOurPage(request, deps.settings.baseUrl)) throw new AppError('foreign_page');
      request.rail = rail;
    };
  }
}

function railOf(request: FastifyRequest): Rail {
  if (request.rail === null) throw new Error(`${request.url} has no rail`);
  return request.rail;
}

/** If a request names a network, it must be the network of its credentials (D45). */
function requireNetwork(request: FastifyRequest, network: string): void {
  if (network !== '' && network !== railOf(request).name) throw new AppError('rail_forbidden');
}
