// The test clocks of a merchant, with a form for a new one. Live mode has none, and says why.
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { listTestClocks, MOST_COUNTED } from '../../../store/orders/test-clocks.js';
import { type Frame, may } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Card, Empty, LinkButton, Time } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { CLOCKS_TEXTS } from './texts.js';

const CLOCKS_SHOWN = 100;

export function clocksList({ merchant }: Visits, { db }: Deps): Page<MerchantVisit> {
  return listSection(merchant, {
    url: '/clocks',
    duty: 'develop',
    texts: CLOCKS_TEXTS,
    async read({ visit }) {
      const { accountId, mode } = visit.merchant.scope;
      return { mode, page: wholeList(mode === 'live' ? [] : await listTestClocks(db, accountId, CLOCKS_SHOWN)) };
    },
    columns: ({ frame, column, texts }) => [
      {
        name: texts.time,
        corner: 'top-left',
        cell: ({ id, frozenTime }) => (
          <a href={`${frame.path}/clocks/${id}`}>
            <Time at={frozenTime} language={frame.language} />
          </a>
        ),
      },
      column.code(texts.id, 'left-out', ({ id }) => id),
      {
        name: texts.orders,
        corner: 'bottom-left',
        isCalled: true,
        cell: ({ orders }) => (orders > MOST_COUNTED ? `${MOST_COUNTED}+` : String(orders)),
      },
    ],
    page: ({ frame, texts, found: { mode } }) => ({
      ...(mode === 'test' && { intro: texts.note }),
      above: mode === 'test' && may(frame, 'develop') && <NewClock frame={frame} />,
      none:
        mode === 'test' ? (
          <Empty icon="clock" title={texts.none} text={texts.noneNote} />
        ) : (
          <Empty icon="clock" title={texts.liveTitle} text={texts.liveNote}>
            <LinkButton href={`${frame.root}/test/clocks`} text={texts.toTest} />
          </Empty>
        ),
      below: <Guides frame={frame} pages={texts.guides} />,
    }),
  });
}

function NewClock({ frame }: { readonly frame: Frame }) {
  const texts = CLOCKS_TEXTS[frame.language];
  return (
    <Card title={texts.create}>
      <Form frame={frame} action="/clocks" class="row">
        <Field name="frozen_time" type="time" label={texts.startAt} hint={texts.startHint} />
        <Submit look="main">{texts.create}</Submit>
      </Form>
    </Card>
  );
}
