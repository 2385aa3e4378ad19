// Takings by day as bars, drawn by the server. Behind them is a table with the same figures, for whoever wants numbers or
// cannot see the picture.
import { dateFormat } from '../../../domain/base/date-format.js';
import type { Language } from '../../../domain/base/language.js';
import type { Frame } from '../frame/frame.js';
import { ItemTable } from '../ui/columns.js';
import { pesos, wholePesos } from '../ui/parts.js';
import { HOME_TEXTS } from './texts.js';

type DayBar = { readonly day: string; readonly paid: number; readonly taken: bigint };

const WIDTH = 720;
const HEIGHT = 220;
const GROUND = HEIGHT - 36;
const TOP = 26;
/** Each bar takes so much of its place. */
const FILLED = 0.68;

export function Bars({ bars, frame }: { readonly bars: readonly DayBar[]; readonly frame: Frame }) {
  const { language } = frame;
  const texts = HOME_TEXTS[language].takings;
  const most = bars.reduce((greatest, { taken }) => (taken > greatest ? taken : greatest), 0n);
  const step = WIDTH / Math.max(1, bars.length);
  const heightOf = (taken: bigint) =>
    most === 0n ? 0 : Math.max(taken > 0n ? 2 : 0, Number((taken * 1000n) / most) * ((GROUND - TOP) / 1000));
  return (
    <figure class="bars">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={texts.chart}>
        {most > 0n && (
          <text x={0} y={18} class="scale">
            {wholePesos(most)}
          </text>
        )}
        <line x1={0} y1={TOP} x2={WIDTH} y2={TOP} class="grid" />
        <line x1={0} y1={(TOP + GROUND) / 2} x2={WIDTH} y2={(TOP + GROUND) / 2} class="grid" />
        <line x1={0} y1={GROUND + 0.5} x2={WIDTH} y2={GROUND + 0.5} class="ground" />
        {bars.map(({ day, taken, paid }, index) => {
          const height = heightOf(taken);
          return (
            <g key={day}>
              <rect
                x={round(index * step + (step * (1 - FILLED)) / 2)}
                y={round(GROUND - height)}
                width={round(step * FILLED)}
                height={round(height)}
                rx={2}
                class={index === bars.length - 1 ? 'bar-today' : 'bar-day'}
              >
                <title>{`${dayName(day, language)}: ${pesos(taken)}, ${texts.orders(String(paid))}`}</title>
              </rect>
              {(bars.length - 1 - index) % 7 === 0 && (
                <text
                  x={index === bars.length - 1 ? WIDTH - 4 : round(index * step + step / 2)}
                  y={HEIGHT - 6}
                  class={index === bars.length - 1 ? 'last-day' : 'day'}
                >
                  {dayName(day, language)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{texts.table}</summary>
        <ItemTable
          frame={frame}
          label={texts.chart}
          items={bars.toReversed()}
          columns={(column) => [
            column.word(texts.day, 'top-left', ({ day }) => dayName(day, language)),
            column.figure(texts.paid, 'bottom-right', ({ paid }) => paid.toLocaleString('en')),
            column.money(texts.sum, 'top-right', ({ taken }) => taken),
          ]}
        />
      </details>
    </figure>
  );
}

const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

function dayName(day: string, language: Language): string {
  return dayAndMonth(Date.parse(`${day}T12:00:00Z`), language);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
