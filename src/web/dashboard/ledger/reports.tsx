// What an accountant takes from the desk (D88): the journal, the trial balance and the fees of a month as files.
import { readJournal } from '../../../actions/money/read-journal.js';
import { reportFees } from '../../../actions/money/report-fees.js';
import { makeTrialBalance, type TrialCall } from '../../../actions/money/trial-balance.js';
import type { Deps } from '../../../deps.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import type { Mode } from '../../../domain/base/mode.js';
import {
  booksOf,
  FEES_HEAD,
  feesRecord,
  JOURNAL_HEAD,
  journalRecords,
  TRIAL_HEAD,
  trialRecords,
} from '../../../wire/money/ledger-files.js';
import type { Frame } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { sendCsv } from '../ui/csv-file.js';
import { Field, Hidden, Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { modeIn, type Query } from '../ui/list-query.js';
import { Card } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { lastMonths } from './by-hand.js';
import { LEDGER_TEXTS } from './texts.js';

type Records = AsyncGenerator<readonly (readonly string[])[]>;

export function reportRoutes({ operator: { send } }: Visits, deps: Deps): void {
  send('/ledger/journal.csv', 'see', async ({ request: { query } }, reply) =>
    sendCsv(reply, `journal-${nameOf(query)}`, await begun(journal(deps, daysIn(query)))),
  );
  send('/ledger/trial-balance.csv', 'see', async ({ request: { query } }, reply) =>
    sendCsv(reply, `trial-balance-${nameOf(query)}`, await begun(trialBalance(deps, daysIn(query)))),
  );
  send('/ledger/fees.csv', 'see', async ({ request: { query } }, reply) => {
    const month = textOf(query, 'month');
    return sendCsv(reply, `fees-${safe(month)}`, await begun(fees(deps, modeIn(query), month)));
  });
}

/** Reads the first piece before the answer begins, so that days that are none are refused and no empty file is sent. */
async function begun(records: Records): Promise<Records> {
  const first = await records.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* records;
  })();
}

async function* journal(deps: Deps, call: TrialCall): Records {
  let isFirst = true;
  for await (const { scope, entries } of readJournal(deps, call)) {
    const records = entries.flatMap((entry) => journalRecords(booksOf(scope), entry));
    yield isFirst ? [JOURNAL_HEAD, ...records] : records;
    isFirst = false;
  }
  if (isFirst) yield [JOURNAL_HEAD];
}

async function* trialBalance(deps: Deps, call: TrialCall): Records {
  const { lines, total } = await makeTrialBalance(deps, call);
  yield [
    TRIAL_HEAD,
    ...lines.flatMap((line) => trialRecords(booksOf(line.scope), line)),
    ...trialRecords('all', total),
  ];
}

async function* fees(deps: Deps, mode: Mode, month: string): Records {
  yield [FEES_HEAD, ...(await reportFees(deps, { mode, month })).map((one) => feesRecord(month, one))];
}

function daysIn(query: Query): TrialCall {
  return { mode: modeIn(query), from: textOf(query, 'from'), to: textOf(query, 'to') };
}

function nameOf(query: Query): string {
  return `${safe(textOf(query, 'from'))}-${safe(textOf(query, 'to'))}`;
}

function textOf(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

/** Part of the name of a file. */
function safe(text: string): string {
  return text.replace(/[^\d-]/g, '').slice(0, 10);
}

export function ReportsCard(props: { readonly frame: Frame; readonly mode: Mode; readonly now: number }) {
  const { frame, mode, now } = props;
  const texts = LEDGER_TEXTS[frame.language];
  const today = mexicoDay(now);
  const path = `${frame.path}/ledger`;
  return (
    <Card title={texts.reports}>
      <p class="soft">{texts.reportsText}</p>
      <form method="get" action={`${path}/journal.csv`} class="row">
        {mode === 'test' && <Hidden name="mode" value="test" />}
        <Field name="from" label={texts.firstDay} type="date" value={`${today.slice(0, 7)}-01`} required />
        <Field name="to" label={texts.lastDay} type="date" value={today} required />
        <Submit>
          <Icon name="download" />
          {texts.report.journal}
        </Submit>
        <button type="submit" formAction={`${path}/trial-balance.csv`}>
          <Icon name="download" />
          {texts.report['trial-balance']}
        </button>
      </form>
      <form method="get" action={`${path}/fees.csv`} class="row">
        {mode === 'test' && <Hidden name="mode" value="test" />}
        <Select name="month" label={texts.month} choices={lastMonths(now, frame.language)} />
        <Submit>
          <Icon name="download" />
          {texts.report.fees}
        </Submit>
      </form>
    </Card>
  );
}
