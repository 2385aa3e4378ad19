// The search through the guides. The server and the script of the pages use the same functions, so a search without
// JavaScript finds the same. They use nothing but each other, because the script gets their text.

export type Section = {
  readonly slug: string;
  readonly title: string;
  /** "" for what stands before the first heading of a page. */
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
};

export type SearchableSection = Section & { readonly folded: readonly [title: string, heading: string, text: string] };

export type Hit = Section & { readonly snippet: string };

/** Lower case without accents, as long as before: "Más" is found by "mas". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function toSearchable(section: Section): SearchableSection {
  return { ...section, folded: [foldText(section.title), foldText(section.heading), foldText(section.text)] };
}

/** The sections that have every word of the query; those with the words in their headings come first. */
export function searchSections(sections: readonly SearchableSection[], query: string): Hit[] {
  const words = foldText(query.slice(0, 100))
    .split(/[^\p{L}\p{N}_.-]+/u)
    .filter((word) => word !== '')
    .slice(0, 8);
  if (words.length === 0) return [];
  const scored: { readonly section: SearchableSection; readonly score: number }[] = [];
  for (const section of sections) {
    const [title, heading, text] = section.folded;
    let score = section.heading === '' ? 1 : 0;
    for (const word of words) {
      const found = (heading.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
      if (found === 0) {
        score = -1;
        break;
      }
      score += found;
    }
    if (score > 0) scored.push({ section, score });
  }
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, 20).map(({ section }) => {
    const { folded, ...shown } = section;
    const at = Math.max(0, ...words.map((word) => folded[2].indexOf(word)));
    const start = at < 60 ? 0 : section.text.indexOf(' ', at - 60) + 1;
    const end = Math.min(section.text.length, start + 180);
    const cut = section.text.slice(start, end);
    return { ...shown, snippet: `${start > 0 ? '… ' : ''}${cut}${end < section.text.length ? ' …' : ''}` };
  });
}
