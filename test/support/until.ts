// Waiting in tests: ask again until it holds, never longer than a bound.
import { setTimeout as sleep } from 'node:timers/promises';

/** The first truthy value that `probe` gives. */
export async function until<Value>(
  what: string,
  probe: () => Value | Promise<Value>,
  withinMs = 10_000,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await sleep(10);
  }
}
