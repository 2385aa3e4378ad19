// The page where a customer says which account a refund goes to (D75). It shows nothing about the customer, because anyone
// with the link can open it.
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { MerchantFace } from '../customer-pages.js';
import { renderDocument } from '../layout.js';
import { Merchant } from '../merchant.js';
import { PAY_TEXTS } from '../texts.js';
import { REFUND_TEXTS } from './texts.js';

export type RefundView = MerchantFace & {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
  readonly folio: string;
  /** "1,234.50" */
  readonly amount: string;
  /** What was typed, if it has to be corrected. */
  readonly typed: { readonly clabe: string; readonly holder: string };
  /** By field, what is wrong with it. */
  readonly faults: { readonly clabe?: string; readonly holder?: string };
};

export function renderRefundPage(view: RefundView): string {
  const texts = REFUND_TEXTS[view.language];
  const { testMode, testModeNote } = PAY_TEXTS[view.language];
  const faults = [view.faults.clabe, view.faults.holder].filter((fault) => fault !== undefined);
  return renderDocument(
    {
      language: view.language,
      title: texts.title,
      width: 'narrow',
      basePath: view.basePath,
      refreshSeconds: null,
      colour: view.brand.colour,
      footer: null,
      header: <Merchant {...{ view, basePath: view.basePath, label: texts.from }} />,
    },
    <main>
      {view.mode === 'test' && (
        <p class="test" role="note">
          <strong>{testMode}</strong> {testModeNote}
        </p>
      )}
      <section class="card" aria-labelledby="title">
        <h1 id="title" class="plain">
          {texts.title}
        </h1>
        {texts.lines(view.amount, view.merchantName, view.folio).map((line) => (
          <p key={line} class="soft">
            {line}
          </p>
        ))}
        {faults.length > 0 && (
          <p class="fault" role="alert">
            {texts.faults} {faults.join('; ')}.
          </p>
        )}
        <form method="post" class="refund">
          <Field
            {...{ name: 'clabe', label: texts.clabe, help: texts.clabeHelp, value: view.typed.clabe }}
            isWrong={view.faults.clabe !== undefined}
            inputMode="numeric"
          />
          <Field
            {...{ name: 'holder', label: texts.holder, help: texts.holderHelp, value: view.typed.holder }}
            isWrong={view.faults.holder !== undefined}
            inputMode="text"
          />
          <p>{texts.once}</p>
          <button type="submit" class="button strong">
            {texts.send}
          </button>
        </form>
      </section>
    </main>,
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly inputMode: 'numeric' | 'text';
};

function Field({ name, label, help, value, isWrong, inputMode }: FieldProps) {
  return (
    <label>
      {label}
      <input
        {...{ name, value, inputMode, required: true, autocomplete: 'off', spellcheck: false, maxLength: 120 }}
        aria-describedby={`${name}-help`}
        aria-invalid={isWrong}
      />
      <small id={`${name}-help`}>{help}</small>
    </label>
  );
}

/** After the account was named, or when the link does not work. */
export function renderRefundMessage(
  message: { readonly title: string; readonly lines: readonly string[] },
  language: Language,
  basePath: string,
): string {
  return renderDocument(
    { language, title: message.title, width: 'narrow', basePath, refreshSeconds: null, header: null, footer: null },
    <main>
      <section class="card message" aria-labelledby="title">
        <h1 id="title">{message.title}</h1>
        {message.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    </main>,
  );
}
