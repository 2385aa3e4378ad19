// Passes on what the processes of the service tell each other: tokens that were taken from shared limits, and metrics,
// which are summed here.
import type { FromProcess, MetricValues } from '../../adapters/siblings.js';
import type { Member } from './process-member.js';

/** A process that does not answer in this time is counted with what it said last. */
const ANSWER_MS = 2_000;

export type Exchange = {
  receive(from: Member, message: FromProcess): void;
  /** Its counters stay in the sums. */
  forget(member: Member): void;
};

export function createExchange(list: () => readonly Member[]): Exchange {
  const last = new Map<Member, MetricValues>();
  const answers = new Map<number, (values: MetricValues) => void>();
  let departed: MetricValues = [];
  let lastId = 0;

  const ask = (member: Member) =>
    new Promise<MetricValues>((resolve) => {
      const id = ++lastId;
      const answer = (values: MetricValues) => {
        clearTimeout(timer);
        answers.delete(id);
        last.set(member, values);
        resolve(values);
      };
      const timer = setTimeout(() => answer(last.get(member) ?? []), ANSWER_MS);
      answers.set(id, answer);
      member.send({ kind: 'tell-values', id });
    });

  async function sum(asking: Member, own: MetricValues): Promise<string> {
    const others = await Promise.all(list().flatMap((one) => (one === asking ? [] : [ask(one)])));
    last.set(asking, own);
    const { sumMetrics } = await import('../../adapters/sum-metrics.js');
    return sumMetrics([own, ...others, departed]);
  }

  return {
    receive(from, message) {
      if (message.kind === 'taken') {
        for (const one of list()) if (one !== from) one.send(message);
      } else if (message.kind === 'values') {
        answers.get(message.id)?.(message.values);
      } else if (message.kind === 'sum-metrics') {
        void sum(from, message.values).then((text) => from.send({ kind: 'metrics', id: message.id, text }));
      }
    },
    forget(member) {
      const values = last.get(member);
      last.delete(member);
      if (values === undefined) return;
      void import('../../adapters/sum-metrics.js').then(({ addDeparted }) => {
        departed = addDeparted(departed, values);
      });
    },
  };
}
