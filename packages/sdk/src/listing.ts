// A list: awaited it is its first page, iterated it is every item of every page.

export type Page<Item> = {
  readonly data: Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

export type Listing<Item> = Promise<Page<Item>> &
  AsyncIterable<Item> & {
    /** Page after page, for programs that keep the cursor. */
    pages(): AsyncIterable<Page<Item>>;
  };

/** Asks for the first page at once. `read` gets the cursor of a further one. */
export function listing<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Listing<Item> {
  const first = read(undefined);
  async function* pages(): AsyncGenerator<Page<Item>, void> {
    let page = await first;
    for (;;) {
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      page = await read(page.next_cursor);
    }
  }
  async function* items(): AsyncGenerator<Item, void> {
    for await (const page of pages()) yield* page.data;
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}
