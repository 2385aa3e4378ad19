// The audit log at the desk: who did what to what, and what it was before and after.

import { checkBeside } from '../../../actions/keeping/check-books.js';
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { toPage } from '../../../domain/base/paging.js';
import { formatTransferId, parseTransferId } from '../../../domain/transfers/transfer.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { listActions, type ShownLine, searchAudit } from '../../../store/keeping/audit-search.js';
import { listNames, listPeople } from '../../../store/people/people.js';
import { listTransfersById } from '../../../store/transfers/transfers.js';
import type { Frame } from '../frame/frame.js';
import { CheckCard } from '../ledger/check-card.js';
import { showChecks } from '../ledger/ledger-routes.js';
import { LEDGER_DONE } from '../ledger/texts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { Field } from '../ui/form.js';
import { listPath } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, pesos, shortId, Time } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { actionName, factName, factValue } from './action-names.js';
import { AUDIT_TEXTS } from './texts.js';

/** The log is kept in the order of its lines. */
const isCursor = (text: string) => /^\d{1,18}$/.test(text);

function auditList({ operator }: Visits, deps: Deps): Page<OperatorVisit> {
  const { db } = deps;
  return listSection(operator, {
    url: '/audit',
    duty: 'see',
    texts: AUDIT_TEXTS,
    perPage: 50,
    file: 'audit',
    isCursor,
    async read({ query, ask }) {
      const found = await searchAudit(
        db,
        {
          actor: query.text('actor'),
          action: query.text('action'),
          subject: query.text('subject'),
          from: query.firstDay('from'),
          before: query.lastDay('to'),
        },
        ask,
      );
      const page = toPage(found, ask, ({ sequence }) => String(sequence));
      const asked = query.typed['actor'] ?? '';
      const known = isUuid(asked.replace('person:', '')) ? [`${asked}@`] : [];
      const actors = [...page.rows.map(({ actor }) => actor), ...known];
      return { page, people: await actorNames(deps, actors), subjects: await subjectNames(deps, page.rows) };
    },
    columns: ({ frame, column, texts, found: { people, subjects } }) => [
      {
        name: texts.action,
        corner: 'top-left',
        cell: ({ action, subject }) => (
          <>
            <ActionName frame={frame} action={action} />{' '}
            <SubjectName frame={frame} subject={subject} name={subjects.get(subject)} />
          </>
        ),
        text: ({ action }) => actionName(action, frame.language) ?? action,
      },
      {
        name: texts.actor,
        corner: 'top-right',
        cell: ({ actor }) => <ActorName frame={frame} actor={actor} people={people} />,
        text: ({ actor }) => actorWord(actor, people, frame.language),
      },
      {
        ...column.time(DESK_TEXTS[frame.language].time, 'bottom-left', ({ at }) => at),
        cell: ({ at }) => <Time at={at} language={frame.language} />,
      },
      column.shown(DESK_TEXTS[frame.language].details, 'bottom-right', (line) => <Details frame={frame} line={line} />),
      { name: texts.subject, text: ({ subject }) => subject },
      { name: texts.address, text: ({ actor }) => actor.split('@')[1] ?? '' },
      { name: DESK_TEXTS[frame.language].details, text: ({ details }) => details },
    ],
    page: async ({ frame, texts, query, found: { people } }) => ({
      intro: texts.intro,
      fields: (
        <>
          <AnySelect
            frame={frame}
            name="actor"
            label={texts.actor}
            names={{
              ...Object.fromEntries((await listPeople(db, null)).map(({ id, name }) => [`person:${id}`, name])),
              service: texts.service,
              ...namedActor(query.typed['actor'], people, frame.language),
            }}
          />
          <AnySelect
            frame={frame}
            name="action"
            label={texts.action}
            names={actionNames(await listActions(db), frame.language)}
          />
          <Field name="subject" label={texts.subject} placeholder={texts.subjectHint} maxLength={120} />
          <DayFields frame={frame} />
        </>
      ),
      none: <Empty icon="eye" title={texts.none} />,
      below: (
        <CheckCard
          frame={frame}
          view={await showChecks(deps, 'audit')}
          title={texts.check}
          text={texts.checkText}
          action="/audit/check"
        />
      ),
    }),
  });
}

function actionNames(actions: readonly string[], language: Language): Readonly<Record<string, string>> {
  const names = actions.map((action) => [action, actionName(action, language) ?? action] as const);
  return Object.fromEntries(names.sort(([, one], [, other]) => one.localeCompare(other, language)));
}

