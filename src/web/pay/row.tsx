// One value that a customer reads, says, types or copies.
import type { ComponentChildren } from 'preact';
import { inOnePiece, splitZone } from '../../domain/base/mexico-time.js';
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
    <span class={/^[$\d][\d,.]*( [A-Z]+)?$/.test(value) ? 'value number' : 'value'}>
      {parts.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}

/** A time as people say it; which clock it is of is read once, if at all. */
export function Time({ text }: { readonly text: string }) {
  const [time, zone] = splitZone(text);
  return (
    <>
      {inOnePiece(time)} {zone !== '' && <small class="zone">{zone}</small>}
    </>
  );
}

type CopyProps = Pick<RowProps, 'row' | 'texts'> & {
  /** Whether everybody reads what it copies. */ readonly isNamed?: boolean;
};

export function CopyButton({ row, texts, isNamed = false }: CopyProps) {
  if (row.copy === null) return null;
  const isAcronym = row.label === row.label.toUpperCase();
  return (
    <button type="button" class="button copy" data-copy={row.copy} data-done={texts.copied} hidden>
      <span>{texts.copy}</span>
      <span class={isNamed ? undefined : 'unseen'}> {isAcronym ? row.label : row.label.toLowerCase()}</span>
    </button>
  );
}

type FactProps = {
  readonly name: ComponentChildren;
  readonly kind?: string;
  readonly isHidden?: boolean;
  readonly children: ComponentChildren;
};

export function Fact(props: FactProps) {
  return (
    <div class={props.kind} hidden={props.isHidden}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
