// Whose page it is: the merchant's logo and name, and how to reach the shop.
import { type Brand, logoPath } from '../../domain/accounts/brand.js';
import type { ContactLine } from '../../domain/accounts/contact-lines.js';

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

export function Contacts({ contacts }: { readonly contacts: readonly ContactLine[] }) {
  if (contacts.length === 0) return null;
  return (
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
  );
}