function ActionName({ frame, action }: { readonly frame: Frame; readonly action: string }) {
  return actionName(action, frame.language) ?? <Code>{action}</Code>;
}

/** The name of a person leads to what else they did. */
function ActorName(props: {
  readonly frame: Frame;
  readonly actor: string;
  readonly people: ReadonlyMap<string, string>;
}) {
  const { frame, actor, people } = props;
  const [own = ''] = actor.split('@');
  const word = actorWord(actor, people, frame.language);
  if (!own.startsWith('person:')) return word;
  return <a href={listPath(`${frame.path}/audit`, { actor: own })}>{word}</a>;
}

function actorWord(actor: string, people: ReadonlyMap<string, string>, language: Language): string {
  const texts = AUDIT_TEXTS[language];
  const person = people.get(actor);
  if (person !== undefined && person !== actor) return person;
  const [own = ''] = actor.split('@');
  const [kind = '', name = ''] = own.split(':');
  if (kind === 'service') return texts.service;
  if (kind === 'cli') return texts.command(name);
  if (kind === 'key') return texts.key(shortId(name));
  return kind === 'dashboard' ? texts.signIn : own;
}

/** Whoever the list is narrowed to can be seen among the choices, although they are nobody of the desk. */
function namedActor(
  actor: string | undefined,
  people: ReadonlyMap<string, string>,
  language: Language,
): Readonly<Record<string, string>> {
  return actor === undefined ? {} : { [actor]: actorWord(`${actor}@`, people, language) };
}

/** Names of the merchants and people that lines are about; a transfer goes by its merchant and its amount. */
async function subjectNames({ db }: Deps, lines: readonly ShownLine[]): Promise<ReadonlyMap<string, string>> {
  const ids = lines.map(({ subject }) => subject).filter(isUuid);
  const payouts = lines
    .filter(({ action }) => action === 'payout.create')
    .map(({ subject, details }) => {
      const told = new Map(changesOf(details).map(({ name, after }) => [name, after]));
      return { subject, account: told.get('account') ?? '', amount: `$${told.get('amount') ?? ''}` };
    });
  const tellTransfers = lines.flatMap(({ subject }) => parseTransferId(subject.replace(/^(?!tr_).*/, '')) ?? []);
  const transfers = (await listTransfersById(db, null, tellTransfers)).map(({ id, scope, amount }) => ({
    subject: formatTransferId(id),
    account: scope.accountId,
    amount: pesos(amount),
  }));
  const moved = [...payouts, ...transfers];
  const accounts = await findAccountNames(db, [...ids, ...moved.map(({ account }) => account).filter(isUuid)]);
  const paid = moved.map(
    ({ subject, account, amount }) => [subject, `${accounts.get(account) ?? shortId(account)} · ${amount}`] as const,
  );
  return new Map([...(await listNames(db, ids)), ...accounts, ...paid]);
}

function SubjectName(props: { readonly frame: Frame; readonly subject: string; readonly name: string | undefined }) {
  const { frame, subject, name } = props;
  const words: Readonly<Record<string, string>> = AUDIT_TEXTS[frame.language].subjects;
  const shown = name ?? (Object.hasOwn(words, subject) ? words[subject] : undefined) ?? shortId(subject);
  return (
    <a href={listPath(`${frame.path}/audit`, { subject })} title={subject}>
      {shown}
    </a>
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
    const fact = facts.get(name) ?? '';
    const arrow = fact.lastIndexOf(' -> ');
    return {
      name,
      before: facts.get(`${name}_before`) ?? (arrow < 0 ? null : fact.slice(0, arrow)),
      after: facts.get(`${name}_after`) ?? (arrow < 0 ? fact : fact.slice(arrow + ' -> '.length)),
    };
  });
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}

function Details({ frame, line }: { readonly frame: Frame; readonly line: ShownLine }) {
  const texts = AUDIT_TEXTS[frame.language];
  const [, address] = line.actor.split('@');
  const told = [
    ...(address === undefined ? [] : [{ name: texts.address, text: address }]),
    ...(line.subject === shortId(line.subject) ? [] : [{ name: 'Id', text: line.subject }]),
  ];
  const changes = changesOf(line.details);
  if (changes.length + told.length === 0) return null;
  return (
    <details>
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
        {told.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function auditRoutes(visits: Visits, deps: Deps): void {
  const page = auditList(visits, deps);
  visits.operator.act('/audit/check', 'decide', { page, backTo: '/audit', done: LEDGER_DONE.checking }, ({ actor }) =>
    checkBeside(deps, { what: 'audit', actor }),
  );
}
