// Payouts to many merchants at once, as one act (D81): what is available to each, to the account that each of them named.
import type { Deps } from '../../../deps.js';
import { type ListedMerchant, listPayable } from '../../../store/accounts/merchant-lists.js';
import { deskActs } from '../act-at-desk.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Refusal, textIn } from '../refusal.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { NoteField, requireNote } from '../ui/desk-parts.js';
import { Check, Form, Hidden } from '../ui/form.js';
import { Card, Empty, pesos } from '../ui/parts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { MERCHANTS_DONE, MERCHANTS_TEXTS } from './texts.js';

/** So many are paid at once: the second person reads them all. */
const MOST_PAID = 50;

export function manyPayoutsRoutes(visits: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async ({ frame }) =>
    renderPayoutsPage(frame, await listPayable(deps.db, MOST_PAID), deps.random.uuid(deps.clock.now()));
  visits.operator.show('/merchants/payouts', 'decide', page);
  const form = { page, backTo: '/merchants/payouts', done: MERCHANTS_DONE.manyPaid };
  deskActs(visits, deps)('/merchants/payouts', 'payout.many', form, async (visit) => {
    const chosen = (await listPayable(deps.db, MOST_PAID)).filter(({ id }) => visit.form[`pay_${id}`] === 'yes');
    const texts = MERCHANTS_TEXTS[visit.frame.language];
    if (chosen.length === 0) throw new Refusal(texts.noneChosen);
    // What a page showed is what is paid, or nothing.
    if (chosen.some(({ id, available }) => visit.form[`amount_${id}`] !== String(available)))
      throw new Refusal(texts.amountsChanged);
    const note = requireNote(visit);
    const payouts = chosen.map(({ id, available }) => ({ accountId: id, amount: String(available) }));
    return { act: { kind: 'payout.many', mode: 'live', payouts, note, key: textIn(visit, 'key') }, note };
  });
}

function renderPayoutsPage(frame: Frame, merchants: readonly ListedMerchant[], key: string): string {
  const texts = MERCHANTS_TEXTS[frame.language];
  const sum = merchants.reduce((total, { available }) => total + available, 0n);
  return renderPage(
    frame,
    { title: texts.payMany, back: { href: `${frame.path}/merchants`, name: texts.title } },
    <>
      <p class="soft">{texts.payManyText}</p>
      <Card>
        {merchants.length === 0 ? (
          <Empty icon="coins" title={texts.nobodyToPay} />
        ) : (
          <Form frame={frame} action="/merchants/payouts">
            <Hidden name="key" value={key} />
            <ItemTable
              frame={frame}
              label={texts.payMany}
              items={merchants}
              columns={(column) => [
                column.shown(texts.name, 'top-left', ({ id, name, available }) => (
                  <>
                    <Check name={`pay_${id}`} label={name} isOn />
                    <Hidden name={`amount_${id}`} value={String(available)} />
                  </>
                )),
                column.code(texts.payoutAccount, 'bottom-left', ({ payoutClabe }) => payoutClabe ?? ''),
                column.money(texts.available, 'top-right', ({ available }) => available),
              ]}
            />
            <NoteField frame={frame} />
            <Submit look="main">{texts.payManyButton(pesos(sum))}</Submit>
          </Form>
        )}
      </Card>
    </>,
  );
}
