// Waiting in tests: ask again until it holds, never longer than a bound. Who promises a time gives it; the usual bound is only
// there so that nothing waits for ever, and a busy machine may be slow.
import { setTimeout as sleep } from 'node:timers/promises';

/** The first truthy value that `probe` gives. */
export async function until<Value>(
  what: string,
  probe: () => Value | Promise<Value>,
  withinMs = 60_000,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await sleep(10);
  }
}
