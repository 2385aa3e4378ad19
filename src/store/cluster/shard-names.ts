// Names in the text of a statement the tables of one shard in place of the tables of all accounts. A table's name is replaced
// wherever it stands as a word, so an alias and a column's prefix that are called the same stay the same thing.

/** Each table, and what it is called in this shard. */
export type ShardNames = ReadonlyMap<string, string>;

/** A string (one with a quote in it is two), a quoted name, or a word that is no column of something. */
const WORDS = /'[^']*'|"[^"]*"|(?<![\w.$])[a-z_][a-z_0-9]*/g;

export function renamed(text: string, names: ShardNames): string {
  return text.replace(WORDS, (word) => names.get(word) ?? word);
}

/** Statements come from the program, but lists in them may differ in length: more texts than this are forgotten. */
const MOST_KEPT = 2_000;

/** Renames each text once. */
export function createRenamer(names: ShardNames): (text: string) => string {
  const kept = new Map<string, string>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = renamed(text, names);
    kept.set(text, made);
    return made;
  };
}
