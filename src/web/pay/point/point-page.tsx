// The page where a customer chooses another store to pay at. No site may frame it, because its button acts (D67).
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { Way, type WayView } from '../about-way.js';
import type { MerchantFace } from '../customer-pages.js';
import { renderDocument } from '../layout.js';
import { AskShop, Merchant, TestNote } from '../merchant.js';
import { PAY_TEXTS } from '../texts.js';
import { POINT_TEXTS } from './texts.js';

export type PointView = MerchantFace & {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
  /** What is bought, and its folio. */
  readonly about: readonly string[];
  readonly folio: string;
  /** "1,234.50": what the order costs, before the commission of a store. */
  readonly amount: string;
  readonly orderPath: string;
  /** The first is where it is paid now. */
  readonly choices: readonly WayView[];
  readonly isMissing: boolean;
};

export function renderPointPage(view: PointView): string {
  const { language, basePath, choices } = view;
  const texts = POINT_TEXTS[language];
  const shared = PAY_TEXTS[language];
  return renderDocument(
    {
      language,
      basePath,
      title: `${texts.title} · $${view.amount} MXN · ${view.merchantName}`,
      width: 'narrow',
      refreshSeconds: null,
      colour: view.brand.colour,
      hasForm: true,
      footer: <AskShop view={view} folio={view.folio} />,
      header: <Merchant view={view} basePath={basePath} label={shared.payTo} about={view.about} />,
    },
    <main>
      <TestNote view={view} note={shared.testModeNote} />
      <section class="card" aria-labelledby="title">
        <h1 id="title" class="plain">
          {texts.title}
        </h1>
        <p class="made-of">{texts.line}</p>
        {view.isMissing && (
          <p class="fault" role="alert">
            {texts.missing}
          </p>
        )}
        <form method="post" class="choices">
          <fieldset class="ways single">
            <legend class="unseen">{texts.title}</legend>
            {choices.map((way, index) => (
              <Way
                key={way.code}
                way={way}
                name="point"
                isChosen={index === 0}
                send={index === 0 ? texts.send : texts.sendTo(way.name)}
              />
            ))}
          </fieldset>
          <p class="actions">
            <button type="submit" class="button strong">
              {texts.send}
            </button>
            <a class="button" href={view.orderPath}>
              {texts.back}
            </a>
          </p>
        </form>
      </section>
    </main>,
  );
}
