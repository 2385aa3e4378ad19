// A list: awaited it is its first page, iterated it is every item of every page.
import type { Told } from './last-response.js';

export type Page<Item> = {
  readonly data: Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

export type Listing<Item> = Promise<Page<Item> & Told> &
  AsyncIterable<Item> & {
    /** Page after page, for programs that keep the cursor. */
    pages(): AsyncIterable<Page<Item> & Told>;
  };

/** Asks for nothing until it is awaited or iterated: a failure that nobody waits for would end the program. */
export function listing<Item>(read: (cursor: string | undefined) => Promise<Page<Item> & Told>): Listing<Item> {
  let asked: Promise<Page<Item> & Told> | undefined;
  const first = () => {
    asked ??= read(undefined);
    return asked;
  };
  async function* pages(): AsyncGenerator<Page<Item> & Told, void> {
    let page = await first();
    for (;;) {
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      page = await read(page.next_cursor);
    }
  }
  async function* items(): AsyncGenerator<Item, void> {
    for await (const page of pages()) yield* page.data;
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    // biome-ignore lint/suspicious/noThenProperty: it is awaited like the promise of its first page.
    then: (onPage, onFailure) => first().then(onPage, onFailure),
    catch: (onFailure) => first().catch(onFailure),
    finally: (onEnd) => first().finally(onEnd),
    [Symbol.toStringTag]: 'Listing',
  };
}
