// Whose page it is: the merchant's logo and name, and how to reach the shop.
import { type Brand, logoPath } from '../../domain/accounts/brand.js';
import { contactLines } from '../../domain/accounts/contact-lines.js';
import type { Language } from '../../domain/base/language.js';
import type { Mode } from '../../domain/base/mode.js';
import { PAY_TEXTS } from './texts.js';

type MerchantProps = {
  readonly view: { readonly brand: Brand; readonly merchantName: string };
  readonly basePath: string;
  /** "Payment to" */
  readonly label: string;
  /** What is bought, and its folio. */
  readonly about?: readonly string[];
};

export function Merchant({ view, basePath, label, about = [] }: MerchantProps) {
  const { logo } = view.brand;
  return (
    <div class="merchant">
      {/* Drawn at twice its size, for sharp screens. The name stands beside it, so it needs no text of its own. */}
      {logo !== null && (
        <img
          src={basePath + logoPath(logo)}
          alt=""
          width={Math.ceil(logo.width / 2)}
          height={Math.ceil(logo.height / 2)}
        />
      )}
      <p>
        <span>{label}</span> <strong>{view.merchantName}</strong>
        {about.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </div>
  );
}

type TestNoteProps = { readonly view: { readonly mode: Mode; readonly language: Language }; readonly note: string };

export function TestNote({ view, note }: TestNoteProps) {
  if (view.mode === 'live') return null;
  return (
    <p class="test" role="note">
      <strong>{PAY_TEXTS[view.language].testMode}</strong> {note}
    </p>
  );
}

type AskShopProps = {
  readonly view: { readonly brand: Brand; readonly merchantName: string; readonly language: Language };
  /** null before there is an order. */
  readonly folio: string | null;
};

export function AskShop({ view, folio }: AskShopProps) {
  const contacts = contactLines(view.brand.contact, view.language);
  return (
    <>
      <p>{PAY_TEXTS[view.language].doubts(view.merchantName, folio)}</p>
      {contacts.length > 0 && (
        <ul class="contacts">
          {contacts.map(({ label, value, href }) => (
            <li key={label}>
              {label}:{' '}
              <a href={href} target="_top" rel="noreferrer nofollow">
                {value}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
