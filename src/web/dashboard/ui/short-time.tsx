// Times in few words: in lists, and of what is near.
import { dateFormat } from '../../../domain/base/date-format.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { FRAME_TEXTS } from '../frame/texts.js';

const dayOf = dateFormat({ dateStyle: 'medium' });
const clockOf = dateFormat({ timeStyle: 'short' });
const shortDayOf = dateFormat({ day: 'numeric', month: 'short' });
const secondsOf = dateFormat({ timeStyle: 'medium' });

type ShortTimeProps = {
  readonly at: number;
  readonly frame: { readonly now: number; readonly language: Language };
  readonly hasSeconds?: boolean;
};

const nearDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/** "vie 20 nov, 6:00 a.m.": what is near needs no year. */
export function shortMoment(at: number, language: Language): string {
  return nearDay(at, language).replace(' de ', ' ');
}

/** As lists have it: of today the hour, before that the day, with its hour where there is room. All of it is a tooltip. */
export function ShortTime({ at, frame: { now, language }, hasSeconds = false }: ShortTimeProps) {
  const clock = (hasSeconds ? secondsOf : clockOf)(at, language);
  const [day, today] = [mexicoDay(at), mexicoDay(now)];
  const name =
    day === mexicoDay(now - DAY_MS)
      ? FRAME_TEXTS[language].yesterday
      : day.slice(0, 4) === today.slice(0, 4)
        ? shortDayOf(at, language)
        : dayOf(at, language);
  return (
    <time dateTime={new Date(at).toISOString()} title={`${dayOf(at, language)}, ${clock}`}>
      {day === today ? clock : name}
      {day !== today && <span class={hasSeconds ? undefined : 'clock'}>, {clock}</span>}
    </time>
  );
}
