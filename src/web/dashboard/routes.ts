// The dashboard: merchants see their orders and act on them; the operator decides about payments and edits payment
// points (D2, D43, D55, D56). Pages show the same data as the API, and every form calls the same action as the API.
// Everything works without a script.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import type { ServerState } from '../../http/server.js';
import { receiveVisits } from './receive-visits.js';
import { MENUS, serveSections } from './sections.js';

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  app.register(
    async (pages) => {
      serveSections(receiveVisits(pages, deps, state, MENUS), deps);
    },
    { prefix: '/dashboard' },
  );
}
