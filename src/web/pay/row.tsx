// One value that a customer reads, says, types or copies.
import type { ComponentChildren } from 'preact';
import { groupsOf } from '../../domain/points/number-groups.js';
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

/** The stylesheet draws the gaps between the groups of a number, so that copying by hand gives only the digits. */
export function Value({ value }: { readonly value: string }) {
  const parts = groupsOf(value);
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

export function Fact(props: { readonly name: string; readonly kind?: string; readonly children: ComponentChildren }) {
  return (
    <div class={props.kind}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
