// The state of the service, as an examination finds it, with advice and the way to where it is mended.
import { checkName, type Finding, findingCommand, findingText } from '../../../domain/keeping/finding.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ItemTable } from '../ui/columns.js';
import { capital } from '../ui/network.js';
import { Card, State } from '../ui/parts.js';
import { findingLight, LIGHT_TONES } from './lights.js';
import { TODAY_TEXTS } from './texts.js';

/** Where the desk itself can mend what was found. */
const MENDED_AT: Partial<
  Readonly<Record<Finding['is'], { readonly path: string; readonly page: 'rates' | 'rails' | 'points' }>>
> = {
  rates_missing: { path: '/rates', page: 'rates' },
  coins_stale: { path: '/points', page: 'points' },
  pool_scarce_cards: { path: '/points', page: 'points' },
  no_spei_rail: { path: '/rails/new', page: 'rails' },
  rail_silent: { path: '/rails', page: 'rails' },
  rail_failing: { path: '/rails/notices', page: 'rails' },
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
        <div class="soft">
          {texts.forAdmin} <code class="breakable">{command}</code>
        </div>
      )}
    </>
  );
}

const needsSomebody = ({ result }: Finding) => result !== 'ok';

/** What people at the desk can do something about, or must know; the notices of a rail have a light of their own. */
export function isForDesk(finding: Finding): boolean {
  const { is, check } = finding;
  if (findingLight(finding) === 'now') return true;
  return needsSomebody(finding) && is !== 'rail_failing' && (is in MENDED_AT || check === 'numbers');
}

export function ToAttend({ frame, findings }: FindingsProps) {
  const open = findings.filter(needsSomebody);
  const isUrgent = open.some((one) => findingLight(one) === 'now');
  const tone = isUrgent ? 'bad' : open.length > 0 ? 'wait' : 'good';
  return <State tone={tone}>{TODAY_TEXTS[frame.language].attend(open.length)}</State>;
}

export function renderDoctorPage(frame: Frame, findings: readonly Finding[]): string {
  const texts = TODAY_TEXTS[frame.language];
  const [open, good] = [findings.filter(needsSomebody), findings.filter((one) => !needsSomebody(one))];
  return renderPage(
    frame,
    {
      title: texts.doctor,
      back: { href: `${frame.path}/today`, name: texts.title },
      aside: (
        <>
          <ToAttend frame={frame} findings={findings} />
          <span class="soft">{texts.checkedNow}</span>
        </>
      ),
    },
    <>
      <Findings frame={frame} findings={open} />
      {good.length > 0 && (
        <details>
          <summary>{texts.fine(good.length)}</summary>
          <Findings frame={frame} findings={good} />
        </details>
      )}
    </>,
  );
}

type FindingsProps = { readonly frame: Frame; readonly findings: readonly Finding[] };

export function Findings({ frame, findings }: FindingsProps) {
  const texts = TODAY_TEXTS[frame.language];
  if (findings.length === 0) return null;
  return (
    <Card>
      <ItemTable
        frame={frame}
        label={texts.doctor}
        items={findings}
        columns={(column) => [
          column.shown(texts.check, 'top-left', ({ check }) => <strong>{checkName(check, frame.language)}</strong>),
          column.shown(texts.finding, 'below', (finding) => <Advice frame={frame} finding={finding} />),
          column.shown('', 'top-right', (one) => (
            <State tone={LIGHT_TONES[findingLight(one)]}>{texts.light[findingLight(one)]}</State>
          )),
        ]}
      />
    </Card>
  );
}
