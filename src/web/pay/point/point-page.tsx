// The page where a customer chooses another store to pay at. No site may frame it, because its button acts (D67).
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { AboutWay, type WayView } from '../about-way.js';
import type { MerchantFace } from '../customer-pages.js';
import { renderDocument } from '../layout.js';
import { Merchant } from '../merchant.js';
import { PAY_TEXTS } from '../texts.js';
import { POINT_TEXTS } from './texts.js';

export type PointView = MerchantFace & {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
  readonly pointName: string;
  /** "$1,244.50": what it costs there. */
  readonly sum: string;
  /** "1,234.50": what the order costs, before the commission of a store. */
  readonly amount: string;
  readonly orderPath: string;
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
      footer: null,
      header: <Merchant {...{ view, basePath, label: shared.payTo }} />,
    },
    <main>
      {view.mode === 'test' && (
        <p class="test" role="note">
          <strong>{shared.testMode}</strong> {shared.testModeNote}
        </p>
      )}
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
            <a class="way" href={view.orderPath}>
              <AboutWay name={view.pointName} sum={view.sum} notes={[texts.now]} />
            </a>
            {choices.map((choice) => (
              <label key={choice.code} class="way">
                <input type="radio" name="point" value={choice.code} required />
                {choice.image !== null && <img src={choice.image} alt="" width="40" height="40" loading="lazy" />}
                <AboutWay {...choice} />
              </label>
            ))}
          </fieldset>
          <p class="actions">
            <button type="submit" class="button strong">
              {texts.send}
            </button>
          </p>
        </form>
      </section>
    </main>,
  );
}
