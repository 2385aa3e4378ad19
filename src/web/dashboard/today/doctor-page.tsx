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
        <small>
          {texts.forAdmin} <code class="breakable">{command}</code>
        </small>
      )}
    </>
  );
}

const needsSomebody = ({ result }: Finding) => result !== 'ok';

export function renderDoctorPage(frame: Frame, findings: readonly Finding[]): string {
  const texts = TODAY_TEXTS[frame.language];
  const [open, good] = [findings.filter(needsSomebody), findings.filter((one) => !needsSomebody(one))];
  return renderPage(
    frame,
    {
      title: texts.doctor,
      back: { href: `${frame.path}/today`, name: texts.title },
      aside: <State tone={open.length > 0 ? 'wait' : 'good'}>{texts.attend(open.length)}</State>,
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

function Findings({ frame, findings }: { readonly frame: Frame; readonly findings: readonly Finding[] }) {
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
  );
}
