// One value that a customer says, types or copies.
import type { PaymentRow } from './payment-view.js';
import type { PayTexts } from './texts.js';

type RowProps = { readonly row: PaymentRow; readonly texts: PayTexts; readonly kind?: string };

export function Row({ row, texts, kind }: RowProps) {
  return (
    <div class={kind ?? (row.copy === null ? undefined : 'copyable')}>
      <dt>{row.label}</dt>
      <dd>
        <Value value={row.value} />
        <CopyButton row={row} texts={texts} />
      </dd>
    </div>
  );
}

export function Value({ value }: { readonly value: string }) {
  const parts = groups(value);
  return (
    <span class={parts.length > 1 || /^[$\d]/.test(value) ? 'value number' : 'value'}>
      {parts.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}

export function CopyButton({ row, texts }: Pick<RowProps, 'row' | 'texts'>) {
  if (row.copy === null) return null;
  return (
    <button type="button" class="button copy" data-copy={row.copy} data-done={texts.copied} hidden>
      <span>{texts.copy}</span>
      <span class="unseen"> {row.label}</span>
    </button>
  );
}

/**
 * Splits long numbers into readable groups; a CLABE into its parts (bank, city, account, control digit). The stylesheet
 * draws the gaps, so that copying by hand gives only the digits.
 */
export function groups(value: string): readonly string[] {
  if (/^\d{18}$/.test(value)) return value.match(/^(...)(...)(....)(....)(...)(.)$/)?.slice(1) ?? [];
  if (/^\d{8,}$/.test(value)) return value.match(/.{1,4}/g) ?? [];
  return [value];
}
