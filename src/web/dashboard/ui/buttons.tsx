// Buttons of forms: one that sends its form, and one that asks first.
import type { ComponentChildren } from 'preact';
import { Form, type FormProps } from './form.js';

/** Sends its form. `main` is what a page is for; what cannot be undone is a `danger`. */
export function Submit({
  look,
  asks,
  children,
}: {
  readonly look?: string | undefined;
  /** The form is sent for this alone, also before it is complete: the value of its field `asks`. */
  readonly asks?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <button type="submit" class={look} {...(asks !== undefined && { name: 'asks', value: asks, formNoValidate: true })}>
      {children}
    </button>
  );
}

/**
 * A button that asks first, in place: it opens the question, and the question holds the button that acts. It needs no
 * script.
 */
export function AskFirst(props: {
  readonly label: string;
  readonly kind?: string | undefined;
  /** The form inside: if it was refused, the question is open. */
  readonly of?: { readonly frame: FormProps['frame']; readonly action: string };
  readonly children: ComponentChildren;
}) {
  const { of } = props;
  const isOpen = of !== undefined && of.frame.sent?.action === of.frame.path + of.action;
  return (
    <details class="ask" open={isOpen}>
      <summary class={`button ${props.kind ?? ''}`}>{props.label}</summary>
      <div class="question">{props.children}</div>
    </details>
  );
}

/** A form that opens by a button. */
export function AskForm({ label, kind, ...form }: FormProps & { readonly label: string; readonly kind?: string }) {
  const { frame, action } = form;
  return (
    <AskFirst label={label} kind={kind} of={{ frame, action }}>
      <Form {...form} />
    </AskFirst>
  );
}
