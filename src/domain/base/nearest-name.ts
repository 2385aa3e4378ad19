// Finds the name that somebody probably meant when they mistyped one.

/** So many letters may be wrong, missing, added or swapped. */
const MOST_SLIPS = 3;

/** The most similar name, or null if none is near. */
export function nearestName(given: string, names: readonly string[]): string | null {
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(given, name);
    if (distance <= MOST_SLIPS && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name, distance };
  }
  return nearest?.name ?? null;
}

/** How many letters must be changed, added, removed or swapped with their neighbour to turn one text into the other. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const changes = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      if (isSwap) changes.push((beforeLast[column - 2] ?? 0) + 1);
      current.push(Math.min(...changes));
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
