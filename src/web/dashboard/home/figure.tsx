// A figure of a merchant's first page: its name, how much it is, and a note.
import type { ComponentChildren } from 'preact';

type FigureProps = { readonly name: string; readonly value: string; readonly note: string };

export function Figure(props: FigureProps & { readonly children?: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <span class="big">{props.value}</span>
        <span class="soft">{props.note}</span>
        {props.children}
      </dd>
    </div>
  );
}
