// The audit log at the desk: who did what to what, and what it was before and after.
import type { Language } from '../../../domain/base/language.js';
import type { ListPage } from '../../../domain/base/paging.js';
import type { ShownLine } from '../../../store/keeping/audit-search.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { CheckCard, type ChecksView } from '../ledger/check-card.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Filters } from '../ui/filters.js';
import { type Choice, Field, Select } from '../ui/form.js';
import { stepsOf } from '../ui/list-query.js';
import { Card, Code, Empty, PageHead, Pager, Time } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { actionName, factName, factValue } from './action-names.js';
import { AUDIT_TEXTS } from './texts.js';

export type AuditFilters = Readonly<Record<'actor' | 'action' | 'subject' | 'from' | 'to', string>>;

export type AuditView = ChecksView & {
  readonly filters: AuditFilters;
  readonly actions: readonly string[];
  readonly page: ListPage<ShownLine>;
  readonly people: ReadonlyMap<string, string>;
};

export function renderAuditPage(frame: Frame, view: AuditView): string {
  const texts = AUDIT_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const path = `${frame.path}/audit`;
  const { filters, page } = view;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.intro}</p>
      <Filters
        action={path}
        label={desk.filters}
        show={desk.show}
        clear={isFiltered ? { href: path, name: desk.clear } : null}
      >
        <Field name="actor" label={texts.actor} hint={texts.actorHint} value={filters.actor} maxLength={120} />
        <Select
          name="action"
          label={texts.action}
          value={filters.action}
          choices={[{ value: '', name: desk.any }, ...actionChoices(view.actions, frame.language)]}
        />
        <Field name="subject" label={texts.subject} hint={texts.subjectHint} value={filters.subject} maxLength={120} />
        <Field name="from" label={texts.from} type="date" value={filters.from} />
        <Field name="to" label={texts.to} type="date" value={filters.to} />
      </Filters>
      <Card>
        <Table
          label={texts.title}
          columns={[
            { name: desk.time, corner: 'bottom-left' },
            { name: texts.actor, corner: 'top-left' },
            { name: texts.action, corner: 'top-right' },
            { name: texts.subject, corner: 'left-out' },
            { name: desk.details, corner: 'bottom-right' },
          ]}
          rows={page.rows.map((line) => ({
            key: String(line.sequence),
            cells: [
              <Time key="time" at={line.at} language={frame.language} />,
              <ActorName key="actor" frame={frame} actor={line.actor} people={view.people} />,
              <ActionName key="action" frame={frame} action={line.action} />,
              <span key="subject" class="breakable">
                <a href={`${path}?subject=${encodeURIComponent(line.subject)}`}>{line.subject}</a>
              </span>,
              <Details key="details" frame={frame} line={line} />,
            ],
          }))}
          none={<Empty icon="eye" title={texts.none} />}
        />
      </Card>
      <Pager {...stepsOf(path, filters, page, desk)} />
      <CheckCard frame={frame} view={view} title={texts.check} text={texts.checkText} action="/audit/check" />
    </>,
  );
}

function actionChoices(actions: readonly string[], language: Language): Choice[] {
  return actions
    .map((action) => ({ value: action, name: actionName(action, language) ?? action }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** The code stands below its name, because commands and filters know it by its code. */
function ActionName({ frame, action }: { readonly frame: Frame; readonly action: string }) {
  const name = actionName(action, frame.language);
  if (name === null) return <Code>{action}</Code>;
  return (
    <span>
      {name}
      <small>
        <Code>{action}</Code>
      </small>
    </span>
  );
}

function ActorName(props: {
  readonly frame: Frame;
  readonly actor: string;
  readonly people: ReadonlyMap<string, string>;
}) {
  const { actor, people } = props;
  const own = actor === 'service' ? AUDIT_TEXTS[props.frame.language].service : actor;
  const name = people.get(actor) ?? own;
  const [, address] = /@([^@]*)$/.exec(actor) ?? [];
  return (
    <span class="breakable">
      {name}
      {name !== actor && address !== undefined && <small>{address}</small>}
    </span>
  );
}

type Change = { readonly name: string; readonly before: string | null; readonly after: string };

/** Facts before and after stand beside each other. */
function changesOf(details: string): Change[] {
  const told: unknown = JSON.parse(details);
  const facts = new Map(
    Object.entries(typeof told === 'object' && told !== null ? told : {}).map(([name, value]) => [name, shown(value)]),
  );
  const names = new Set([...facts.keys()].map((name) => name.replace(/_(before|after)$/, '')));
  return [...names].map((name) => {
    const [, before = null, after = null] = /^(.*) -> (.*)$/.exec(facts.get(name) ?? '') ?? [];
    return {
      name,
      before: facts.get(`${name}_before`) ?? before,
      after: facts.get(`${name}_after`) ?? after ?? facts.get(name) ?? '',
    };
  });
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}

function Details({ frame, line }: { readonly frame: Frame; readonly line: ShownLine }) {
  const texts = AUDIT_TEXTS[frame.language];
  const changes = changesOf(line.details);
  if (changes.length === 0) return null;
  return (
    <details class="facts-open">
      <summary>{DESK_TEXTS[frame.language].details}</summary>
      <dl class="changes">
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{factName(name, frame.language)}</dt>
            <dd>
              {before !== null && (
                <>
                  <span class="unseen">{texts.before}: </span>
                  <del>{factValue(before, frame.language)}</del> <span aria-hidden="true">→</span>{' '}
                  <span class="unseen">{texts.after}: </span>
                </>
              )}
              {factValue(after, frame.language)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
