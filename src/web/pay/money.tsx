// Money of an order as a receipt shows it: what is left to pay, what came and what goes back.
import type { MoneyLine } from './money-view.js';
import { Fact, Time } from './row.js';
import { MONEY_TEXTS } from './texts.js';
import type { PayView, ReceiptRow } from './view.js';

export function Money({ view }: { readonly view: PayView }) {
  const texts = MONEY_TEXTS[view.language];
  return (
    <>
      <MoneyList id="returns" heading={texts.returnsHeading} lines={view.returns} />
      <MoneyList id="payments" heading={texts.paymentsHeading} lines={view.payments} />
    </>
  );
}

type MoneyListProps = { readonly id: string; readonly heading: string; readonly lines: readonly MoneyLine[] };

function MoneyList({ id, heading, lines }: MoneyListProps) {
  if (lines.length === 0) return null;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul class="money">
        {lines.map((line, index) => (
          <li key={index}>
            <strong class="number">{line.sum}</strong>
            {line.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <dl>
              {line.facts.map(({ name, value, isNumber }) => (
                <Fact key={name} name={name}>
                  {isNumber ? <span class="number">{value}</span> : <Time text={value} />}
                </Fact>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Receipt({ rows }: { readonly rows: readonly ReceiptRow[] }) {
  return (
    <dl class="receipt">
      {rows.map(({ name, sum }) => (
        <Fact key={name} name={name}>
          <span class="number">{sum}</span>
        </Fact>
      ))}
    </dl>
  );
}
