// What programs say to each other, shown to people: bodies, secrets, and the guides that explain them.
import type { Language } from '../../../domain/base/language.js';
import { parseOutsideJson } from '../../../domain/base/outside-text.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Copyable, type CopyProps } from './parts.js';

/** A text of a program, in its own box. JSON is indented. `exact`: every blank counts, and no line breaks. */
export function Source(props: { readonly name: string; readonly text: string; readonly look?: 'exact' }) {
  const { name, text, look } = props;
  return (
    <div>
      <p class="source-name">{name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section class="source" tabIndex={0} aria-label={name}>
        <pre class={look}>{indented(text)}</pre>
      </section>
    </div>
  );
}

/** Indenting what is nested deep would make a page of it that is thousands of times as long. */
function indented(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const parsed = parseOutsideJson(text, JSON.parse);
  return 'value' in parsed ? JSON.stringify(parsed.value, null, 2) : text;
}

/** A long text to copy: a secret that is shown this once, an id, a header. */
export function ToCopy(props: CopyProps) {
  return (
    <p class="secret">
      <Copyable {...props} />
    </p>
  );
}

type GuidesFrame = { readonly basePath: string; readonly language: Language };

/** Links to guides, by the names of their pages, in the language of the page. */
export function Guides(props: { readonly frame: GuidesFrame; readonly pages: Readonly<Record<string, string>> }) {
  const { basePath, language } = props.frame;
  return (
    <p class="guides">
      {FRAME_TEXTS[language].guides}:{' '}
      {Object.entries(props.pages).map(([slug, name], index) => (
        <>
          {index > 0 && ' · '}
          <a href={`${basePath}/docs/${slug === 'reference' ? slug : `${language}/${slug}`}`}>{name}</a>
        </>
      ))}
    </p>
  );
}
