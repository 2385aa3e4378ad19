// What is new for somebody of a merchant: the page behind the bell, and which kinds they get by e-mail.
import { MOST_SHOWN, type OwnNews } from '../../../actions/people/news/own-news.js';
import { dateFormat } from '../../../domain/base/date-format.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { News, NewsKind } from '../../../domain/people/news.js';
import { newsText } from '../../../domain/people/news-text.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Submit } from '../ui/buttons.js';
import { Boxes, Check, Form, Hidden } from '../ui/form.js';
import { Icon, type IconName } from '../ui/icon.js';
import { capital } from '../ui/network.js';
import { Card, Empty, LinkButton, PageHead } from '../ui/parts.js';
import { ShortTime } from '../ui/short-time.js';
import { NEWS_TEXTS } from './texts.js';

export function renderNewsPage(frame: Frame, { news, readUntil }: OwnNews): string {
  const texts = NEWS_TEXTS[frame.language];
  const [newest] = news;
  const shown = news.slice(0, MOST_SHOWN);
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title}>
        <LinkButton href={`${frame.path}/profile#news`} icon="gear" text={texts.choose} />
        {newest !== undefined && newest.at >= readUntil && (
          <Form frame={frame} action="/news" class="inline">
            <Hidden name="until" value={String(newest.at + 1)} />
            <Submit>{texts.read}</Submit>
          </Form>
        )}
      </PageHead>
      {newest === undefined && (
        <Card>
          <Empty icon="bell" title={texts.none} text={texts.noneText} />
        </Card>
      )}
      {[...new Set(shown.map(({ at }) => mexicoDay(at)))].map((day) => (
        <Card key={day} title={dayName(frame, day)}>
          <ul class="news">
            {shown
              .filter(({ at }) => mexicoDay(at) === day)
              .map((one) => (
                <Line
                  key={`${one.kind} ${one.at} ${pathOf(one)}`}
                  frame={frame}
                  news={one}
                  isNew={one.at >= readUntil}
                />
              ))}
          </ul>
        </Card>
      ))}
    </>,
  );
}

const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

function dayName({ now, language }: Frame, day: string): string {
  const { today, yesterday } = FRAME_TEXTS[language];
  const near = day === mexicoDay(now) ? today : day === mexicoDay(now - DAY_MS) ? yesterday : null;
  return capital(near ?? longDay(startOfMexicoDay(day) ?? now, language));
}

const ICONS: Readonly<Record<NewsKind, IconName>> = {
  paid: 'coins',
  decide: 'inbox',
  payout: 'send',
  webhook: 'warning',
  summary: 'book',
};

function Line({ frame, news, isNew }: { readonly frame: Frame; readonly news: News; readonly isNew: boolean }) {
  const { title, detail } = newsText(news, frame.language);
  return (
    <li>
      <Icon name={ICONS[news.kind]} />
      <div>
        <p>
          <a href={frame.path + pathOf(news)} class={isNew ? 'unread' : undefined}>
            {title}
            {isNew && <span class="unseen"> · {NEWS_TEXTS[frame.language].isNew}</span>}
          </a>
        </p>
        <p class="soft">{detail}</p>
      </div>
      <ShortTime at={news.at} frame={{ ...frame, now: news.at }} />
    </li>
  );
}

/** The page that tells more. Several payments are those of their day. */
function pathOf(news: News): string {
  switch (news.kind) {
    case 'paid': {
      const day = mexicoDay(news.at);
      const payments = `/money?kind=payments&from=${day}&to=${day}`;
      return news.order === null ? payments : `/orders/${formatOrderId(news.order.id)}`;
    }
    case 'decide':
      return news.order === null ? '/money/review' : `/money/review?order=${formatOrderId(news.order.id)}`;
    case 'payout':
      return '/money/payouts';
    case 'webhook':
      return `/webhooks/${news.endpointId}`;
    case 'summary':
      return '/home';
  }
}

export type NewsChoices = {
  /** What somebody of this role may know of, and what they get by e-mail. */
  readonly kinds: readonly NewsKind[];
  readonly chosen: readonly NewsKind[];
  readonly hasServer: boolean;
};

/** On somebody's own account. */
export function NewsByEmail({ frame, choices }: { readonly frame: Frame; readonly choices: NewsChoices }) {
  const { byEmail } = NEWS_TEXTS[frame.language];
  return (
    <div id="news">
      <Card title={byEmail.title}>
        <p class="soft">{choices.hasServer ? byEmail.note : byEmail.noServer}</p>
        <Form frame={frame} action="/profile/news">
          <Boxes name="news" label={byEmail.legend}>
            {choices.kinds.map((kind) => (
              <Check key={kind} name={kind} label={byEmail.kinds[kind]} isOn={choices.chosen.includes(kind)} />
            ))}
          </Boxes>
          <Submit>{byEmail.save}</Submit>
        </Form>
      </Card>
    </div>
  );
}
