// The keys of a merchant at the desk: when they were used, and how to roll, revoke and add them.
import { KEY_KINDS } from '../../../domain/accounts/account.js';
import type { KeyRecord } from '../../../store/accounts/accounts.js';
import { type Frame, may } from '../frame/frame.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Field, Hidden, Select } from '../ui/form.js';
import { Card, State, Time } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { isForOwner, KeyName } from './merchants-page.js';
import type { MerchantPageProps } from './merchants-view.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function KeysCard({ frame, view }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { account, keys, mode, now } = view;
  return (
    <Card title={texts.keys}>
      <ItemTable
        frame={frame}
        items={keys}
        columns={(column) => [
          column.shown(texts.keys, 'top-left', ({ prefix, kind }) => (
            <>
              <KeyName prefix={prefix} />
              <small>{texts.key[kind]}</small>
            </>
          )),
          column.time(texts.lastUsed, 'bottom-left', (key) => key.last_used_at, desk.never),
          column.shown(desk.state, 'top-right', (key) => <KeyState frame={frame} record={key} now={now} />),
          ...(may(frame, 'manage')
            ? [
                column.shown('', 'bottom-right', (key) =>
                  isOver(key, now) ? '' : <KeyActions frame={frame} accountId={account.id} record={key} />,
                ),
              ]
            : []),
        ]}
      />
      {mode === 'live' && <p class="soft">{texts.keyOfOwner}</p>}
      {mode === 'live' && may(frame, 'manage') && (
        <AskForm frame={frame} action={`/merchants/${account.id}/owner`} label={texts.inviteOwner}>
          <Field name="owner" label={texts.name} required maxLength={100} autocomplete="off" />
          <Field name="email" label={texts.email} type="email" required maxLength={254} autocomplete="off" />
          <Submit>{texts.inviteOwner}</Submit>
        </AskForm>
      )}
      {may(frame, 'manage') && (
        <AskForm frame={frame} action={`/merchants/${account.id}/keys`} label={texts.addKey} class="row">
          <Hidden name="mode" value={mode} />
          <Hidden name="seen" value={String(keys.length)} />
          <Select
            name="kind"
            label={texts.kind}
            choices={KEY_KINDS.filter((kind) => !isForOwner(mode, kind)).map((kind) => ({
              value: kind,
              name: texts.key[kind],
            }))}
          />
          <Submit>{texts.addKey}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

function isOver({ revoked_at, ends_at }: KeyRecord, now: number): boolean {
  return revoked_at !== null || (ends_at !== null && ends_at <= now);
}

function KeyState({ frame, record, now }: { readonly frame: Frame; readonly record: KeyRecord; readonly now: number }) {
  const texts = MERCHANTS_TEXTS[frame.language];
  if (isOver(record, now)) return <State tone="off">{texts.keyState.revoked}</State>;
  if (record.ends_at === null) return <State tone="good">{texts.keyState.works}</State>;
  return (
    <>
      <State tone="wait">{texts.keyState.ends}</State>
      <small>
        <Time at={record.ends_at} language={frame.language} />
      </small>
    </>
  );
}

type ActionsProps = { readonly frame: Frame; readonly accountId: string; readonly record: KeyRecord };

function KeyActions({ frame, accountId, record }: ActionsProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${accountId}/keys/${record.id}`;
  return (
    <div class="row">
      {record.ends_at === null && !isForOwner(record.mode, record.kind) && (
        <AskForm frame={frame} action={`${path}/roll`} label={texts.roll} kind="small">
          <p>{texts.rollText}</p>
          <Hidden name="seen" value="works" />
          <Field name="hours" label={texts.grace} value="24" inputMode="numeric" class="sum" required maxLength={4} />
          <Submit>{texts.roll}</Submit>
        </AskForm>
      )}
      <AskForm frame={frame} action={`${path}/revoke`} label={texts.revoke} kind="small danger">
        <p>{texts.revokeText}</p>
        <Submit look="danger">
          {texts.revoke} {record.prefix}…
        </Submit>
      </AskForm>
    </div>
  );
}
