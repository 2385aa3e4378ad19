// What comes one by one, in sets of so many; the last one has what is left.
export async function* inSets<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<readonly Item[]> {
  let set: Item[] = [];
  for await (const item of items) {
    set.push(item);
    if (set.length < most) continue;
    yield set;
    set = [];
  }
  if (set.length > 0) yield set;
}
