// The pages where a customer says which account a refund goes to (D75): the form, the question whether it is right, and what was
// kept. They show nothing about the customer but what they typed just now, because anyone with the link can open them.
import type { ComponentChildren } from 'preact';
import { contactLines } from '../../../domain/accounts/contact-lines.js';
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { COINS, type CoinCode } from '../../../domain/points/coins.js';
import { groupsOf } from '../../../domain/points/number-groups.js';
import { BANKS } from '../../../domain/transfers/bank.js';
import type { PayeeAccount } from '../../../domain/transfers/transfer.js';
import type { MerchantFace } from '../customer-pages.js';
import { renderDocument } from '../layout.js';
import { Contacts, Merchant } from '../merchant.js';
import { MONEY_TEXTS, PAY_TEXTS } from '../texts.js';
import { REFUND_TEXTS } from './texts.js';

/** Whose page it is, in which language. */
type CardView = MerchantFace & {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
};

export type RefundView = CardView & {
  readonly folio: string;
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
  const faults = [view.faults.clabe, view.faults.holder].filter((fault) => fault !== undefined);
  const coin = view.coin === null ? null : texts.coin(view.coin, COINS[view.coin].network);
  return renderCard(
    view,
    coin?.title ?? texts.title,
    <>
      {(coin?.lines ?? texts.lines)(view.amount, view.merchantName, view.folio).map((line) => (
        <p key={line} class="made-of">
          {line}
        </p>
      ))}
      {faults.length > 0 && (
        <p class="fault" role="alert">
          {texts.faults} {faults.join(' ')}
        </p>
      )}
      <form method="post" class="refund" data-banks={JSON.stringify(BANKS)}>
        {coin === null ? (
          <>
            <Field
              {...{ name: 'clabe', label: texts.clabe, help: texts.clabeHelp, value: view.typed.clabe, check: 'clabe' }}
              {...{ inputMode: 'numeric', fault: view.faults.clabe, missing: texts.missing }}
              wrong={JSON.stringify(texts.clabeFaults)}
            />
            <Field
              {...{ name: 'holder', label: texts.holder, help: texts.holderHelp, value: view.typed.holder }}
              {...{
                inputMode: 'text',
                fault: view.faults.holder,
                missing: texts.missing,
                wrong: null,
                check: 'holder',
              }}
            />
          </>
        ) : (
          <Field
            {...{ name: 'clabe', label: coin.address, help: coin.help, value: view.typed.clabe, check: 'address' }}
            {...{ inputMode: 'text', fault: view.faults.clabe, missing: texts.missing, wrong: null }}
          />
        )}
        <button type="submit" class="button strong">
          {texts.send}
        </button>
      </form>
      <div class="ask">
        {coin === null && <p>{MONEY_TEXTS[view.language].noAccount(view.merchantName)}</p>}
        <Contacts contacts={contactLines(view.brand.contact, view.language)} />
      </div>
    </>,
  );
}

export type ConfirmView = RefundView & {
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
    coin?.confirm.title ?? texts.confirm.title,
    <>
      {(coin?.confirm.lines ?? texts.confirm.lines)(view.amount).map((line) => (
        <p key={line} class="soft">
          {line}
        </p>
      ))}
      <dl class="facts">
        <div class="wide">
          <dt>{coin?.confirm.network ?? texts.confirm.bank}</dt>
          <dd>{coin === null ? account.bank : account.holder}</dd>
        </div>
        <div class="wide">
          <dt>{coin?.address ?? texts.clabe}</dt>
          <dd class="value number large">
            {groupsOf(account.clabe).map((group, index) => (
              <span key={index}>{group}</span>
            ))}
          </dd>
        </div>
        {coin === null && (
          <div class="wide">
            <dt>{texts.holder}</dt>
            <dd>{account.holder}</dd>
          </div>
        )}
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
      {done.lines(account.bank, account.clabe.slice(-4)).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p class="actions">
        <a class="button" href={`?change=yes&lang=${view.language}`}>
          {done.change}
        </a>
      </p>
    </>,
  );
}

/** Whether the link shall be sent again, or what became of it. */
export function renderAgainPage(view: CardView, which: 'ask' | 'sent' | 'notSent', orderPath: string): string {
  const { again } = REFUND_TEXTS[view.language];
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
      {which === 'notSent' && (
        <div class="ask">
          <Contacts contacts={contactLines(view.brand.contact, view.language)} />
        </div>
      )}
    </>,
  );
}

function renderCard(view: CardView, title: string, children: ComponentChildren): string {
  return renderDocument(
    {
      language: view.language,
      title,
      width: 'narrow',
      basePath: view.basePath,
      refreshSeconds: null,
      colour: view.brand.colour,
      hasForm: true,
      footer: null,
      header: <Merchant {...{ view, basePath: view.basePath, label: REFUND_TEXTS[view.language].from }} />,
    },
    <main>
      {view.mode === 'test' && (
        <p class="test" role="note">
          <strong>{PAY_TEXTS[view.language].testMode}</strong> {REFUND_TEXTS[view.language].testNote}
        </p>
      )}
      <section class="card" aria-labelledby="title">
        <h1 id="title" class="plain">
          {title}
        </h1>
        {children}
      </section>
    </main>,
  );
}

type FieldProps = {
  readonly name: 'clabe' | 'holder';
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly missing: string;
  readonly wrong: string | null;
  readonly inputMode: 'numeric' | 'text';
  /** What the script looks at. */
  readonly check: 'clabe' | 'holder' | 'address';
};

function Field({ name, label, help, value, fault, missing, wrong, inputMode, check }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        {...{
          id: name,
          name,
          value,
          inputMode,
          required: true,
          autocomplete: 'off',
          spellcheck: false,
          maxLength: 120,
        }}
        data-check={check}
        data-missing={missing}
        data-wrong={wrong ?? undefined}
        aria-describedby={`${name}-help ${name}-fault`}
        aria-invalid={fault !== undefined}
      />
      {check === 'clabe' && <strong id={`${name}-bank`} role="status" hidden />}
      <small id={`${name}-fault`} class="wrong" hidden={fault === undefined}>
        {fault}
      </small>
      <small id={`${name}-help`}>{help}</small>
    </div>
  );
}
