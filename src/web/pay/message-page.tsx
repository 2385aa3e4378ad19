// A page with only a message: the order does not exist, or we cannot show it now.
import type { Language } from '../../domain/base/language.js';
import { renderDocument } from './layout.js';
import { PAY_TEXTS } from './texts.js';

export function renderMessagePage(message: 'notFound' | 'trouble', language: Language, basePath: string): string {
  const { title, lines } = PAY_TEXTS[language][message];
  return renderDocument(
    { language, title, width: 'narrow', basePath, refreshSeconds: null, header: null, footer: null },
    <main>
      <section class="card message" aria-labelledby="title">
        <h1 id="title">{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    </main>,
  );
}
