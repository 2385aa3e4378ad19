// Money of an order as a receipt shows it: what is left to pay, what came and what goes back.
import type { ComponentChildren } from 'preact';
import type { MoneyLine } from './money-view.js';
import type { ReceiptRow } from './receipt.js';
import { Fact, Row } from './row.js';
import { MONEY_TEXTS, PAY_TEXTS, type PayTexts } from './texts.js';
import type { PayView } from './view.js';

export function Money({ view }: { readonly view: PayView }) {
  const { language, payments, returns, pointName, payment } = view;
  const texts = MONEY_TEXTS[language];
  if (payments.length + returns.length === 0) return null;
  const heading =
    texts[payment !== null ? 'partsHeading' : payments.length === 1 ? 'paymentHeading' : 'paymentsHeading'];
  return (
    <section class="card" aria-labelledby="payments">
      {returns.length > 0 && (
        <MoneyList
          id="returns"
          heading={returns.length === 1 ? texts.returnHeading : texts.returnsHeading}
          lines={returns}
          texts={PAY_TEXTS[language]}
        />
      )}
      <MoneyList id="payments" heading={heading} lines={payments} texts={PAY_TEXTS[language]}>
        <Fact name={PAY_TEXTS[language].point}>{pointName}</Fact>
      </MoneyList>
      {payment === null && (
        <p class="actions">
          <button type="button" class="button print" hidden>
            {texts.printReceipt}
          </button>
          <button type="button" class="button share" hidden>
            {PAY_TEXTS[language].share}
          </button>
        </p>
      )}
    </section>
  );
}

type MoneyListProps = {
  readonly id: string;
  readonly heading: string;
  readonly lines: readonly MoneyLine[];
  readonly texts: PayTexts;
  /** What is known of all of them. */
  readonly children?: ComponentChildren;
};

function MoneyList({ id, heading, lines, texts, children }: MoneyListProps) {
  return (
    <>
      <h2 id={id}>{heading}</h2>
      <ul class="money">
        {lines.map((line, index) => (
          <li key={index}>
            {line.sum !== null && <strong class="number">{line.sum}</strong>}
            {line.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <dl>
              {line.facts.map(({ name, value, isNumber, copy }) =>
                copy === null ? (
                  <Fact key={name} name={name}>
                    {isNumber ? <span class="number">{value}</span> : value}
                  </Fact>
                ) : (
                  <Row key={name} row={{ label: name, value, copy }} texts={texts} />
                ),
              )}
              {index === lines.length - 1 && children}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Receipt({ rows }: { readonly rows: readonly ReceiptRow[] }) {
  return (
    <dl class="receipt">
      {rows.map(({ name, sum, note }) => (
        <Fact key={name} name={[name, note && <small> {note}</small>]}>
          <span class="number">{sum}</span>
        </Fact>
      ))}
    </dl>
  );
}
