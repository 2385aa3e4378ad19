// Small parts that every page of the dashboard is made of.
import type { ComponentChildren } from 'preact';
import { dateFormat } from '../../../domain/base/date-format.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { divideHalfUp, formatAmount } from '../../../domain/base/money.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Icon, type IconName } from './icon.js';

type Content = { readonly children?: ComponentChildren };

/** What a page is about, how to go back, and what can be done on it. */
export function PageHead(
  props: Content & {
    readonly title: ComponentChildren;
    readonly back?: { readonly href: string; readonly name: string } | undefined;
    /** Beside the title: a state, for example. */
    readonly aside?: ComponentChildren;
  },
) {
  return (
    <div class="page-head">
      {props.back !== undefined && (
        <a class="back" href={props.back.href}>
          <Icon name="back" />
          {props.back.name}
        </a>
      )}
      <div class="row middle">
        <div class="row middle grow">
          <h1>{props.title}</h1>
          {props.aside}
        </div>
        {hasContent(props.children) && <div class="actions">{props.children}</div>}
      </div>
    </div>
  );
}

export function Card(
  props: Content & { readonly title?: string | undefined; readonly aside?: ComponentChildren; readonly class?: string },
) {
  return (
    <section class={`card ${props.class ?? ''}`} aria-label={props.title}>
      {props.title !== undefined && (
        <div class="row middle card-head">
          <h2>{props.title}</h2>
          {props.aside}
        </div>
      )}
      {props.children}
    </section>
  );
}

function hasContent(children: ComponentChildren): boolean {
  if (Array.isArray(children)) return children.some(hasContent);
  return children !== undefined && children !== null && children !== false;
}

/** Good: done or well. Wait: something is still to come. Bad: it failed. Off: ended or switched off. Info: anything else. */
export type Tone = 'good' | 'wait' | 'bad' | 'off' | 'info';

/** A state, in colour and in words. */
export function State({ tone, children }: Content & { readonly tone: Tone }) {
  return <span class={`state ${tone}`}>{children}</span>;
}

export function Facts({ children }: Content) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: Content & { readonly name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A fact that is an identifier, a number or an address. */
export function CodeFact({ name, children }: Content & { readonly name: string }) {
  return (
    <Fact name={name}>
      <Code>{children}</Code>
    </Fact>
  );
}

/** A fact that people copy. */
export function CopyFact(props: { readonly frame: OnPage; readonly name: string; readonly text: string }) {
  const { frame, name, text } = props;
  return (
    <Fact name={name}>
      <Copyable frame={frame} text={text} />
    </Fact>
  );
}

/** An identifier, a number or an address that must never break over two lines. */
export function Code({ children }: Content) {
  return <span class="code">{children}</span>;
}

/** The folio of an order, which leads to its page; its id, if nobody looked the folio up. */
export function OrderLink(props: {
  readonly frame: { readonly path: string };
  readonly id: string;
  readonly folio?: string | undefined;
}) {
  const id = formatOrderId(props.id);
  return (
    <a href={`${props.frame.path}/orders/${id}`}>
      <Code>{props.folio ?? id}</Code>
    </a>
  );
}

/** The customer of an order, which leads to its page. Somebody whose data was erased has the folio. */
export function CustomerLink(props: {
  readonly frame: { readonly path: string };
  readonly order: { readonly uuid: string; readonly folio: string; readonly customer: { readonly name: string } };
}) {
  const { uuid, folio, customer } = props.order;
  return (
    <a class="cut" href={`${props.frame.path}/orders/${formatOrderId(uuid)}`}>
      {customer.name || folio}
    </a>
  );
}

/** A sentence whose `words` in backticks are codes: columns and values of files. They may break between words. */
export function WithCodes({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={`${at} ${part}`}>{part}</code>))}</>;
}

type OnPage = { readonly language: Language };

export type CopyProps = {
  readonly frame: OnPage;
  readonly text: string;
  /** What the button says, and says afterwards, if it is more than that it copies. */
  readonly words?: { readonly copy: string; readonly copied: string };
  /** What stands instead of the text, such as a short form of it. */
  readonly children?: ComponentChildren;
};

