// Puts samples into the guide of interface versions: `<!-- samples: Charge 2015-06-16 -->` becomes how that shape looked
// before the day and how it looks from then on. They are the examples of the OpenAPI document, which the program renders.
const LABELS = {
  en: { before: 'Before:', after: (date) => `From ${date} on:` },
  es: { before: 'Antes:', after: (date) => `Desde ${date}:` },
};

export function withSamples(markdown, document, language) {
  return markdown.replace(/^<!-- samples: (\w+) ([\d-]+) -->$/gm, (_all, shape, date) => {
    const { before, after } = LABELS[language];
    const former = exampleOf(document, shape, (version) => version >= date);
    const later = exampleOf(document, shape, (version) => version > date);
    return [before, fence(former), after(date), fence(later)].join('\n\n');
  });
}

/** As the earliest of these versions changed it, or as it is now. */
function exampleOf(document, shape, isWanted) {
  const version = document['x-interface-versions'].filter(({ before }) => isWanted(before)).at(-1);
  const name = version?.shapes[shape]?.$ref.split('/').at(-1) ?? shape;
  return document.components.schemas[name].examples[0];
}

function fence(example) {
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}
