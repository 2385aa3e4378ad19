// Whether somebody who wrote one name meant another (D95): a letter too many or too few, another letter, or two swapped.

/** Case, hyphens and underscores tell two styles of naming apart, not two names. */
export function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Both are plain. A short name may be another word altogether with few letters changed: `zip` is no `id`. */
export function isNear(written: string, meant: string): boolean {
  if (meant.length <= 3) return written !== meant && sorted(written) === sorted(meant);
  const most = meant.length <= 5 ? 1 : 2;
  return Math.abs(written.length - meant.length) <= most && lettersBetween(written, meant) <= most;
}

function sorted(name: string): string {
  return [...name].sort().join('');
}

/** The fewest letters to add, to leave out, to change or to swap with the next, so that one text becomes the other. */
export function lettersBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
