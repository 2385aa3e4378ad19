// The keys of a merchant in one mode.
import { listOwnKeys } from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, Time } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { KeyGuides, KeyState, Limits } from './keys-page.js';
import { KEYS_TEXTS } from './texts.js';

export function keysList({ merchant }: Visits, deps: Deps): void {
  listSection(merchant, {
    url: '/keys',
    duty: 'develop',
    texts: KEYS_TEXTS,
    read: async ({ visit }) => ({ page: wholeList(await listOwnKeys(deps, visit.merchant.scope)) }),
    columns: ({ visit, frame: { path, language }, texts }) => [
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
      { name: texts.kind, corner: 'left-out', cell: ({ kind }) => texts.kinds[kind] },
      { name: texts.limits, corner: 'bottom-right', cell: (key) => <Limits record={key} texts={texts} /> },
      {
        name: texts.created,
        corner: 'left-out',
        cell: ({ created_at: at }) => <Time at={at} language={language} />,
      },
      {
        name: texts.lastUsed,
        corner: 'bottom-left',
        cell: ({ last_used_at: at }) => (at === null ? texts.never : <Time at={at} language={language} />),
      },
      {
        name: texts.state,
        corner: 'top-right',
        cell: (key) => <KeyState record={key} now={visit.now} texts={texts} />,
      },
    ],
    page: ({ frame, texts }) => ({
      intro: texts.note,
      actions: (
        <a class="button main" href={`${frame.path}/keys/new`}>
          {texts.add}
        </a>
      ),
      none: <Empty icon="key" title={texts.none} />,
      below: <KeyGuides frame={frame} texts={texts} />,
    }),
  });
}
