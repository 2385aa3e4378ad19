// Controls the receiver process: starts it, tells it how many deliveries to expect, reads its counts, ends it by its
// id.
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type Child, forkChild } from './child.js';

export type ToReceiver = { readonly expect: number } | { readonly count: true };
export type FromReceiver =
  | { readonly listening: { readonly url: string } }
  | { readonly reached: { readonly firstAt: number } }
  | { readonly counted: Counted };

export type Counted = { readonly total: number; readonly paths: Readonly<Record<string, number>> };

export type Receiver = {
  readonly url: string;
  /** Resets the counts. Resolves when that many deliveries have arrived, with the time of the first. */
  expect(deliveries: number): Promise<{ firstAt: number }>;
  counted(): Promise<Counted>;
  stop(): Promise<void>;
};

export async function startReceiver(signal: AbortSignal): Promise<Receiver> {
  const program = join(PACKAGE_FOLDER, 'dist', 'bench', 'deliveries', 'receiver.js');
  const child: Child<ToReceiver, FromReceiver> = forkChild(program, { signal });
  const { url } = await child.next((message) => ('listening' in message ? message.listening : null));
  return {
    url,
    expect(deliveries) {
      child.tell({ expect: deliveries });
      return child.next((message) => ('reached' in message ? message.reached : null));
    },
    counted() {
      child.tell({ count: true });
      return child.next((message) => ('counted' in message ? message.counted : null));
    },
    stop: () => child.stop(),
  };
}
