// Statements: the last months, to look at and to download, and any days.
import { dateFormat } from '../../../domain/base/date-format.js';
import type { Language } from '../../../domain/base/language.js';
import type { Frame } from '../frame/frame.js';
import { ItemTable } from '../ui/columns.js';
import { Field } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Card } from '../ui/parts.js';
import { renderMoney } from './money-frame.js';
import { MONEY_TEXTS } from './texts.js';

/** A month with its first and last day, yyyy-mm-dd. */
export type Month = { readonly from: string; readonly to: string };

type StatementsView = {
  readonly months: readonly Month[];
  readonly today: string;
};

export function renderStatementsPage(frame: Frame, { months, today }: StatementsView): string {
  const { statements: texts, tabs } = MONEY_TEXTS[frame.language];
  const path = `${frame.path}/money/statement`;
  return renderMoney(frame, {
    tab: 'statements',
    children: (
      <>
        <Card>
          <ItemTable
            frame={frame}
            label={tabs.statements}
            items={months}
            columns={(column) => [
              column.shown(texts.month, 'top-left', (month) => (
                <a href={`${frame.path}/money/statements/${month.from.slice(0, 7)}`}>
                  {monthName(month, frame.language)} {month.to === today && texts.ongoing}
                </a>
              )),
              column.shown(texts.get, 'bottom-left', (month) => <StatementFiles frame={frame} month={month} />),
            ]}
          />
        </Card>
        <Card title={texts.otherDays}>
          <form method="get" action={path} class="row days">
            <Field name="from" label={texts.from} type="date" value={today} required />
            <Field name="to" label={texts.to} type="date" value={today} required />
            {FORMATS.map((format) => (
              <button key={format} type="submit" name="format" value={format}>
                <Icon name="download" />
                {texts[format]}
              </button>
            ))}
          </form>
        </Card>
      </>
    ),
  });
}

const FORMATS = ['pdf', 'csv'] as const;

/** A statement as files. */
export function StatementFiles({ frame, month: { from, to } }: { readonly frame: Frame; readonly month: Month }) {
  const { statements: texts } = MONEY_TEXTS[frame.language];
  return (
    <span class="files">
      {FORMATS.map((format) => (
        <a
          key={format}
          class="button small"
          href={`${frame.path}/money/statement.${format}?from=${from}&to=${to}`}
          download
        >
          <Icon name="download" />
          {texts[format]}
        </a>
      ))}
    </span>
  );
}

/** "noviembre de 2026", with a capital as it stands alone. */
export function monthName({ from }: Month, language: Language): string {
  const name = monthAndYear(Date.parse(`${from}T12:00:00Z`), language);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const monthAndYear = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
