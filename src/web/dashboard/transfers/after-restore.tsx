// After a restore (D84): what the database of before has sent and this one does not know, and the button with which somebody says
// that what is still to be sent here was not paid.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatMexicoTime } from '../../../domain/base/mexico-time.js';
import { statusOf } from '../../../domain/transfers/transfer.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { type LostTransfer, listLost } from '../../../store/keeping/restores.js';
import { type Frame, may } from '../frame/frame.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { MerchantLink, NoteField } from '../ui/desk-parts.js';
import { Hidden } from '../ui/form.js';
import { Callout, Card, Code } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { TRANSFERS_TEXTS } from './texts.js';

/** A page takes so many; the command shows all. */
const MOST_SHOWN = 200;

type Restored = {
  readonly moment: number;
  /** null: there was no database of before to compare with. */
  readonly lost: readonly LostTransfer[] | null;
  readonly names: ReadonlyMap<string, string>;
};

export async function readRestored({ db }: Pick<Deps, 'db'>, moment: number): Promise<Restored> {
  const lost = await listLost(db);
  const accounts = new Set((lost ?? []).slice(0, MOST_SHOWN).map(({ scope }) => scope.accountId));
  return { moment, lost, names: await findAccountNames(db, [...accounts]) };
}

export function AfterRestore({ frame, restored }: { readonly frame: Frame; readonly restored: Restored }) {
  const texts = TRANSFERS_TEXTS[frame.language].resume;
  const { moment, lost } = restored;
  return (
    <Card title={texts.title}>
      <Callout tone="bad">{texts.text(formatMexicoTime(moment, frame.language))}</Callout>
      {lost === null && <p>{texts.notCompared}</p>}
      {lost !== null && lost.length > 0 && <Lost frame={frame} {...restored} lost={lost} />}
      {may(frame, 'decide') && (
        <AskForm frame={frame} action="/transfers/resume" label={texts.button}>
          <p>{texts.sure}</p>
          <Hidden name="seen" value={new Date(moment).toISOString()} />
          <NoteField frame={frame} />
          <Submit>{texts.button}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

function Lost(props: Restored & { readonly frame: Frame; readonly lost: readonly LostTransfer[] }) {
  const { frame, lost, names } = props;
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  return (
    <>
      <p>{texts.resume.lost(lost.length)}</p>
      <ItemTable
        frame={frame}
        items={lost.slice(0, MOST_SHOWN)}
        columns={(column) => [
          column.word(texts.to, 'top-left', ({ destination }) => destination?.holder ?? texts.state.needs_destination),
          column.shown(texts.clabe, 'bottom-left', ({ destination, trackingKey }) => (
            <>
              {destination !== null && <Code>{destination.clabe}</Code>}
              {trackingKey !== null && (
                <small>
                  <Code>{trackingKey}</Code>
                </small>
              )}
            </>
          )),
          column.shown(desk.merchant, 'left-out', ({ scope: { accountId } }) => (
            <MerchantLink
              frame={frame}
              id={accountId === HOUSE_ACCOUNT ? null : accountId}
              name={names.get(accountId) ?? null}
            />
          )),
          column.word(desk.state, 'bottom-right', (transfer) =>
            [texts.reason[transfer.reason], texts.state[statusOf(transfer)]].join(' · '),
          ),
          column.money(desk.amount, 'top-right', ({ amount }) => amount),
        ]}
      />
    </>
  );
}
