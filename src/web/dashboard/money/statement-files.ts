// A statement as a file: every line as comma-separated values, or a page of sums as PDF.
import type { StatementSummary } from '../../../actions/money/make-statement.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { formatShortMexicoTime } from '../../../domain/base/mexico-time.js';
import type { Mode } from '../../../domain/base/mode.js';
import { formatAmount, toDecimal } from '../../../domain/base/money.js';
import type { Balances, BookedEntry } from '../../../domain/money/ledger.js';
import { STATEMENT_COLUMNS, statementLine, statementSums } from '../../../domain/money/statement.js';
import { createPdf, textWidth } from '../../ui/pdf.js';
import { MONEY_TEXTS, type MoneyTexts } from './texts.js';

type CsvColumn = keyof MoneyTexts['statement']['csv'];

/** The names of the columns, and then the entries, page by page. */
export async function* statementRecords(
  pages: AsyncIterable<readonly BookedEntry[]>,
  language: Language,
): AsyncGenerator<readonly (readonly string[])[]> {
  const texts = MONEY_TEXTS[language];
  const columns = Object.keys(texts.statement.csv) as CsvColumn[];
  yield [columns.map((name) => texts.statement.csv[name])];
  for await (const page of pages)
    yield page.map((entry) => {
      const fields = fieldsOf(entry, texts);
      return columns.map((name) => fields[name]);
    });
}

function fieldsOf(entry: BookedEntry, texts: MoneyTexts): Record<CsvColumn, string> {
  return {
    day: mexicoDay(entry.createdAt),
    time: formatShortMexicoTime(entry.createdAt).slice(6),
    kind: texts.movements.kinds[entry.kind],
    order: entry.orderId === null ? '' : formatOrderId(entry.orderId),
    payment: entry.paymentId ?? '',
    ...statementSums(entry, toDecimal),
  };
}

type PdfStatement = {
  readonly merchant: string;
  readonly mode: Mode;
  readonly from: string;
  readonly to: string;
  readonly language: Language;
  readonly summary: StatementSummary;
};

const PAGE = { width: 612, height: 792 } as const;
const MARGIN = 42;
const RIGHT = PAGE.width - MARGIN;
const LINE = 13;
const FIRST_COLUMN = 62;

export function statementPdf({ merchant, mode, from, to, language, summary }: PdfStatement): Buffer {
  const texts = MONEY_TEXTS[language].statement;
  const pdf = createPdf({ ...PAGE, title: `${texts.title} · ${merchant} · ${texts.period(from, to)}` });
  const width = (RIGHT - MARGIN - FIRST_COLUMN) / STATEMENT_COLUMNS.length;
  const row = (y: number, first: string, cells: readonly string[], font: 'regular' | 'bold') => {
    pdf.text(first, { x: MARGIN, y, size: 8.5, font });
    cells.forEach((cell, index) => {
      const x = MARGIN + FIRST_COLUMN + width * (index + 1) - textWidth(cell, 8.5, font);
      pdf.text(cell, { x, y, size: 8.5, font });
    });
  };
  let y = MARGIN + 18;
  pdf.text(merchant, { x: MARGIN, y, size: 18, font: 'bold' });
  pdf.text(`${texts.title} · ${texts.period(from, to)}`, { x: MARGIN, y: y + 20, size: 11 });
  if (mode === 'test') pdf.text(texts.test, { x: MARGIN, y: y + 36, size: 11, font: 'bold' });
  y += 60;
  const balance = ({ available, pending }: Balances) => formatAmount(available + pending);
  row(y, texts.opening, [...STATEMENT_COLUMNS.slice(1).map(() => ''), balance(summary.opening)], 'bold');
  y += LINE + 4;
  row(
    y,
    texts.columns.period,
    STATEMENT_COLUMNS.map((name) => texts.columns[name]),
    'bold',
  );
  pdf.line(y + 4, MARGIN, RIGHT);
  if (summary.periods.length === 0) pdf.text(texts.none, { x: MARGIN, y: y + LINE + 4, size: 8.5 });
  y += 4;
  for (const sums of summary.periods) {
    y += LINE;
    row(y, sums.period, cellsOf(sums), 'regular');
  }
  y += LINE + 6;
  pdf.line(y - LINE + 2, MARGIN, RIGHT);
  row(y, texts.total, cellsOf(summary.span), 'bold');
  row(y + LINE + 4, texts.closing, [...STATEMENT_COLUMNS.slice(1).map(() => ''), balance(summary.closing)], 'bold');
  pdf.text(texts.zone, { x: MARGIN, y: PAGE.height - MARGIN - 10, size: 7.5 });
  pdf.text(texts.sums, { x: MARGIN, y: PAGE.height - MARGIN, size: 7.5 });
  return pdf.end();
}

function cellsOf(of: Balances): string[] {
  const line = statementLine(of);
  return STATEMENT_COLUMNS.map((name) => formatAmount(line[name]));
}