/** A text with a button that copies it. Without a script there is only the text. */
export function Copyable({ frame, text, words = FRAME_TEXTS[frame.language], children }: CopyProps) {
  return (
    <span class="copyable">
      {children ?? <Code>{text}</Code>}
      <button type="button" class="quiet" data-copy={text} data-done={words.copied} aria-label={words.copy} hidden>
        <Icon name="copy" />
      </button>
    </span>
  );
}

/** An id, short; the button copies all of it. */
export function CopyShort({ frame, id }: { readonly frame: OnPage; readonly id: string }) {
  return (
    <Copyable frame={frame} text={id}>
      <Code>{shortId(id)}</Code>
    </Copyable>
  );
}

/** An id that nobody reads to its end: the copy has all of it. */
export function shortId(id: string): string {
  return id.length > LONGEST_ID ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

const LONGEST_ID = 20;

/** An amount as the dashboard writes it: $1,234.50, and −$1,234.50 for money that goes out. */
export function pesos(amount: bigint): string {
  return amount < 0n ? `−$${formatAmount(-amount)}` : `$${formatAmount(amount)}`;
}

/** Of a scale nobody reads the cents. */
export function wholePesos(sum: bigint): string {
  return pesos(divideHalfUp(sum, 100n) * 100n).replace(/\.00$/, '');
}

const dayOf = dateFormat({ dateStyle: 'medium' });
const clockOf = dateFormat({ timeStyle: 'short' });
const secondsOf = dateFormat({ timeStyle: 'medium' });

type TimeProps = {
  readonly at: number;
  readonly language: Language;
  /** For what programs do, which happens many times a minute. */
  readonly hasSeconds?: boolean;
};

/** Shows Mexican time; the exact time is in the attribute. Where there is little room only the day is shown. */
export function Time({ at, language, hasSeconds = false }: TimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      {dayOf(at, language)}
      <span class="clock">, {(hasSeconds ? secondsOf : clockOf)(at, language)}</span>
    </time>
  );
}

/** A fact that is a time. Nothing, if it has not happened. */
export function TimeFact({
  name,
  at,
  ...shown
}: Omit<TimeProps, 'at'> & { readonly name: string; readonly at: number | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <Time at={at} {...shown} />
    </Fact>
  );
}

/** A link that looks like a button: it leads to where something is done. */
export function LinkButton(props: {
  readonly href: string;
  readonly text: string;
  readonly look?: 'main' | 'small' | 'danger';
  readonly icon?: IconName;
}) {
  const { href, text, look, icon } = props;
  return (
    <a class={look === undefined ? 'button' : `button ${look}`} href={href}>
      {icon !== undefined && <Icon name={icon} />}
      {text}
    </a>
  );
}

type Step = { readonly href: string; readonly name: string };

/** Links to the pages before and after this one. */
export function Pager({ previous, next }: { readonly previous: Step | null; readonly next: Step | null }) {
  if (previous === null && next === null) return null;
  return (
    <p class="row middle pager">
      {previous !== null && (
        <a class="button" href={previous.href} rel="prev">
          {previous.name}
        </a>
      )}
      {next !== null && (
        <a class="button" href={next.href} rel="next">
          {next.name}
        </a>
      )}
    </p>
  );
}

/** A list that is empty says so, and what to do next. */
export function Empty(props: Content & { readonly icon: IconName; readonly title: string; readonly text?: string }) {
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <p>
        <strong>{props.title}</strong>
      </p>
      {props.text !== undefined && <p class="soft">{props.text}</p>}
      {props.children}
    </div>
  );
}

/** What is done seldom, behind three dots. */
export function More({ frame, children }: Content & { readonly frame: OnPage }) {
  return (
    <details class="person more">
      <summary aria-label={FRAME_TEXTS[frame.language].more}>⋯</summary>
      <div class="drawer">{children}</div>
    </details>
  );
}

/** Something the viewer must know before they go on. */
export function Callout({ tone, children }: Content & { readonly tone: Tone }) {
  return (
    <div class={`callout ${tone}`} role="note">
      {children}
    </div>
  );
}
