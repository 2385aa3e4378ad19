// Views of the list of orders that somebody has saved: links above the list. The present filters get a name there, and the view
// that is shown can be deleted.
import type { ComponentChildren } from 'preact';
import { deleteView, MOST_VIEWS, saveView } from '../../../actions/orders/saved-views.js';
import type { Deps } from '../../../deps.js';
import type { SavedView, ViewOwner } from '../../../store/people/saved-views.js';
import type { Frame } from '../frame/frame.js';
import { Refusal, textIn } from '../refusal.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { Tabs } from '../ui/tabs.js';
import type { MerchantVisit, Page, Visit, Visits } from '../visit.js';
import { ORDER_DONE, ORDERS_TEXTS } from './texts.js';

/** What a view keeps, in this order. What was searched for is no filter: it is about one order, and may name a customer. */
const KEPT = ['tab', 'from', 'to', 'method', 'point', 'min', 'max'] as const;

/** The filters as they stand in the address; empty if none is set. */
export function filtersOf(parameters: Readonly<Record<string, unknown>>): string {
  const set = KEPT.flatMap((name) => {
    const value = parameters[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return new URLSearchParams(set).toString();
}

export function viewOwner({ merchant, visitor }: MerchantVisit): ViewOwner {
  return { accountId: merchant.scope.accountId, personId: visitor.person.id };
}

export function savedViewForms({ act }: Visits['merchant'], deps: Deps, list: Page<MerchantVisit>): void {
  const form = { page: list, backTo: '/orders' };
  act('/orders/views', 'see', { ...form, done: ORDER_DONE.viewSaved }, async (visit) => {
    const filters = filtersOf(visit.form);
    if (await saveView(deps, viewOwner(visit), { name: textIn(visit, 'name'), filters })) return shown(filters);
    throw new Refusal(ORDERS_TEXTS[visit.frame.language].views.tooMany(MOST_VIEWS));
  });
  act(
    '/orders/views/delete',
    'see',
    { ...form, done: ORDER_DONE.viewDeleted },
    async (visit: Visit & MerchantVisit) => {
      await deleteView(deps, viewOwner(visit), textIn(visit, 'name'));
      return shown(filtersOf(visit.form));
    },
  );
}

function shown(filters: string) {
  return { to: filters === '' ? '/orders' : `/orders?${filters}` };
}

type SavedViewsProps = {
  readonly frame: Frame;
  readonly views: readonly SavedView[];
  /** The filters of this page, and beside them what they are called. */
  readonly now: string;
  readonly children: ComponentChildren;
};

export function SavedViews({ frame, views, now, children }: SavedViewsProps) {
  const texts = ORDERS_TEXTS[frame.language].views;
  const here = views.find(({ filters }) => filters === now);
  if (views.length === 0 && now === '') return null;
  return (
    <div class="row middle views">
      {views.length > 0 && (
        <Tabs
          label={texts.label}
          tabs={views.map(({ name, filters }) => ({
            name,
            href: `${frame.path}/orders?${filters}`,
            isHere: filters === now,
          }))}
        />
      )}
      {children}
      {here !== undefined && (
        <Form frame={frame} action="/orders/views/delete" class="inline">
          <Filters of={now} />
          <Hidden name="name" value={here.name} />
          <Submit look="small">{texts.remove(here.name)}</Submit>
        </Form>
      )}
      {here === undefined && now !== '' && (
        <AskForm frame={frame} action="/orders/views" label={texts.saveThese} kind="small">
          <Filters of={now} />
          <Field name="name" label={texts.name} required maxLength={40} />
          <Submit look="main">{texts.save}</Submit>
        </AskForm>
      )}
    </div>
  );
}

/** The page that the form comes back to has the same filters. */
function Filters({ of }: { readonly of: string }) {
  return (
    <>
      {[...new URLSearchParams(of)].map(([name, value]) => (
        <Hidden key={name} name={name} value={value} />
      ))}
    </>
  );
}
