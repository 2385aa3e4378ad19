// A list of the dashboard: its tabs, filters, table, pages and file. A section says what is read (`read`), how a row is
// shown (`columns`) and what stands around the table (`page`); everything else is the same for every list.
import type { ComponentChildren } from 'preact';
import { dateFormat } from '../../../domain/base/date-format.js';
import { timeOfUuid } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import type { ListPage, PageAsk } from '../../../domain/base/paging.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { fillIn } from '../refusal.js';
import type { Page, Section, Visit } from '../visit.js';
import { type ColumnMakers, columnsOf, type ListColumn } from './columns.js';
import { sendCsv } from './csv-file.js';
import { Filters } from './filters.js';
import { Icon } from './icon.js';
import { askIn, createFilterReader, type FilterReader, type ListParameters, listPath } from './list-query.js';
import { Card, PageHead, Pager } from './parts.js';
import { Table, toRows } from './table.js';
import { type Tab, Tabs } from './tabs.js';
import { LIST_TEXTS } from './texts.js';

export type List<V extends Visit, Duty, Texts extends { readonly title: string }, Found extends Listed> = {
  /** Below the pages of the mode or of the desk, such as `/orders`. */
  readonly url: string;
  readonly duty: Duty;
  readonly texts: Readonly<Record<Language, Texts>>;
  /** The name of the list as a file. Without one it has none; with one its address is `url` plus `.csv`. */
  readonly file?: string;
  /** Rows on a page; 25 if omitted. */
  readonly perPage?: number;
  /** What a cursor of the list looks like; a UUID if omitted. */
  readonly isCursor?: (text: string) => boolean;
  /** The time that a cursor tells, where a walk may stop; that of a UUID if omitted. */
  readonly timeOf?: (cursor: string) => number;
  /** A page of the list, and what its columns need besides. */
  read(call: ListCall<V>): Promise<Found>;
  columns(view: ColumnsView<V, Texts, Found>): readonly ListColumn<RowOf<Found>>[];
  page(view: ListView<V, Texts, Found>): ListSurroundings | Promise<ListSurroundings>;
};

type Listed = { readonly page: ListPage<unknown> };
type RowOf<Found extends Listed> = Found['page']['rows'][number];

type ListCall<V extends Visit> = { readonly visit: V; readonly query: FilterReader; readonly ask: PageAsk };

type ListView<V extends Visit, Texts, Found> = ListCall<V> & {
  readonly frame: Frame;
  readonly texts: Texts;
  readonly found: Found;
  /** Whether a filter is set. Tabs are no filters. */
  readonly isFiltered: boolean;
};

/** The view of the page, and makers of columns for its rows. */
type ColumnsView<V extends Visit, Texts, Found extends Listed> = ListView<V, Texts, Found> & {
  readonly column: ColumnMakers<RowOf<Found>>;
};

/** What stands around the table. */
type ListSurroundings = {
  /** Of the page; that of the texts if omitted. `heading` stands above the list if it is another. */
  readonly title?: string;
  readonly heading?: string;
  readonly back?: { readonly href: string; readonly name: string };
  readonly aside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly intro?: ComponentChildren;
  readonly above?: ComponentChildren;
  readonly tabs?: readonly TabRow[];
  /** A field to search with, and those of the filters: each shows what was typed by itself. */
  readonly search?: ComponentChildren;
  readonly fields?: ComponentChildren;
  /** The filters that are set, beside the way to none; and what stands below them. */
  readonly chips?: ComponentChildren;
  readonly between?: ComponentChildren;
  /** Over the table, if it is one of several things on the page. */
  readonly caption?: string;
  /** Instead of an empty table; null: an empty list is not shown at all. */
  readonly none: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly below?: ComponentChildren;
};

/** Tabs that set one parameter. The first one is the list without it. */
export type TabRow = {
  readonly name: string;
  readonly label: string;
  readonly look?: 'switch';
  readonly tabs: readonly (Pick<Tab, 'name' | 'count' | 'tone'> & { readonly value: string })[];
};

const PER_PAGE = 25;
/** Rows that are read at a time for a file. */
const ROWS_OF_FILE = 500;

/** Serves a list, and the same as a file. Returns the page of the list, for forms that stand on it. */
export function listSection<V extends Visit, Duty, Texts extends { readonly title: string }, Found extends Listed>(
  section: Section<V, Duty>,
  list: List<V, Duty, Texts, Found>,
): Page<V> {
  const { url, duty, texts, file, perPage = PER_PAGE, isCursor } = list;
  const callOf = (visit: V): ListCall<V> => {
    // A form that was refused tells the mode of the list that it stands on.
    const query = { ...visit.request.query, ...visit.form };
    return { visit, query: createFilterReader(query), ask: askIn(query, perPage, isCursor) };
  };
  const viewOf = async (call: ListCall<V>): Promise<ListView<V, Texts, Found>> => {
    const found = await list.read(call);
    const { frame } = call.visit;
    const isFiltered = Object.keys(call.query.typed).length > 0;
    return { ...call, frame, texts: texts[frame.language], found, isFiltered };
  };
  const page: Page<V> = async (visit) => renderList(list, await viewOf(callOf(visit)));
  section.show(url, duty, page);
  if (file !== undefined)
    section.send(`${url}.csv`, duty, async (visit, reply) =>
      sendCsv(reply, `${file}-${mexicoDay(visit.now)}`, linesOf(list, callOf(visit), viewOf)),
    );
  return page;
}

