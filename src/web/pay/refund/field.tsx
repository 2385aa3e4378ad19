// One field of a form that customers fill in. forms.js looks at what is typed, and says what is wrong in the same place.
import type { ComponentChildren } from 'preact';

type FieldProps = {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly value: string;
  readonly inputMode: 'text' | 'email' | 'tel' | 'numeric';
  readonly autocomplete?: 'name' | 'email' | 'tel' | 'off';
  readonly isRequired?: boolean;
  readonly help: string | null;
  readonly fault: string | undefined;
  /** What is looked at while it is typed, and what is said then. */
  readonly check: 'name' | 'email' | 'phone' | 'clabe' | 'address';
  readonly wrong?: string;
  readonly missing: string;
};

export function Field({ name, label, help, fault, isRequired = true, autocomplete = 'off', ...typing }: FieldProps) {
  const { value, inputMode } = typing;
  const describedBy = [...(help === null ? [] : [`${name}-help`]), `${name}-fault`];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        {...{ id: name, name, value, inputMode, autocomplete, required: isRequired, spellcheck: false, maxLength: 255 }}
        data-check={typing.check}
        data-wrong={typing.wrong}
        data-missing={typing.missing}
        aria-describedby={describedBy.join(' ')}
        aria-invalid={fault !== undefined}
      />
      {typing.check === 'clabe' && <strong id={`${name}-bank`} role="status" hidden />}
      <small id={`${name}-fault`} class="wrong" hidden={fault === undefined}>
        {fault}
      </small>
      {help !== null && <small id={`${name}-help`}>{help}</small>}
    </div>
  );
}
