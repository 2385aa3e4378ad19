// The state of the service, as an examination finds it, with advice and the way to where it is mended.
import { checkName, type Finding, findingCommand, findingText } from '../../../domain/keeping/finding.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ItemTable } from '../ui/columns.js';
import { capital } from '../ui/network.js';
import { Card, State, type Tone } from '../ui/parts.js';
import { TODAY_TEXTS } from './texts.js';

const RESULTS: Readonly<Record<Finding['result'], Tone>> = { ok: 'good', warning: 'wait', problem: 'bad' };

/** Where the desk itself can mend what was found. */
const MENDED_AT: Partial<
  Readonly<Record<Finding['is'], { readonly path: string; readonly page: 'rates' | 'rails' | 'points' }>>
> = {
  rates_missing: { path: '/rates', page: 'rates' },
  coins_stale: { path: '/points', page: 'points' },
  pool_scarce_cards: { path: '/points', page: 'points' },
  no_spei_rail: { path: '/rails/new', page: 'rails' },
  rail_silent: { path: '/rails', page: 'rails' },
  rail_pointless: { path: '/rails', page: 'rails' },
};

function Advice({ frame, finding }: { readonly frame: Frame; readonly finding: Finding }) {
  const texts = TODAY_TEXTS[frame.language];
  const text = findingText(finding, frame.language);
  const place = MENDED_AT[finding.is];
  const command = findingCommand(finding);
  return (
    <>
      {capital(text)}
      {place !== undefined && (
        <>
          {'. '}
          <a href={frame.path + place.path}>{texts.mendAt[place.page]}</a>
        </>
      )}
      {command !== null && (
        <small>
          {texts.forAdmin} <code class="breakable">{command}</code>
        </small>
      )}
    </>
  );
}

export function renderDoctorPage(frame: Frame, findings: readonly Finding[]): string {
  const texts = TODAY_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.doctor, back: { href: `${frame.path}/today`, name: texts.title } },
    <>
      <p class="soft">{texts.doctorIntro}</p>
      <Card>
        <ItemTable
          frame={frame}
          label={texts.doctor}
          items={findings}
          columns={(column) => [
            column.shown(texts.check, 'top-left', ({ check }) => <strong>{checkName(check, frame.language)}</strong>),
            column.shown(texts.finding, 'below', (finding) => <Advice frame={frame} finding={finding} />),
            column.shown('', 'top-right', ({ is, result }) =>
              is === 'rail_unheard' ? (
                <State tone="off">{texts.light.unknown}</State>
              ) : (
                <State tone={RESULTS[result]}>{texts.result[result]}</State>
              ),
            ),
          ]}
        />
      </Card>
    </>,
  );
}