function columnsFor<V extends Visit, Duty, Texts extends { readonly title: string }, Found extends Listed>(
  list: List<V, Duty, Texts, Found>,
  view: ListView<V, Texts, Found>,
): readonly ListColumn<RowOf<Found>>[] {
  return list.columns({ ...view, column: columnsOf(view.frame) });
}

/** The names of the columns, and then the rows, page by page. */
async function* linesOf<V extends Visit, Duty, Texts extends { readonly title: string }, Found extends Listed>(
  list: List<V, Duty, Texts, Found>,
  call: ListCall<V>,
  viewOf: (call: ListCall<V>) => Promise<ListView<V, Texts, Found>>,
): AsyncGenerator<readonly (readonly string[])[]> {
  for (let at: string | null = null; ; ) {
    const view: ListView<V, Texts, Found> = await viewOf({
      ...call,
      ask: { at, towards: 'next', limit: ROWS_OF_FILE },
    });
    const columns = columnsFor(list, view).filter(({ text }) => text !== undefined);
    const { rows, next } = view.found.page;
    if (at === null) yield [columns.map(({ name }) => name)];
    yield rows.map((row) => columns.map(({ text }) => text?.(row) ?? ''));
    if (next === null) return;
    at = next;
  }
}

async function renderList<V extends Visit, Duty, Texts extends { readonly title: string }, Found extends Listed>(
  list: List<V, Duty, Texts, Found>,
  view: ListView<V, Texts, Found>,
): Promise<string> {
  const { frame, visit, query, texts, found, isFiltered } = view;
  const words = LIST_TEXTS[frame.language];
  const around = await list.page(view);
  const title = around.title ?? texts.title;
  const path = frame.path + fillIn(list.url, visit.request.params);
  const parameters: ListParameters = { ...query.tabs, ...query.typed };
  const columns = columnsFor(list, view).filter(({ cell }) => cell !== undefined);
  const { rows, stoppedAt } = found.page;
  const tabRows = (look?: TabRow['look']) =>
    around.tabs
      ?.filter((row) => row.look === look)
      .map((row) => <Tabs key={row.name} label={row.label} tabs={tabsOf(row, path, query)} look={look} />);
  return renderDashboard(
    frame,
    title,
    <>
      <PageHead title={around.heading ?? title} back={around.back} aside={around.aside}>
        {tabRows('switch')}
        {list.file !== undefined && rows.length > 0 && (
          <a class="button" href={listPath(`${path}.csv`, parameters)} download>
            <Icon name="download" />
            {words.download}
          </a>
        )}
        {around.actions}
      </PageHead>
      {around.intro !== undefined && <p class="soft">{around.intro}</p>}
      {tabRows()}
      {around.above}
      {(rows.length > 0 || around.none !== null) && (
        <Card class="list" title={around.caption}>
          {(around.search ?? around.fields) !== undefined && (
            <Filters
              action={path}
              typed={query.typed}
              faults={Object.fromEntries([...query.faults].map((name) => [name, words.notUnderstood]))}
              kept={query.tabs}
              words={words}
              clear={isFiltered ? listPath(path, query.tabs) : null}
              search={around.search}
              chips={around.chips}
            >
              {around.fields}
            </Filters>
          )}
          {around.between}
          <Table
            label={around.caption === undefined ? title : undefined}
            columns={columns}
            rows={toRows(columns, rows)}
            none={stoppedAt === null ? around.none : null}
          />
          {around.note}
          <ListPager frame={frame} path={path} parameters={parameters} page={found.page} timeOf={list.timeOf} />
        </Card>
      )}
      {around.below}
    </>,
  );
}

type PagerProps = {
  readonly frame: Pick<Frame, 'language'>;
  readonly path: string;
  readonly parameters?: ListParameters;
  readonly page: ListPage<unknown>;
  readonly timeOf?: ((cursor: string) => number) | undefined;
};

/** The way to the pages before and after this one. */
export function ListPager({ frame: { language }, path, parameters = {}, page, timeOf = timeOfUuid }: PagerProps) {
  const words = LIST_TEXTS[language];
  const { stoppedAt } = page;
  const step = (way: 'previous' | 'next', name: string) =>
    page[way] === null ? null : { href: listPath(path, { ...parameters, [way]: page[way] }), name };
  const goOn = (way: 'previous' | 'next') => (stoppedAt !== null && page[way] === stoppedAt ? words.goOn : words[way]);
  return (
    <>
      {stoppedAt !== null && <p class="soft">{words.stopped(longDay(timeOf(stoppedAt), language))}</p>}
      <Pager previous={step('previous', goOn('previous'))} next={step('next', goOn('next'))} />
    </>
  );
}

function tabsOf({ name, tabs }: TabRow, path: string, { typed, tabs: set }: FilterReader) {
  const [first] = tabs;
  return tabs.map(({ value, ...tab }) => ({
    ...tab,
    href: listPath(path, { ...set, ...typed, [name]: value === first?.value ? null : value }),
    isHere: value === (set[name] ?? first?.value),
  }));
}

const longDay = dateFormat({ dateStyle: 'long' });
