// The pages where a customer says which account a refund goes to (D75): the form, the question whether it is right, and what was
// kept. They show nothing about the customer but what they typed just now, because anyone with the link can open them.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { COINS, type CoinCode } from '../../../domain/points/coins.js';
import { BANKS } from '../../../domain/transfers/bank.js';
import type { PayeeAccount } from '../../../domain/transfers/transfer.js';
import type { MerchantFace } from '../customer-pages.js';
import { StatusIcon } from '../icons.js';
import { renderDocument } from '../layout.js';
import { AskShop, Merchant, TestNote } from '../merchant.js';
import { shownBank } from '../money-view.js';
import { Fact, Value } from '../row.js';
import { MONEY_TEXTS, PAY_TEXTS } from '../texts.js';
import { Field } from './field.js';
import { REFUND_TEXTS } from './texts.js';

/** Whose page it is, in which language. */
type CardView = MerchantFace & {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
  readonly folio: string;
};

export type RefundView = CardView & {
  /** The page of its order; null if it has none. */
  readonly orderPath: string | null;
  /** "1,234.50" */
  readonly amount: string;
  /** The coin that the money goes back in; null: pesos. */
  readonly coin: CoinCode | null;
  /** What was typed, if it has to be corrected. */
  readonly typed: { readonly clabe: string; readonly holder: string };
  /** By field, what is wrong with it. */
  readonly faults: { readonly clabe?: string; readonly holder?: string };
};

export function renderRefundPage(view: RefundView): string {
  const texts = REFUND_TEXTS[view.language];
  const form = { typed: view.typed, faults: view.faults, missing: texts.missing };
  const faults = [view.faults.clabe, view.faults.holder].filter((fault) => fault !== undefined);
  const coin = view.coin === null ? null : texts.coin(view.coin, COINS[view.coin].network);
  return renderCard(
    view,
    (coin ?? texts).title,
    <>
      <dl class="facts">
        <Sum view={view} />
      </dl>
      <p>{(coin ?? texts).line}</p>
      {faults.length > 0 && (
        <p class="fault" role="alert">
          {texts.faults} {faults.join(' ')}
        </p>
      )}
      <form method="post" class="refund" data-banks={shownBank(JSON.stringify(BANKS))}>
        {coin === null ? (
          <>
            <Field
              name="clabe"
              label={texts.clabe}
              help={texts.clabeHelp}
              form={form}
              check="clabe"
              inputMode="numeric"
              wrong={JSON.stringify(texts.clabeFaults)}
            />
            <Field
              name="holder"
              label={texts.holder}
              help={texts.holderHelp}
              form={form}
              inputMode="text"
              check="name"
            />
          </>
        ) : (
          <Field name="clabe" label={coin.address} help={coin.help} form={form} check="address" inputMode="text" />
        )}
        <button type="submit" class="button strong">
          {texts.send}
        </button>
      </form>
      {coin === null && <p class="ask">{MONEY_TEXTS[view.language].noAccount(view.merchantName)}</p>}
    </>,
  );
}

type ConfirmView = RefundView & {
  readonly account: PayeeAccount;
  /** What the form sends again, sealed. */
  readonly sealed: string;
  /** Where it is corrected. */
  readonly mendPath: string;
};

export function renderConfirmPage(view: ConfirmView): string {
  const texts = REFUND_TEXTS[view.language];
  const { account } = view;
  const coin = view.coin === null ? null : texts.coin(view.coin, account.holder);
  return renderCard(
    view,
    (coin ?? texts).confirm.title,
    <>
      <p>{(coin ?? texts).confirm.line}</p>
      <dl class="facts">
        <Sum view={view} />
        <Fact name={coin?.confirm.network ?? texts.confirm.bank}>
          {coin === null ? shownBank(account.bank) : account.holder}
        </Fact>
        <Fact kind="pay-to" name={coin?.address ?? texts.clabe}>
          <Value value={account.clabe} />
        </Fact>
        {coin === null && <Fact name={texts.holder}>{account.holder}</Fact>}
      </dl>
      <form method="post" class="actions">
        <input type="hidden" name="confirmed" value={view.sealed} />
        <button type="submit" class="button strong">
          {coin?.confirm.yes ?? texts.confirm.yes}
        </button>
        <a class="button" href={view.mendPath}>
          {texts.confirm.mend}
        </a>
      </form>
    </>,
  );
}

export function renderDonePage(view: RefundView, account: PayeeAccount): string {
  const texts = REFUND_TEXTS[view.language];
  const done = view.coin === null ? texts.done : texts.coin(view.coin, account.holder).done;
  return renderCard(
    view,
    done.title,
    <>
      <dl class="facts">
        <Sum view={view} />
        <Fact name={MONEY_TEXTS[view.language].goesTo}>
          {texts.endsIn(shownBank(view.coin === null ? account.bank : account.holder), account.clabe.slice(-4))}
        </Fact>
      </dl>
      <p>{done.line}</p>
      <p class="actions">
        {view.orderPath !== null && (
          <a class="button strong" href={view.orderPath}>
            {texts.seeOrder}
          </a>
        )}
        <a class="button" href={`?change=yes&lang=${view.language}`}>
          {done.change}
        </a>
      </p>
    </>,
    texts.ready,
  );
}

/** What goes back. */
function Sum({ view }: { readonly view: RefundView }) {
  return (
    <Fact name={PAY_TEXTS[view.language].amount}>
      <span class="number">${view.amount} MXN</span>
    </Fact>
  );
}

/** Whether the link shall be sent again, or what became of it. */
export function renderAgainPage(
  view: CardView & { readonly mail: string },
  which: 'ask' | 'sent' | 'notSent',
  orderPath: string,
): string {
  const again = REFUND_TEXTS[view.language].again(view.mail, view.merchantName);
  const { title, lines } = again[which];
  return renderCard(
    view,
    title,
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <form method="post" class="actions">
        {which === 'ask' && (
          <button type="submit" class="button strong">
            {again.send}
          </button>
        )}
        <a class="button" href={orderPath}>
          {again.back}
        </a>
      </form>
    </>,
    which === 'sent' ? REFUND_TEXTS[view.language].ready : null,
  );
}

/** `ready`: that the customer has done their part. */
function renderCard(view: CardView, title: string, children: ComponentChildren, ready: string | null = null): string {
  const { language, basePath, brand, folio } = view;
  const { from, testNote } = REFUND_TEXTS[language];
  const about = folio === '' ? [] : [`${PAY_TEXTS[language].folio}\u00a0${folio}`];
  return renderDocument(
    {
      language,
      title,
      basePath,
      width: 'narrow',
      refreshSeconds: null,
      colour: brand.colour,
      hasForm: true,
      footer: <AskShop view={view} folio={folio || null} />,
      header: <Merchant view={view} basePath={basePath} label={from} about={about} />,
    },
    <main>
      <TestNote view={view} note={testNote} />
      <section class="card paid" aria-labelledby="title">
        {ready !== null && (
          <p class="status">
            <StatusIcon status="paid" /> {ready}
          </p>
        )}
        <h1 id="title" class="plain">
          {title}
        </h1>
        {children}
      </section>
    </main>,
  );
}
