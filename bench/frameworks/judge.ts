// The targets against the other frameworks: ratios of one round, judged by their median.
import { atLeast, type Verdict, withoutTarget } from '../targets.js';
import type { Framework, FrameworkId } from './frameworks.js';
import type { Round } from './measure-frameworks.js';
import type { Turn } from './turn.js';

type What = 'create' | 'alone' | 'verify';

const TITLES: Readonly<Record<What, string>> = {
  create: 'creates',
  alone: 'creates by one client at a time',
  verify: 'verifies',
};

/** Frameworks without a target are compared, too. */
const TARGETS: Readonly<Record<What, Readonly<Partial<Record<FrameworkId, number>>>>> = {
  create: { drizzle: 8, typeorm: 10 },
  alone: { drizzle: 1.2 },
  verify: { drizzle: 8, typeorm: 8 },
};

const BARE = 0.65;

export function judge(frameworks: readonly Framework[], rounds: readonly Round[]): Verdict[] {
  const peers = frameworks.filter(({ id }) => id !== 'cobro');
  const verdicts = (['create', 'alone', 'verify'] as const).flatMap((what) =>
    peers.flatMap(({ id, name }) => {
      const target = TARGETS[what][id];
      const ratios = ratiosTo(id, what, rounds);
      const title = `${TITLES[what]} against ${name}`;
      return [target === undefined ? withoutTarget(title, ratios) : atLeast(title, target, ratios)];
    }),
  );
  const byCpu = (['create', 'verify'] as const).flatMap((what) =>
    peers.map(({ id, name }) =>
      withoutTarget(`CPU of ${TITLES[what]}: ${name} against Cobro`, cpuRatios(id, what, rounds)),
    ),
  );
  const bare = rounds.map((round) => rateOf(round.turns.get('cobro'), 'verify') / round.bare.perSecond);
  return [...verdicts, atLeast('verifies against bare Fastify with the same bytes', BARE, bare), ...byCpu];
}

function ratiosTo(peer: FrameworkId, what: What, rounds: readonly Round[]): number[] {
  return rounds.map(({ turns }) => rateOf(turns.get('cobro'), what) / rateOf(turns.get(peer), what));
}

/** How many times as much processor time, PostgreSQL's included, a peer takes for one answer. Who gave none has no figure. */
function cpuRatios(peer: FrameworkId, what: What, rounds: readonly Round[]): number[] {
  return rounds
    .map(({ turns }) => (turns.get(peer)?.[what].allMicros ?? 0) / (turns.get('cobro')?.[what].allMicros ?? 1))
    .filter(Number.isFinite);
}

function rateOf(turn: Turn | undefined, what: What): number {
  if (turn === undefined) throw new Error('a server missed its turn');
  return turn[what].perSecond;
}
