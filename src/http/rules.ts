// The rules that every request meets before its body is read, one after the other. They share one hook: walking from
// hook to hook costs Fastify more than most rules cost.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../errors/errors.js';

/** The refusal of a request, or undefined if it may go on. */
export type Verdict = AppError | undefined;
export type Rule = (request: FastifyRequest, reply: FastifyReply) => Verdict | Promise<Verdict>;

export function applyRules(app: FastifyInstance, rules: readonly Rule[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const verdict = judge(rules, 0, request, reply);
    if (verdict instanceof Promise) verdict.then(done, done);
    else done(verdict);
  });
}

/** Waits only for the rules that ask for it: a promise for each would cost more than the rules themselves. */
function judge(rules: readonly Rule[], from: number, request: FastifyRequest, reply: FastifyReply): ReturnType<Rule> {
  for (let index = from; index < rules.length; index++) {
    const verdict = rules[index]?.(request, reply);
    if (verdict instanceof Promise) return verdict.then((late) => late ?? judge(rules, index + 1, request, reply));
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
