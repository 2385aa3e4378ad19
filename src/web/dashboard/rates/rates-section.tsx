// Exchange rates at the desk: how old they are, where they come from, and how to set one by hand (D24).
import type { Deps } from '../../../deps.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { parseRate, rateToDecimal } from '../../../domain/orders/exchange.js';
import { listRates, type StoredRate } from '../../../store/money/rates.js';
import { deskActs } from '../act-at-desk.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Refusal, textIn } from '../refusal.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { NoteField, requireNote, requireSeen, spanText } from '../ui/desk-parts.js';
import { Field, Hidden } from '../ui/form.js';
import { choiceIn } from '../ui/list-query.js';
import { Card, State, Time } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { RATES_DONE, RATES_TEXTS } from './texts.js';

const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
type RatedCurrency = (typeof CURRENCIES)[number];
const SHOWN = 10;

type RatesView = {
  readonly now: number;
  readonly mostMs: number;
  readonly rates: Readonly<Record<RatedCurrency, readonly StoredRate[]>>;
};

export function ratesRoutes(visits: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => renderRatesPage(visit.frame, await showRates(deps));
  visits.operator.show('/rates', 'see', page);
  deskActs(visits, deps)(
    '/rates/:currency',
    'rate.set',
    { page, backTo: '/rates', done: RATES_DONE.set },
    async (visit) => {
      const { badRate } = RATES_TEXTS[visit.frame.language];
      const currency = choiceIn(visit.request.params, 'currency', CURRENCIES);
      const millionths = parseRate(textIn(visit, 'rate').replace(/^\$/, ''));
      if (currency === null || millionths === null || millionths <= 0n) throw new Refusal(badRate, { rate: badRate });
      const note = requireNote(visit);
      const [newest] = await listRates(deps.db, currency, 1);
      requireSeen(visit, String(newest?.takenAt ?? ''));
      return { act: { kind: 'rate.set', currency, millionths: String(millionths), note }, note };
    },
  );
}

async function showRates(deps: Deps): Promise<RatesView> {
  const [usd, eur, gbp] = await Promise.all(CURRENCIES.map((currency) => listRates(deps.db, currency, SHOWN)));
  return {
    now: deps.clock.now(),
    mostMs: deps.settings.rateMaxAgeHours * HOUR_MS,
    rates: { USD: usd ?? [], EUR: eur ?? [], GBP: gbp ?? [] },
  };
}

function renderRatesPage(frame: Frame, view: RatesView): string {
  const texts = RATES_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.title },
    <>
      <p class="soft">{texts.intro(spanText(view.mostMs, frame.language))}</p>
      {CURRENCIES.map((currency) => (
        <CurrencyCard key={currency} frame={frame} view={view} currency={currency} />
      ))}
    </>,
  );
}

type CardProps = { readonly frame: Frame; readonly view: RatesView; readonly currency: RatedCurrency };

function CurrencyCard({ frame, view, currency }: CardProps) {
  const texts = RATES_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const rates = view.rates[currency];
  const [newest] = rates;
  const ageMs = newest === undefined ? null : view.now - newest.takenAt;
  const sourceOf = ({ source }: StoredRate) => (source === 'fixed' ? texts.byHand : source);
  const isUsable = ageMs !== null && ageMs <= view.mostMs;
  return (
    <Card
      title={
        newest === undefined ? currency : `1 ${currency} = $${rateToDecimal(newest.millionths).replace(/00$/, '')} MXN`
      }
      aside={
        <State tone={ageMs === null ? 'off' : isUsable ? 'good' : 'bad'}>
          {ageMs === null ? texts.none : isUsable ? texts.valid : texts.old}
        </State>
      }
    >
      {!isUsable && <p>{texts.refused(currency)}</p>}
      {newest !== undefined && isUsable && (
        <p class="soft">
          {sourceOf(newest)}, {desk.ago(spanText(view.now - newest.takenAt, frame.language))} · {texts.validUntil}{' '}
          <Time at={newest.takenAt + view.mostMs} language={frame.language} />
        </p>
      )}
      {may(frame, 'decide') && (
        <AskForm frame={frame} action={`/rates/${currency}`} label={texts.set(currency)}>
          <Hidden name="seen" value={String(newest?.takenAt ?? '')} />
          <Field name="rate" label={texts.pesos(currency)} inputMode="decimal" class="sum" required maxLength={20} />
          <NoteField frame={frame} />
          <Submit look="main">{texts.set(currency)}</Submit>
        </AskForm>
      )}
      {rates.length > 0 && (
        <details>
          <summary>{texts.history}</summary>
          <ItemTable
            frame={frame}
            label={`${texts.history} ${currency}`}
            items={rates}
            columns={(column) => [
              column.time(desk.time, 'top-left', (rate) => rate.takenAt),
              column.word(texts.source, 'bottom-left', sourceOf),
              column.figure(texts.rate, 'top-right', (rate) => `$${rateToDecimal(rate.millionths).replace(/00$/, '')}`),
            ]}
          />
        </details>
      )}
    </Card>
  );
}
