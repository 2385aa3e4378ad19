// The keys of a merchant in one mode.
import { listOwnKeys } from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, LinkButton } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import type { Visits } from '../visit.js';
import { KeyState, Limits } from './keys-page.js';
import { KEYS_TEXTS } from './texts.js';

export function keysList({ merchant }: Visits, deps: Deps): void {
  listSection(merchant, {
    url: '/keys',
    duty: 'develop',
    texts: KEYS_TEXTS,
    read: async ({ visit }) => ({ page: wholeList(await listOwnKeys(deps, visit.merchant.scope)) }),
    columns: ({ visit, frame: { path }, column, texts }) => [
      {
        name: texts.key,
        corner: 'top-left',
        cell: ({ id, name, prefix }) => (
          <>
            <a href={`${path}/keys/${id}`}>{name ?? <Code>{prefix}…</Code>}</a>
            {name !== null && <small class="code">{prefix}…</small>}
          </>
        ),
      },
      column.word(texts.kind, 'day', ({ kind }) => texts.kinds[kind]),
      {
        name: texts.limits,
        corner: 'below',
        isCalled: true,
        cell: (key) => <Limits record={key} texts={texts} />,
      },
      column.time(texts.created, 'left-out', ({ created_at: at }) => at),
      {
        ...column.time(texts.lastUsed, 'bottom-left', ({ last_used_at: at }) => at, texts.never),
        isCalled: true,
      },
      {
        name: texts.state,
        corner: 'top-right',
        cell: (key) => <KeyState record={key} now={visit.now} texts={texts} />,
      },
    ],
    page: ({ frame, texts }) => ({
      intro: texts.note,
      actions: <LinkButton href={`${frame.path}/keys/new`} look="main" icon="plus" text={texts.add} />,
      none: <Empty icon="key" title={texts.none} />,
      below: <Guides frame={frame} pages={texts.guides} />,
    }),
  });
}
