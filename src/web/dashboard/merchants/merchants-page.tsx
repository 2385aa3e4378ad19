// The form for a new merchant, and secrets that are shown once.
import type { NewAccount } from '../../../actions/accounts/create-account.js';
import { KEY_KINDS, type KeyKind } from '../../../domain/accounts/account.js';
import { MODES, type Mode } from '../../../domain/base/mode.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { Callout, Card, Code, Copyable, Fact, Facts, LinkButton } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { MERCHANTS_TEXTS } from './texts.js';

/** `id` makes one merchant of a form that is sent twice. */
export function renderNewMerchantPage(frame: Frame, id: string): string {
  const texts = MERCHANTS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.add, back: { href: `${frame.path}/merchants`, name: texts.title } },
    <Card class="narrow">
      <p class="soft">{texts.addIntro}</p>
      <Form frame={frame} action="/merchants/new">
        <Hidden name="id" value={id} />
        <Field name="name" label={texts.name} required maxLength={255} />
        <Submit look="main">{texts.create}</Submit>
      </Form>
    </Card>,
  );
}

export function renderNewKeysPage(frame: Frame, { account, keys }: NewAccount): string {
  const texts = MERCHANTS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: account.name, back: { href: `${frame.path}/merchants`, name: texts.title } },
    <>
      <Callout tone="wait">
        <strong>{texts.keysOnce}</strong> {texts.keysIntro}
      </Callout>
      {MODES.map((mode) => (
        <Card key={mode} title={desk[mode]}>
          <Facts>
            {KEY_KINDS.map((kind) => (
              <Fact key={kind} name={texts.key[kind]}>
                {isForOwner(mode, kind) ? texts.keyOfOwner : <Copyable frame={frame} text={keys[mode][kind]} />}
              </Fact>
            ))}
          </Facts>
        </Card>
      ))}
      <p>
        <LinkButton href={`${frame.path}/merchants/${account.id}`} look="main" text={texts.toMerchant} />
      </p>
    </>,
  );
}

/** Nobody at the desk sees a merchant's live private key: its owner makes it (D81). */
export function isForOwner(mode: Mode, kind: KeyKind): boolean {
  return mode === 'live' && kind === 'private';
}

export function renderKeyPage(
  frame: Frame,
  merchant: { readonly id: string; readonly name: string },
  key: string,
): string {
  const texts = MERCHANTS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.newKey, back: { href: `${frame.path}/merchants/${merchant.id}`, name: merchant.name } },
    <Card>
      <Callout tone="wait">{texts.newKeyOnce}</Callout>
      <Copyable frame={frame} text={key} />
    </Card>,
  );
}

export function KeyName({ prefix }: { readonly prefix: string }) {
  return <Code>{prefix}…</Code>;
}
