// Statements to download: the last months, and any days.
import type { Balances } from '../../../domain/ledger.js';
import type { Frame } from '../frame/frame.js';
import { Field, Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Card } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { renderMoney } from './money-frame.js';
import { MONEY_TEXTS } from './texts.js';

/** A month with its first and last day, yyyy-mm-dd. */
export type Month = { readonly from: string; readonly to: string };

export type StatementsView = { readonly balances: Balances; readonly months: readonly Month[]; readonly today: string };

export function renderStatementsPage(frame: Frame, { balances, months, today }: StatementsView): string {
  const { statements: texts, tabs } = MONEY_TEXTS[frame.language];
  const path = `${frame.path}/money/statement`;
  return renderMoney(frame, {
    tab: 'statements',
    balances,
    children: (
      <>
        <Card>
          <p class="soft">{texts.note}</p>
          <Table
            label={tabs.statements}
            columns={[
              { name: texts.month, corner: 'top-left' },
              { name: texts.get, corner: 'bottom-left' },
            ]}
            rows={months.map(({ from, to }) => ({
              key: from,
              cells: [
                MONTHS[frame.language].format(Date.parse(`${from}T12:00:00Z`)),
                <span key="files" class="files">
                  {(['csv', 'pdf'] as const).map((format) => (
                    <a key={format} class="button small" href={`${path}.${format}?from=${from}&to=${to}`} download>
                      <Icon name="download" />
                      {texts[format]}
                    </a>
                  ))}
                </span>,
              ],
            }))}
            none=""
          />
        </Card>
        <Card title={texts.otherDays}>
          <form method="get" action={path} class="row">
            <Field name="from" label={texts.from} type="date" value={today} required />
            <Field name="to" label={texts.to} type="date" value={today} required />
            <Select
              name="format"
              label={texts.formats}
              choices={[
                { value: 'csv', name: texts.csv },
                { value: 'pdf', name: texts.pdf },
              ]}
            />
            <button type="submit">{texts.get}</button>
          </form>
        </Card>
      </>
    ),
  });
}

const MONTHS = {
  es: new Intl.DateTimeFormat('es-MX', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};
