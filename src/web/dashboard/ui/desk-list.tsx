// What the lists of all merchants' orders and payments share: the switch between live and test, the search, the choice of
// a merchant, and the way through the pages.
import type { ComponentChildren } from 'preact';
import type { Mode } from '../../../domain/base/mode.js';
import type { ListPage } from '../../../domain/base/paging.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { type MerchantName, MerchantSelect, ModeTabs } from './desk-parts.js';
import { DESK_TEXTS } from './desk-texts.js';
import { Filters } from './filters.js';
import { Field } from './form.js';
import { listPath, stepsOf } from './list-query.js';
import { Card, PageHead, Pager } from './parts.js';

type DeskList = {
  /** Below the pages of the desk. */
  readonly path: string;
  readonly texts: { readonly title: string; readonly search: string; readonly searchHint: string };
  readonly view: {
    readonly mode: Mode;
    readonly search: string;
    readonly merchant: string | null;
    readonly merchants: readonly MerchantName[];
    readonly page: ListPage<unknown>;
  };
  /** What else is filtered by, and its fields. */
  readonly filters: Readonly<Record<string, string | null>>;
  readonly fields: ComponentChildren;
  readonly table: ComponentChildren;
};

export function renderDeskList(frame: Frame, { path: below, texts, view, fields, table, ...list }: DeskList): string {
  const desk = DESK_TEXTS[frame.language];
  const path = frame.path + below;
  const mode = view.mode === 'test' ? 'test' : null;
  const filters = { q: view.search, ...list.filters, merchant: view.merchant };
  const isFiltered = Object.values(filters).some((value) => (value ?? '') !== '');
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <ModeTabs frame={frame} path={path} mode={view.mode} filters={filters} />
      <Filters
        action={path}
        label={texts.search}
        show={desk.show}
        kept={{ mode }}
        clear={isFiltered ? { href: listPath(path, { mode }), name: desk.clear } : null}
      >
        <Field name="q" label={texts.search} hint={texts.searchHint} value={view.search} maxLength={120} />
        {fields}
        <MerchantSelect frame={frame} merchants={view.merchants} value={view.merchant ?? ''} />
      </Filters>
      <Card>{table}</Card>
      <Pager {...stepsOf(path, { mode, ...filters }, view.page, desk)} />
    </>,
  );
}
