// Filters above a list: a form that leads to the same page. It needs no script, and its address can be kept.
import type { ComponentChildren } from 'preact';

type FiltersProps = {
  readonly action: string;
  readonly label: string;
  /** What the button says. */
  readonly show: string;
  /** Filters that other controls set, such as tabs. */
  readonly kept?: Readonly<Record<string, string | null>>;
  /** The address without filters, and the name of the link there; shown while a filter is set. */
  readonly clear?: { readonly href: string; readonly name: string } | null;
  readonly children: ComponentChildren;
};

export function Filters({ action, label, show, kept = {}, clear = null, children }: FiltersProps) {
  return (
    <form method="get" action={action} class="filters" aria-label={label}>
      {Object.entries(kept).map(
        ([name, value]) => (value ?? '') !== '' && <input key={name} type="hidden" name={name} value={value ?? ''} />,
      )}
      {children}
      <button type="submit">{show}</button>
      {clear !== null && <a href={clear.href}>{clear.name}</a>}
    </form>
  );
}
