// Clients that do one thing after the other for some seconds.
import type { Sample } from '../sample.js';

/** `work` returns 'done' when there is nothing more to do. */
export async function runClients(
  clients: number,
  seconds: number,
  work: () => Promise<'done' | undefined | void>,
): Promise<Sample & { readonly seconds: number }> {
  const times: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      if ((await work()) === 'done') return;
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const took = (performance.now() - startedAt) / 1_000;
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: times.length / took, p50Ms: at(0.5), p99Ms: at(0.99), seconds: took };
}
