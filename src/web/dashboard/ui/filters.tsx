// Filters above a list: a form that leads to the same page. It needs no script, and its address can be kept. On a phone they
// are folded behind one line that counts those that are set.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../domain/base/language.js';
import { Submit } from './buttons.js';
import { Field, Select, Sent } from './form.js';
import { Icon } from './icon.js';
import type { ListParameters } from './list-query.js';
import { LIST_TEXTS } from './texts.js';

type FiltersProps = {
  readonly action: string;
  /** What was typed, and what of it says nothing; by the names of the fields, which show it by themselves. */
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string>>;
  /** Parameters that other controls set, such as tabs. */
  readonly kept: ListParameters;
  /** The address without filters; null while none is set. */
  readonly clear: string | null;
  readonly words: { readonly filters: string; readonly show: string; readonly find?: string; readonly clear: string };
  /** A search, which always stands there. Beside one the filters are folded on a desk, too. */
  readonly search?: ComponentChildren;
  /** The filters that are set: each takes itself away. */
  readonly chips?: ComponentChildren;
  /** The fields of the filters. */
  readonly children?: ComponentChildren;
};

const SEARCH = 'q';

export function Filters({ action, typed, faults, kept, clear, words, search, chips, children }: FiltersProps) {
  const set = Object.keys(typed).filter((name) => name !== SEARCH).length;
  return (
    <form method="get" action={action} class="filters" aria-label={words.filters}>
      {Object.entries(kept).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Sent value={{ action, values: typed, faults }}>
        {search}
        {search !== undefined && (
          <button type="submit" aria-label={words.find ?? words.show}>
            <Icon name="search" />
          </button>
        )}
        {children !== undefined && (
          <details class={search === undefined ? 'open-on-desk' : undefined} open={Object.keys(faults).length > 0}>
            <summary class="button">
              {words.filters}
              {set > 0 && <span class="count">{set}</span>}
            </summary>
            <div class="row">
              {children}
              <Submit>{words.show}</Submit>
            </div>
          </details>
        )}
      </Sent>
      {clear !== null && (
        <div class="row middle set">
          {chips}
          <a href={clear}>{words.clear}</a>
        </div>
      )}
    </form>
  );
}

/** A field whose placeholder says what it searches for. */
export function SearchField(props: {
  readonly name?: string;
  readonly label: string;
  readonly hint: string;
  readonly maxLength: number;
}) {
  const { name = SEARCH, label, hint, maxLength } = props;
  const unseen = <span class="unseen">{label}</span>;
  return <Field name={name} label={unseen} placeholder={hint} class="grow" maxLength={maxLength} autocomplete="off" />;
}

type OnPage = { readonly language: Language };

/** A choice among some, or all of them, whose name is `any`. The list reads it with `query.choice`. */
export function AnySelect(props: {
  readonly frame: OnPage;
  readonly name: string;
  readonly label: string;
  /** By the values. */
  readonly names: Readonly<Record<string, string>>;
  readonly any?: string;
}) {
  const { frame, name, label, names, any = LIST_TEXTS[frame.language].any } = props;
  const choices = Object.entries(names).map(([value, shown]) => ({ value, name: shown }));
  return <Select name={name} label={label} choices={[{ value: '', name: any }, ...choices]} />;
}

/** The first and the last day; both are included. */
export function DayFields({ frame }: { readonly frame: OnPage }) {
  const words = LIST_TEXTS[frame.language];
  return (
    <>
      <Field name="from" label={words.from} type="date" />
      <Field name="to" label={words.to} type="date" />
    </>
  );
}
