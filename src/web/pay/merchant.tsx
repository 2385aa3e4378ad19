// Whose page it is: the merchant's logo and name.
import { type Brand, logoPath } from '../../domain/accounts/brand.js';

type MerchantProps = {
  readonly view: { readonly brand: Brand; readonly merchantName: string };
  readonly basePath: string;
  /** "Payment to" */
  readonly label: string;
};

export function Merchant({ view, basePath, label }: MerchantProps) {
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
      </p>
    </div>
  );
}
