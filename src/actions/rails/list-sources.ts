// Everything that tells of money, to see whether it is well: rails with credentials, and the nodes that we ask ourselves.
import type { Deps } from '../../deps.js';
import { nodeRailId } from '../../domain/rails/node-rail.js';
import { listRails, type RailRecord } from '../../store/rails/rails.js';

/** `userName` is null for a node: it has no page of its own. */
type MoneySource = Omit<RailRecord, 'userName'> & { readonly userName: string | null };

export async function listSources({ db, chains }: Pick<Deps, 'db' | 'chains'>): Promise<MoneySource[]> {
  const nodes = chains.map(({ coin, node }) => ({
    id: nodeRailId(coin, 'answers'),
    kind: 'crypto' as const,
    name: `${coin} ${node.name}`,
    mode: 'live' as const,
    points: [coin],
    userName: null,
    allow: [],
    createdAt: 0,
    revokedAt: null,
  }));
  return [...(await listRails(db)), ...nodes];
}
