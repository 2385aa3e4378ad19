// Counts what became of works that run at once: each is done, or refused by a code. Anything else is a failure.
import { AppError } from '../../src/errors/errors.js';

export function countOutcomes() {
  const outcomes = new Map<string, number>();
  const outcomeOf = async (name: string, work: Promise<unknown>): Promise<void> => {
    const outcome = await work.then(
      () => name,
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  return { outcomes, outcomeOf };
}
